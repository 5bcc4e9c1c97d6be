import { mailtrap as full } from '@org/email/mailtrap';
import { inbound } from '@org/email/mailtrap/inbound';
import { createEmailClient as createLight, mailtrap, webhooks } from '@org/email/mailtrap/send';
import { signTestWebhook } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { postOf, receive } from './receive.ts';

const received = (more: object = {}) => ({
  event: 'inbound.message_received',
  event_id: 'e1',
  timestamp: 1_783_671_175_722,
  inbox_id: 250,
  message_id: '1870314786754420736',
  from: 'Ann <ann@example.com>',
  ...more,
});
const path = 'https://mailtrap.io/api/inbound/inboxes/250/messages/1870314786754420736';
const raw = 'From: Ann <ann@example.com>\r\nTo: in@inbound-mailtrap.io\r\nSubject: Hi\r\n\r\nHello\r\n';
const stored = {
  id: '1870314786754420736',
  headers: { 'return-path': '<bounces@example.com>', 'mime-version': '1.0' },
  raw_message_url: 'https://files.example.com/raw.eml',
};

/** Mailtrap's API and its signed links; notes what was asked for, and with which key. */
function api(message: object) {
  const asked: [string, string | null][] = [];
  const fetch = (async (input: Request | string | URL, init?: RequestInit) => {
    const { url, headers } = new Request(input, init);
    asked.push([url, headers.get('authorization')]);
    if (url.startsWith('https://mailtrap.io/')) return Response.json(message);
    return new Response(url.endsWith('.eml') ? raw : 'Hello');
  }) as typeof globalThis.fetch;
  return { asked, fetch };
}

const post = (...events: object[]) => postOf('mailtrap', { events });

describe('mail from Mailtrap', () => {
  it('is loaded as it was sent, with the key for the API alone', async () => {
    const { asked, fetch } = api(stored);
    const { status, mails, errors } = await receive('mailtrap', post(received()), { fetch });
    expect([status, errors]).toEqual([200, []]);
    expect(mails).toMatchObject([
      { id: 'e1', subject: 'Hi', text: 'Hello', envelope: { from: 'bounces@example.com', to: [] } },
    ]);
    expect(new TextDecoder().decode(await mails[0]?.raw?.())).toBe(raw);
    expect(asked).toEqual([
      [path, 'Bearer key:secret'],
      ['https://files.example.com/raw.eml', null],
    ]);
  });

  it('without a link to it, is made of its fields; a file has a fresh link', async () => {
    const download_url = 'https://files.example.com/a.png';
    const { asked, fetch } = api({
      ...stored,
      raw_message_url: null,
      from: 'Ann <ann@example.com>',
      to: ['in@inbound-mailtrap.io', 'Bob <bob@example.com>'],
      subject: 'Re: Hi',
      message_id: '<m1@example.com>',
      in_reply_to: '<sent@acme.dev>',
      references: ['<first@acme.dev>', '<sent@acme.dev>'],
      html_body: '<p>Hello</p>',
      text_body: null,
      attachments: [
        { attachment_id: 'a1', filename: 'a.png', content_type: 'image/png', size: 5, download_url },
      ],
    });
    const { mails } = await receive('mailtrap', post(received()), { fetch });
    expect(mails).toMatchObject([
      {
        from: { address: 'ann@example.com', name: 'Ann' },
        to: [{ address: 'in@inbound-mailtrap.io' }, { address: 'bob@example.com', name: 'Bob' }],
        messageId: 'm1@example.com',
        inReplyTo: 'sent@acme.dev',
        references: ['first@acme.dev', 'sent@acme.dev'],
        html: '<p>Hello</p>',
        attachments: [{ filename: 'a.png', contentType: 'image/png', size: 5 }],
      },
    ]);
    expect(new TextDecoder().decode(await mails[0]?.attachments[0]?.bytes())).toBe('Hello');
    expect(asked.map(([url]) => url)).toEqual([path, path, download_url]);
  });

  it('may be several in one webhook', async () => {
    const { fetch } = api(stored);
    const { mails } = await receive('mailtrap', post(received(), received({ event_id: 'e2' })), { fetch });
    expect(mails.map(({ id }) => id)).toEqual(['e1', 'e2']);
  });

  it('another answer is an error, and the mail comes again', async () => {
    const { fetch } = api({ ...stored, id: 'other' });
    const { status, errors } = await receive('mailtrap', post(received()), { fetch });
    expect([status, String(errors[0])]).toEqual([500, expect.stringContaining('not the mail')]);
  });

  it('is not an event of sent mail', async () => {
    const sent = {
      event: 'delivery',
      event_id: 'e9',
      message_id: 'm',
      email: 'bob@example.com',
      timestamp: 1,
    };
    const { mails, events } = await receive('mailtrap', post(sent));
    expect([mails, events]).toMatchObject([[], [{ type: 'delivered' }]]);
  });

  it('without a part, is an event at its time', async () => {
    const options = { apiKey: 'x', webhookSecret: 'a secret' };
    const email = createLight({ driver: mailtrap(options), use: webhooks });
    const { events } = await email.webhooks.parse(
      await signTestWebhook(full(options), { events: [received()] }),
    );
    expect(events).toMatchObject([
      { type: 'inbound', id: 'e1', timestamp: new Date('2026-07-10T08:12:55.722Z') },
    ]);
    expect(() => email.webhooks.handler({ inbound: inbound(() => {}) })).not.toThrow();
  });
});
