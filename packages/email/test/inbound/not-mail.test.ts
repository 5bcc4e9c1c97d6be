// Posts and answers that have the form of a mail, and none in it: an error, never an empty mail.
import { ResponseFormatError } from '@org/email';
import { describe, expect, it } from 'vitest';
import { type Provider, postOf, receive } from './receive.ts';

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
