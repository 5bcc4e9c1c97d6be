import { createServer } from 'node:http';
import { ConfigurationError, createEmailClient, memoryReplayStore } from '@org/email';
import type { InboundMail } from '@org/email/inbound';
import { mailgun } from '@org/email/mailgun';
import { inbound as mailgunInbound } from '@org/email/mailgun/inbound';
import { toNodeHandler } from '@org/email/node-handler';
import { plunk } from '@org/email/plunk';
import { postmark } from '@org/email/postmark';
import { inbound } from '@org/email/postmark/inbound';
import {
  createEmailClient as createLight,
  postmark as lightPostmark,
  webhooks,
} from '@org/email/postmark/send';
import { inbound as resendInbound } from '@org/email/resend/inbound';
import {
  createEmailClient as createLightResend,
  resend as lightResend,
  webhooks as resendWebhooks,
} from '@org/email/resend/send';
import { describe, expect, it } from 'vitest';
import { postOf, receive, secret } from './receive.ts';

const from = { Email: 'ann@example.com', Name: 'Ann' };
const mail = {
  FromFull: from,
  ToFull: [{ Email: 'in@acme.dev', Name: '' }],
  OriginalRecipient: 'in@acme.dev',
  MessageID: 'm1',
  Subject: 'Hi',
  TextBody: 'Hello',
  Headers: [{ Name: 'Return-Path', Value: '<ann@example.com>' }],
};
const event = {
  RecordType: 'Delivery',
  MessageID: 'm2',
  Recipient: 'bob@example.com',
  DeliveredAt: '2026-01-01T00:00:00Z',
};
const request = async (body: object) => postOf('postmark', body);
const client = () => createEmailClient({ driver: postmark({ apiKey: 'x', webhookSecret: secret }) });
const quiet = { onError: () => {} };

describe('a handler with `inbound`', () => {
  it('receives a mail, and events beside it', async () => {
    const received = await receive('postmark', request(mail));
    expect(received).toMatchObject({
      status: 200,
      events: [],
      errors: [],
      mails: [{ id: 'm1', subject: 'Hi' }],
    });
    const told = await receive('postmark', request(event));
    expect(told).toMatchObject({ status: 200, events: [{ type: 'delivered' }], mails: [] });
  });

  it('without `inbound`, a mail is an event', async () => {
    const types: string[] = [];
    const handler = client().webhooks.handler((events) => types.push(...events.map(({ type }) => type)));
    expect((await handler(await request(mail))).status).toBe(200);
    expect((await client().webhooks.parse(await request(mail))).events).toMatchObject([{ type: 'inbound' }]);
    expect(types).toEqual(['inbound']);
  });

  it('without `events`, an event is an error', async () => {
    const { status, errors } = await receive('postmark', request(event), { events: undefined });
    expect([status, String(errors[0])]).toEqual([
      500,
      expect.stringContaining('An event came to a handler of mail'),
    ]);
  });

  it('security: refuses a mail without the secret, and calls nothing', async () => {
    const forged = new Request('https://acme.dev/inbound?token=guess', {
      method: 'POST',
      body: JSON.stringify(mail),
    });
    expect(await receive('postmark', forged)).toMatchObject({ status: 401, mails: [], events: [] });
    const { searchParams } = new URL((await request(mail)).url);
    expect(searchParams.get('token')).toBe(secret);
  });

  it('after an error of the function the mail comes again, and is then handled once', async () => {
    const store = memoryReplayStore();
    let calls = 0;
    const email = createEmailClient({
      driver: postmark({ apiKey: 'x', webhookSecret: secret }),
      webhooks: { replayStore: store },
    });
    const save = () => {
      calls += 1;
      if (calls === 1) throw new Error('the database is down');
    };
    const handler = email.webhooks.handler({ inbound: inbound(save) }, quiet);
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await handler(await request(mail))).status);
    expect([statuses, calls]).toEqual([[500, 200, 200], 2]);
  });

  it('reads no more than `maxBytes`', async () => {
    const handler = client().webhooks.handler({ inbound: inbound(() => {}, { maxBytes: 100 }) }, quiet);
    const response = await handler(await request(mail));
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('larger than');
  });

  it('serves node:http with mails of more than 10 MiB', async () => {
    const mails: InboundMail[] = [];
    const handler = client().webhooks.handler({ inbound: inbound((given) => mails.push(given)) });
    const server = createServer(toNodeHandler(handler));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const Content = Buffer.alloc(12 * 1024 * 1024, 'x').toString('base64');
    const body = JSON.stringify({ ...mail, Attachments: [{ Name: 'a.bin', Content, ContentType: 'x/y' }] });
    const { status } = await fetch(`http://127.0.0.1:${port}/?token=${encodeURIComponent(secret)}`, {
      method: 'POST',
      body,
    });
    server.close();
    expect([status, mails[0]?.attachments[0]?.size]).toEqual([200, 12 * 1024 * 1024]);
  });

  it('a light client receives mail', async () => {
    const mails: InboundMail[] = [];
    const email = createLight({ driver: lightPostmark({ webhookSecret: secret }), use: webhooks });
    const handler = email.webhooks.handler({ inbound: inbound((given) => mails.push(given)) });
    expect((await handler(await request(mail))).status).toBe(200);
    expect(mails).toMatchObject([
      { provider: 'postmark', from: { address: 'ann@example.com', name: 'Ann' } },
    ]);
  });

  it.each<[string, () => unknown, string]>([
    [
      'of another service',
      () => client().webhooks.handler({ inbound: mailgunInbound(() => {}) as never }),
      '@org/email/postmark/inbound',
    ],
    ['not of a function', () => inbound('save' as never), 'inbound(saveMail)'],
    ['with an unknown option', () => inbound(() => {}, { maxByte: 1 } as never), 'maxByte'],
    ['without any function', () => client().webhooks.handler({}), 'function for events'],
    [
      'beside events that are no function',
      () => client().webhooks.handler({ events: 'save' as never }),
      'events',
    ],
    ['with an unknown name', () => client().webhooks.handler({ mail: () => {} } as never), 'mail'],
  ])('a part %s is refused at once', (_what, create, words) => {
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(words);
  });

  it('a light client has no part that loads mail from the API', () => {
    const email = createLightResend({ driver: lightResend({ apiKey: 're_1' }), use: resendWebhooks });
    // @ts-expect-error Resend's webhook has no content
    const create = () => email.webhooks.handler({ inbound: resendInbound(() => {}) });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow("import createEmailClient from '@org/email'");
  });

  it('the compiler refuses the part of another service, and any part where a driver has none', () => {
    const part = mailgunInbound(() => {});
    void createEmailClient({ driver: mailgun({ apiKey: 'x', domain: 'acme.dev' }) }).webhooks.handler({
      inbound: part,
    });
    // @ts-expect-error the part of Mailgun
    expect(() => client().webhooks.handler({ inbound: part })).toThrow();
    const other = createEmailClient({ driver: plunk({ apiKey: 'x' }) });
    // @ts-expect-error Plunk receives no mail
    expect(() => other.webhooks.handler({ inbound: part })).toThrow();
  });
});
