import { createManualRuntime } from '@org/core/testing';
import {
  ConfigurationError,
  createEmailClient as createFull,
  UnsupportedError,
  WebhookSignatureError,
} from '@org/email';
import { failover } from '@org/email/failover';
import { createEmailClient as createGeneric, generic } from '@org/email/generic/send';
import { plunk as fullPlunk } from '@org/email/plunk';
import { createEmailClient as createPlunk, plunk, webhooks as plunkWebhooks } from '@org/email/plunk/send';
import { resend as fullResend } from '@org/email/resend';
import { createEmailClient, lateContent, resend, webhooks } from '@org/email/resend/send';
import { createEmailClient as createSes, ses, webhooks as sesWebhooks } from '@org/email/ses/send';
import { createEmailClient as createSmtp, smtp } from '@org/email/smtp/send';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startScriptedSmtpServer } from '../scripted-smtp-server.ts';

const secret = `whsec_${btoa('a secret of twenty-four b')}`;
const driver = resend({ apiKey: 're_1', webhookSecret: secret });

function signed() {
  const body = JSON.stringify({
    type: 'email.delivered',
    created_at: '2026-01-15T10:30:00.000Z',
    data: { email_id: 'e1', to: ['bob@example.com'], created_at: '2026-01-15T10:30:00.000Z' },
  });
  const now = new Date();
  const headers = {
    'svix-id': 'msg_1',
    'svix-timestamp': `${Math.floor(now.getTime() / 1_000)}`,
    'svix-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  return new Request('https://acme.dev/hook', { method: 'POST', headers, body });
}

afterEach(() => vi.unstubAllEnvs());

const acme = generic({
  name: 'acme',
  baseUrl: 'https://api.acme.example',
  send: { path: '/send', fields: { from: 'from', to: 'to', subject: 'subject', html: 'html' }, id: 'id' },
});

describe('the parts of a light client', () => {
  it('it has `send` alone', () => {
    expect(Object.keys(createEmailClient({ driver })).sort()).toEqual(['close', 'provider', 'send']);
  });

  it.each([
    'sendBatch',
    'sendEach',
    'preview',
    'templates',
    'contacts',
    'request',
    'lists',
    'verify',
    'withOptions',
  ])('without a compiler, %s is an error that names the import', (name) => {
    const email = createEmailClient({ driver });
    const read = () => Reflect.get(email, name);
    expect(read).toThrow(UnsupportedError);
    expect(read).toThrow(`has no \`${name}\``);
    expect(read).toThrow("'@org/email/resend'");
  });

  it('without the part, webhooks are an error that names the part', () => {
    const read = () => Reflect.get(createEmailClient({ driver }), 'webhooks');
    expect(read).toThrow("import { webhooks } from '@org/email/resend/send'");
    expect(read).toThrow('use: webhooks');
    expect(() => createEmailClient({ driver, webhooks: { toleranceMs: 1 } } as never)).toThrow(
      'use: webhooks',
    );
  });

  const bytes = new Blob(['a,b']);
  const late = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi' };
  const file = (content: unknown) => ({ ...late, html: 'x', attachments: [{ filename: 'a.csv', content }] });

  it.each<[string, object]>([
    ['a Blob', file(bytes)],
    ['a stream', file(bytes.stream())],
    ['a function', file(() => bytes)],
    ['`content`', { ...late, content: 'Hi' }],
    ['a made text', { ...late, html: 'x', text: 'from-html' }],
  ])('without the part, %s is an error before anything is sent', async (_, message) => {
    const fetch = vi.fn(async () => Response.json({ id: 'e1' }));
    const email = createEmailClient({ driver, runtime: { fetch } });
    const sending = email.send(message as never);
    await expect(sending).rejects.toThrow(UnsupportedError);
    await expect(sending).rejects.toThrow('use: lateContent');
    await expect(sending).rejects.toMatchObject({ outcome: 'not-sent' });
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([{ render: () => ({ html: 'x' }) }, { text: 'from-html' }])(
    'without the part, the option is an error: %j',
    (options) => {
      expect(() => createEmailClient({ driver, ...options } as never)).toThrow('use: lateContent');
    },
  );

  it('with the part, content is read when it is sent', async () => {
    const bodies: unknown[] = [];
    const fetch = async (_: unknown, init?: RequestInit) => {
      bodies.push(JSON.parse(String(init?.body)));
      return Response.json({ id: 'e1' });
    };
    const render = async (content: unknown) => ({ html: `<p>${content}</p>` });
    const use = [webhooks, lateContent];
    const email = createEmailClient({ driver, use, render, text: 'from-html', runtime: { fetch } });
    await email.send({ ...late, content: 'Hi', attachments: [{ filename: 'a.csv', content: bytes }] });
    expect(bodies).toMatchObject([
      { html: '<p>Hi</p>', text: 'Hi', attachments: [{ filename: 'a.csv', content: btoa('a,b') }] },
    ]);
    expect(email.webhooks.parse).toBeTypeOf('function');
  });

  it.each([{ use: webhooks }, { use: [webhooks] }])(
    'with the part, it receives webhooks',
    async ({ use }) => {
      const email = createEmailClient({ driver, use });
      const full = createFull({ driver: fullResend({ apiKey: 're_1', webhookSecret: secret }) });
      const { events } = await email.webhooks.parse(signed());
      expect(events).toEqual((await full.webhooks.parse(signed())).events);
      const forged = new Request(signed(), { body: '{}', method: 'POST' });
      await expect(email.webhooks.parse(forged)).rejects.toThrow(WebhookSignatureError);
      expect((await email.webhooks.handler(() => {})(signed())).status).toBe(200);
    },
  );

  it('a part of another service is refused', () => {
    const use = plunkWebhooks;
    expect(() => createEmailClient({ driver, use: use as never })).toThrow(ConfigurationError);
    expect(createPlunk({ driver: plunk({ apiKey: 'sk_1' }), use }).webhooks.parse).toBeTypeOf('function');
  });

  it.each([
    { entry: 'generic', create: () => createGeneric({ driver: acme }) },
    { entry: 'smtp', create: () => createSmtp({ driver: smtp({ host: '127.0.0.1' }) }) },
  ])('$entry has no webhooks, and the error names no import', ({ entry, create }) => {
    const read = () => Reflect.get(create(), 'webhooks');
    expect(read).toThrow(UnsupportedError);
    expect(read).toThrow(`'@org/email/${entry}' receives none`);
    expect(read).not.toThrow('import');
  });

  it.each([
    { of: 'a service', full: fullResend({ apiKey: 're_1' }) },
    { of: 'failover()', full: failover([fullResend({ apiKey: 're_1' }), fullPlunk({ apiKey: 'sk_1' })]) },
  ])('a full driver of $of is refused, and the error names the import', ({ full }) => {
    const create = () => createEmailClient({ driver: full as never });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow("'@org/email/resend/send'");
    expect(create).toThrow("createEmailClient from '@org/email'");
  });

  it('the topics of ses are read with the first webhook', async () => {
    vi.stubEnv('SES_TOPIC_ARN', undefined);
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const email = createSes({ driver: ses({ region: 'eu-west-1', credentials }), use: sesWebhooks });
    const TopicArn = 'arn:aws:sns:eu-west-1:123456789012:mail';
    vi.stubEnv('SES_TOPIC_ARN', TopicArn);
    const body = JSON.stringify({
      Type: 'Notification',
      MessageId: 'm',
      TopicArn,
      Message: '{}',
      Timestamp: '2026-01-15T10:30:00.000Z',
      SignatureVersion: '2',
      Signature: 'AAAA',
      SigningCertURL: 'https://acme.example/forged.pem',
    });
    // The check after that of the topic.
    const parsing = email.webhooks.parse({ headers: {}, body });
    await expect(parsing).rejects.toThrow('its certificate is not from Amazon SNS');
  });

  it.each([
    { options: { driver, limitr: false }, words: 'limiter' },
    { options: { driver, use: {} }, words: 'use takes parts' },
    { options: { driver: resend }, words: 'with the parentheses' },
    { options: { driver, onLossy: 'never' }, words: 'onLossy' },
  ])('a wrong option is refused: $words', ({ options, words }) => {
    expect(() => createEmailClient(options as never)).toThrow(words);
  });

  it('an unknown option of a call and of the driver is refused', async () => {
    const email = createEmailClient({ driver });
    await expect(email.send({} as never, { idempotencykey: 'a' } as never)).rejects.toThrow();
    expect(() => resend({ apikey: 're_1' } as never)).toThrow('apiKey');
  });

  it('a closed client sends nothing', async () => {
    const email = createEmailClient({ driver });
    await email.close();
    const sending = email.send({ from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: 'Hi' });
    await expect(sending).rejects.toMatchObject({ code: 'closed', outcome: 'not-sent' });
  });

  it('smtp sends through a relay, and a lost end of a mail is unknown', async () => {
    const server = await startScriptedSmtpServer({});
    const email = createSmtp({ driver: smtp({ host: '127.0.0.1', port: server.port }) });
    const message = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', text: 'Hi' };
    expect((await email.send(message)).outcomes).toMatchObject([{ status: 'accepted' }]);
    await email.close();
    await server.close();
    const cut = await startScriptedSmtpServer({ acts: { final: 'cut' } });
    const lost = createSmtp({ driver: smtp({ host: '127.0.0.1', port: cut.port }) });
    await expect(lost.send(message)).rejects.toMatchObject({ outcome: 'unknown' });
    await lost.close();
    await cut.close();
  });

  it('ten sends at a service of two a second all go out', async () => {
    const startedAt: number[] = [];
    const runtime = createManualRuntime({
      async fetch() {
        startedAt.push(runtime.monotonic());
        return Response.json({ id: 're1' });
      },
    });
    const email = createEmailClient({ driver, runtime });
    const message = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: 'Hi' };
    const sending = Promise.all(Array.from({ length: 10 }, () => email.send(message)));
    for (let second = 0; second < 10; second += 1) await runtime.advance(1_000);
    await sending;
    for (const [place, at] of startedAt.entries())
      expect((startedAt[place + 2] ?? Infinity) - at).toBeGreaterThanOrEqual(1_000);
    expect(startedAt).toHaveLength(10);
  });
});
