import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createLimiter, perSecond } from '@org/core';
import { createFakeTransport, createManualRuntime, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { type ReceivedMail, testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { resend } from '../../examples/own-email-driver.ts';

testEmailDriver({ describe, it, expect }, 'resend', async () => {
  const service = await startResend();
  return {
    driver: resend({ apiKey: 're_good', baseUrl: service.url }),
    driverWithWrongCredential: resend({ apiKey: 're_bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
  };
});

/** `POST /emails` of Resend, as far as its OpenAPI document and its page about idempotency keys go. */
async function startResend() {
  const mails: ReceivedMail[] = [];
  const known = new Map<string, { readonly text: string; readonly id: string }>();
  const server = createServer(async (request, response) => {
    const reply = (statusCode: number, body: object) =>
      response.writeHead(statusCode, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const refuse = (statusCode: number, name: string) =>
      reply(statusCode, { statusCode, name, message: name });
    const { authorization } = request.headers;
    if (`${request.method} ${request.url}` !== 'POST /emails') return refuse(404, 'not_found');
    if (authorization !== 'Bearer re_good') return refuse(403, 'invalid_api_key');
    const mail = (await json(request)) as ResendMail;
    if (!mail.from || !mail.to || !mail.subject) return refuse(422, 'missing_required_field');
    if (Object.keys(mail).some((field) => !fields.split(' ').includes(field)))
      return refuse(422, 'invalid_parameter');
    const key = request.headers['idempotency-key'];
    const earlier = known.get(`${key}`);
    const text = JSON.stringify(mail);
    if (earlier?.text === text) return reply(200, { id: earlier.id });
    if (earlier !== undefined) return refuse(409, 'invalid_idempotent_request');
    if (mail.scheduled_at === undefined) mails.push(toMail(mail));
    const id = `id-${known.size + mails.length}`;
    if (key !== undefined) known.set(`${key}`, { text, id });
    return reply(200, { id });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, mails, close: async () => void server.close() };
}

const fields =
  'from to subject bcc cc reply_to html text template headers scheduled_at attachments tags topic_id';

interface ResendMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly reply_to?: readonly string[];
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[];
  readonly tags?: readonly { readonly name: string; readonly value: string }[];
  readonly scheduled_at?: string;
}

function toMail(mail: ResendMail): ReceivedMail {
  const { from, to, cc = [], bcc = [], reply_to = [], subject, html, text, attachments = [] } = mail;
  const headers = new Map([
    ['from', from],
    ['to', to.join(', ')],
    ['cc', cc.join(', ')],
    ['reply-to', reply_to.join(', ')],
    ...Object.entries(mail.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  return {
    envelope: { from: addressOf(from), to: [...to, ...cc, ...bcc].map(addressOf) },
    subject,
    html,
    text,
    headers,
    attachments: attachments.map(({ filename, content }) => ({
      filename,
      content: Buffer.from(content, 'base64'),
    })),
    tags: mail.tags?.map(({ name, value }) => `${name}:${value}`),
  };
}

function addressOf(mailbox: string): string {
  return /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;
}

const message = { from: 'Ann <ann@acme.dev>', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

/** A client whose service gives these responses in turn, and the last one from then on. */
function createClient(...answers: readonly FakeHttpAnswer[]) {
  const last = answers.at(-1) ?? 'never';
  const transport = createFakeTransport([
    ...answers.map((answer, index) => ({ when: { nth: index + 1 }, answer })),
    { answer: last },
  ]);
  const runtime = createManualRuntime();
  const limiter = createLimiter({ limits: [perSecond(1_000)], runtime });
  const driver = resend({ apiKey: 're_good' });
  return { email: createEmailClient({ driver, transport, limiter, runtime }), transport, limiter, runtime };
}

const accepted = { json: { id: '49a3999c' } };

describe('a request to Resend', () => {
  it('has every field of the message as the OpenAPI document spells it', async () => {
    const { email, transport } = createClient(accepted);
    const result = await email.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: ['Bob <bob@example.com>', 'cat@example.com'],
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: ['help@acme.dev', 'Fay <fay@acme.dev>'],
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'Hi' },
        { filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' },
      ],
      tags: ['welcome', { name: 'campaign', value: 'spring' }],
      sendAt: new Date('2030-01-02T03:04:05Z'),
    });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe('POST https://api.resend.com/emails');
    expect(request?.headers.get('authorization')).toBe('Bearer re_good');
    expect(request?.json()).toEqual({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: ['Bob <bob@example.com>', 'cat@example.com'],
      cc: ['dan@example.com'],
      bcc: ['eve@example.com'],
      reply_to: ['help@acme.dev', 'Fay <fay@acme.dev>'],
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'SGk=', content_type: 'text/plain' },
        { filename: 'logo.png', content: 'cG5n', content_type: 'image/png', content_id: 'logo' },
      ],
      tags: [
        { name: 'welcome', value: 'true' },
        { name: 'campaign', value: 'spring' },
      ],
      scheduled_at: '2030-01-02T03:04:05.000Z',
    });
    expect(transport.requests).toHaveLength(1);
    expect(result.outcomes).toEqual(
      ['bob', 'cat', 'dan', 'eve'].map((name) => ({
        recipient: `${name}@example.com`,
        status: 'scheduled',
        messageId: '49a3999c',
      })),
    );
  });

  it('does not name the fields that the message does not have', async () => {
    const { email, transport } = createClient(accepted);
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' });
    const json = { from: 'ann@acme.dev', to: ['bob@example.com'], subject: 'Hi', text: 'Hi' };
    expect(transport.requests[0]?.json()).toEqual(json);
  });

  it('refuses a tag that Resend has no letters for, before anything is sent', async () => {
    const { email, transport } = createClient(accepted);
    for (const tag of ['größe', 'a b', 'a:b', `${'a'.repeat(257)}`])
      await expect(email.send({ ...message, tags: ['welcome', tag] })).rejects.toMatchObject({
        code: 'invalid-input',
        outcome: 'not-sent',
        issues: [{ path: 'tags[1]' }],
      });
    expect(transport.requests).toEqual([]);
  });

  it('is repeated with the same key after a failure of unknown effect', async () => {
    const failed = { status: 500, json: { statusCode: 500, name: 'application_error', message: 'Oops' } };
    const { email, transport, runtime } = createClient(failed, accepted);
    const result = email.send(message);
    await runtime.advance(60_000);
    expect((await result).messageId).toBe('49a3999c');
    const keys = transport.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/./);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('a response of Resend', () => {
  it.each([
    [400, 'invalid_idempotency_key', 'bad-request', 'not-sent', 1],
    [401, 'missing_api_key', 'authentication', 'not-sent', 1],
    [403, 'invalid_api_key', 'authentication', 'not-sent', 1],
    [403, 'restricted_api_key', 'permission', 'not-sent', 1],
    [403, 'validation_error', 'sender-not-verified', 'not-sent', 1],
    [404, 'not_found', 'not-found', 'not-sent', 1],
    [409, 'invalid_idempotent_request', 'idempotency-conflict', 'unknown', 1],
    [409, 'concurrent_idempotent_requests', 'idempotency-conflict', 'unknown', 3],
    [422, 'validation_error', 'bad-request', 'not-sent', 1],
    [422, 'invalid_attachment', 'bad-request', 'not-sent', 1],
    [429, 'daily_quota_exceeded', 'quota-exceeded', 'not-sent', 1],
    [429, 'monthly_quota_exceeded', 'quota-exceeded', 'not-sent', 1],
    [429, 'rate_limit_exceeded', 'rate-limit', 'not-sent', 3],
    [500, 'internal_server_error', 'server', 'unknown', 3],
  ])('%s %s is %s, %s, after %s attempts', async (status, name, code, outcome, attempts) => {
    const words = 'Not for bob@example.com';
    const { email, runtime } = createClient({ status, json: { statusCode: status, name, message: words } });
    const error = email.send(message).catch((thrown: unknown) => thrown);
    await runtime.advance(600_000);
    expect(await error).toMatchObject({ code, outcome, attempts, status, providerCode: name });
    expect(`${JSON.stringify(await error)} ${await error}`).not.toContain('bob@example.com');
    expect(`${await error}`).toContain('Not for [address]');
  });

  it('about a quota neither delays nor ends the calls after it', async () => {
    const json = { statusCode: 429, name: 'daily_quota_exceeded', message: 'Daily quota reached' };
    const { email, limiter } = createClient({ status: 429, headers: { 'retry-after': '1' }, json }, accepted);
    await expect(email.send(message)).rejects.toMatchObject({ code: 'quota-exceeded', retryable: false });
    expect(limiter.snapshot().pausedForMs).toBe(0);
    expect((await email.send(message)).messageId).toBe('49a3999c');
  });

  it('without an id proves nothing', async () => {
    const { email } = createClient({ json: {} });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'response-format', outcome: 'unknown' });
  });

  it.each([
    ['a page of HTML', { body: '<h1>Bad Request</h1>' }],
    ['a list', { json: ['Bad Request'] }],
    ['fields of other types', { json: { name: 5, message: { text: 'Bad Request' } } }],
  ])('that is %s is an error by its status', async (_what, body) => {
    const { email } = createClient({ status: 400, ...body });
    const error = await email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'bad-request', status: 400 });
  });

  it('states how much of the limit is left', async () => {
    const headers = {
      'ratelimit-limit': '2',
      'ratelimit-policy': '2;w=1',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '1',
    };
    const { email, limiter } = createClient({ ...accepted, headers });
    await email.send(message);
    expect(limiter.snapshot().learned).toMatchObject([
      { limit: 2, remaining: 1, resetAfterMs: 1_000, windowMs: 1_000, kind: 'rate' },
    ]);
  });
});
