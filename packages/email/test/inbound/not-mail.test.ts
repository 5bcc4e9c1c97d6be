// Posts and answers that have the form of a mail, and none in it: an error, never an empty mail.
import { ResponseFormatError } from '@org/email';
import { describe, expect, it } from 'vitest';
import { type Provider, postOf, receive } from './receive.ts';

const mebibyte = 1024 * 1024;
const answering = (make: () => Response) => (async () => make()) as typeof globalThis.fetch;

describe('Resend', () => {
  const event = { type: 'email.received', data: { email_id: 'e1', to: ['in@acme.dev'] } };

  it.each<[string, () => Response]>([
    ['HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['an object without a mail', () => Response.json({ object: 'email', id: 'e1' })],
    ['a list', () => Response.json([])],
    ['nothing', () => new Response('')],
  ])('%s of the API is an error, and the mail comes again', async (_what, make) => {
    const given = { fetch: answering(make) };
    const { status, errors, mails } = await receive('resend', postOf('resend', event), given);
    expect([status, mails, ResponseFormatError.isInstance(errors[0])]).toEqual([500, [], true]);
  });
});

describe.each<[Provider, object]>([
  ['mailersend', { type: 'inbound.message', data: { id: 'm1' } }],
  ['sendgrid', { hello: 'x' }],
])('%s', (provider, body) => {
  it('a post without a mail is an error', async () => {
    const { status, errors, mails } = await receive(provider, postOf(provider, body));
    expect([status, mails, String(errors[0])]).toEqual([
      500,
      [],
      expect.stringContaining('The inbound mail'),
    ]);
  });
});

describe('MailerSend', () => {
  it('a mail without `raw` is read from its fields', async () => {
    const data = {
      id: 'm1',
      recipients: {
        rcptTo: [{ email: 'in@acme.dev' }],
        to: { data: [{ email: 'to@acme.dev', name: 'In' }] },
      },
      from: { email: 'ann@example.com', name: 'Jürgen' },
      sender: { email: 'bounces@example.com' },
      subject: 'Re: Hi',
      headers: { 'Message-ID': '<m1@a>', Received: ['a', 'b'] },
      text: 'Hello',
      html: '<p>Hello</p>',
      attachments: [
        {
          file_name: 'a.png',
          content_type: 'image/png',
          content_disposition: 'inline',
          content_id: 'logo@1',
          content: 'AAECgP8=',
        },
      ],
    };
    const { mails } = await receive('mailersend', postOf('mailersend', { type: 'inbound.message', data }));
    expect(mails).toMatchObject([
      {
        envelope: { from: 'bounces@example.com', to: ['in@acme.dev'] },
        from: { address: 'ann@example.com', name: 'Jürgen' },
        to: [{ address: 'to@acme.dev', name: 'In' }],
        subject: 'Re: Hi',
        messageId: 'm1@a',
        text: 'Hello',
        html: '<p>Hello</p>',
        attachments: [{ filename: 'a.png', contentType: 'image/png', contentId: 'logo@1', size: 5 }],
      },
    ]);
    expect(mails[0]?.raw).toBeUndefined();
  });
});

describe('Brevo', () => {
  const item = { From: { Address: 'ann@example.com' }, Recipients: ['in@acme.dev'] };

  it.each([
    [12, 12 * mebibyte],
    [51, 'NetworkError'],
  ])('a file of %i MiB', async (size, expected) => {
    const fetch = answering(() => new Response(new Uint8Array(size * mebibyte)));
    const body = { items: [{ ...item, Attachments: [{ Name: 'a.bin', DownloadToken: 't1' }] }] };
    const { mails } = await receive('brevo', postOf('brevo', body), { fetch });
    const loaded = mails[0]?.attachments[0]?.bytes().then(
      ({ length }) => length,
      ({ name }: Error) => name,
    );
    expect(await loaded).toBe(expected);
  });

  it.each([[['u2']], [['u1', 'u3']]])('tries every mail of a post: %j fail', async (failing) => {
    const saved: string[] = [];
    const mail = ({ id }: { readonly id: string }) => {
      if (failing.includes(id)) throw new Error(`no ${id}`);
      saved.push(id);
    };
    const items = ['u1', 'u2', 'u3'].map((id) => ({ ...item, Uuid: [id] }));
    const { status, errors } = await receive('brevo', postOf('brevo', { items }), { mail });
    expect([status, [...saved, ...failing].sort()]).toEqual([500, ['u1', 'u2', 'u3']]);
    const all = failing.map((id) => new Error(`no ${id}`));
    expect(errors).toEqual(
      all.length > 1 ? [new AggregateError(all, '2 of 3 mails were not handled.')] : all,
    );
  });
});
