import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { Secret } from '@org/core';
import { createEmailClient } from '@org/email';
import { mailtrap as full } from '@org/email/mailtrap';
import { inbound, type MailtrapInboundOptions } from '@org/email/mailtrap/inbound';
import { createEmailClient as createLight, mailtrap, webhooks } from '@org/email/mailtrap/send';
import { signTestWebhook } from '@org/email/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { postOf, receive, secret } from './receive.ts';

const received = (more: object = {}) => ({
  event: 'inbound.message_received',
  event_id: 'e1',
  timestamp: 1_783_671_175_722,
  inbox_id: 250,
  message_id: '1870314786754420736',
  from: 'Ann <ann@example.com>',
  ...more,
});
const delivery = {
  event: 'delivery',
  event_id: 'e9',
  message_id: 'm',
  email: 'bob@example.com',
  timestamp: 1,
};
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

const failures: unknown[] = [];

/** A handler whose part has options of its own. */
function handlerWith(options: MailtrapInboundOptions, fetch: typeof globalThis.fetch) {
  const driver = full({ apiKey: 'x', webhookSecret: secret });
  const { webhooks: receiver } = createEmailClient({ driver, runtime: { fetch } });
  const onError = (error: unknown) => failures.push(error);
  return receiver.handler({ inbound: inbound(() => {}, options) }, { onError });
}

const postText = (body: string) =>
  new Request('https://acme.dev/inbound', {
    method: 'POST',
    headers: { 'mailtrap-signature': createHmac('sha256', secret).update(body).digest('hex') },
    body,
  });
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

  const both = [received(), { ...delivery }, received({ event_id: 'e2' })];
  it.each<[string, string, string[], string[]]>([
    ['several in one webhook', JSON.stringify({ events: both }), ['e1', 'e2'], ['e9']],
    ['lines of JSON', both.map((each) => `${JSON.stringify(each)}\n`).join(''), ['e1', 'e2'], ['e9']],
    ['one alone', JSON.stringify(received()), ['e1'], []],
    ['a list', JSON.stringify(both), ['e1', 'e2'], ['e9']],
    ['a lone event', JSON.stringify(delivery), [], ['e9']],
  ])('may be %s', async (_form, body, mailIds, eventIds) => {
    const { fetch } = api(stored);
    const { mails, events } = await receive('mailtrap', postText(body), { fetch });
    expect([mails.map(({ id }) => id), events.map(({ id }) => id)]).toEqual([mailIds, eventIds]);
  });

  it('another answer is an error, and the mail comes again', async () => {
    const { fetch } = api({ ...stored, id: 'other' });
    const { status, errors } = await receive('mailtrap', post(received()), { fetch });
    expect([status, String(errors[0])]).toEqual([500, expect.stringContaining('not the mail')]);
  });

  it('is loaded again with a new key, after the service refused the old one', async () => {
    const answers = api(stored);
    let [key, refused] = ['old', ''];
    const fetch = (async (input: string, init?: RequestInit) => {
      const response = await answers.fetch(input, init);
      return answers.asked.at(-1)?.[1] === `Bearer ${refused}` ? new Response('', { status: 401 }) : response;
    }) as typeof globalThis.fetch;
    const source = {
      description: 'a vault',
      load: async () => ({ secret: new Secret(key), source: 'a vault' }),
    };
    const handler = handlerWith({ apiKey: source, baseUrl: 'https://mailtrap.io/' }, fetch);
    expect((await handler(await post(received()))).status).toBe(200);
    [key, refused] = ['new', 'old'];
    expect((await handler(await post(received()))).status).toBe(200);
    const keys = answers.asked.filter(([url]) => url === path).map(([, authorization]) => authorization);
    expect(keys).toEqual(['Bearer old', 'Bearer old', 'Bearer new']);
    refused = 'new';
    expect((await handler(await post(received()))).status).toBe(500);
    expect(failures.at(-1)).toMatchObject({ code: 'authentication' });
  });

  it.each([
    ['a line break', 'SECRETKEY\ntail'],
    ['a character beyond latin1', 'SECRETKEY\u0100'],
  ])('security: a key with %s is refused, and no error shows it', async (_what, apiKey) => {
    const handler = handlerWith({ apiKey }, globalThis.fetch);
    expect((await handler(await post(received()))).status).toBe(500);
    expect(failures.at(-1)).toMatchObject({ code: 'credential' });
    expect(inspect(failures.at(-1), { depth: 9 })).not.toContain('SECRETKEY');
  });

  it('without a key is an error that names its variables', async () => {
    vi.stubEnv('MAILTRAP_API_KEY', undefined);
    vi.stubEnv('EMAIL_API_KEY', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const handler = handlerWith({}, globalThis.fetch);
    expect((await handler(await post(received()))).status).toBe(500);
    expect(`${failures.at(-1)}`).toMatch(/key that loads mail is missing, .*MAILTRAP_API_KEY/);
  });

  it.each([5, '', 'mailtrap.io', 'http://mailtrap.io', 'https://'])('has no base URL %j', (baseUrl) => {
    expect(() => inbound(() => {}, { baseUrl: baseUrl as string })).toThrow('baseUrl of inbound()');
  });

  it('is not an event of sent mail', async () => {
    const { mails, events } = await receive('mailtrap', post(delivery));
    expect([mails, events]).toMatchObject([[], [{ type: 'delivered' }]]);
  });

  it('may come with events of sent mail', async () => {
    const { fetch } = api(stored);
    const mixed = () => post(received(), delivery, received({ event_id: 'e2' }));
    const both = await receive('mailtrap', mixed(), { fetch });
    expect(both.mails.map(({ id }) => id)).toEqual(['e1', 'e2']);
    expect([both.status, both.events]).toMatchObject([200, [{ id: 'e9', type: 'delivered' }]]);
    const alone = await receive('mailtrap', mixed(), { fetch, events: undefined });
    expect([alone.mails.length, alone.status, `${alone.errors}`]).toEqual([
      2,
      500,
      expect.stringContaining('An event came to a handler of mail'),
    ]);
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
