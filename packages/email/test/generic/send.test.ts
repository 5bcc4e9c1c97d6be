import { createFakeTransport, createManualRuntime, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { type GenericService, generic } from '@org/email/generic';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { acme } from './acme.ts';

const accepted = { status: 202, json: { success: true, data: { messages: [{ id: 17 }] } } };
const message = { from: 'Ann <ann@acme.dev>', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

function createClient(answer: FakeHttpAnswer = accepted, service: GenericService = acme) {
  const transport = createFakeTransport([{ answer }]);
  const options = { transport, limiter: false, retry: false, runtime: createManualRuntime() } as const;
  const email = createEmailClient({ driver: generic(service, { apiKey: 's3cret' }), ...options });
  const send = async (fields: object = {}) =>
    email.send({ ...message, ...fields } as Parameters<typeof email.send>[0]);
  return { email, send, transport };
}

async function bodyOf(fields: object, service?: GenericService): Promise<unknown> {
  const { send, transport } = createClient(accepted, service);
  await send(fields);
  return transport.requests[0]?.json();
}

afterEach(() => vi.unstubAllEnvs());

describe('a request as the table has it', () => {
  it('has every field at its place', async () => {
    const { send, transport } = createClient();
    const result = await send({
      to: ['Bob <bob@example.com>', 'cat@example.com'],
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: ['help@acme.dev', 'desk@acme.dev'],
      text: 'Hi',
      headers: { 'X-Campaign': 'spring' },
      attachments: [{ filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' }],
      tags: ['welcome', { name: 'campaign', value: 'spring' }],
      metadata: { order: '17' },
      sendAt: new Date('2030-01-02T03:04:05Z'),
      stream: 'news',
      sandbox: true,
      tracking: { opens: false, clicks: true },
      providerOptions: { acme: { ipPool: 'warm' } },
    });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe('POST https://api.acme.example/v1/send');
    expect(request?.headers.get('x-acme-key')).toBe('s3cret');
    expect(request?.headers.get('x-once')).toMatch(/./);
    expect(request?.json()).toEqual({
      kind: 'transactional',
      sender: { email: 'ann@acme.dev', label: 'Ann' },
      recipients: {
        to: [{ email: 'bob@example.com', label: 'Bob' }, { email: 'cat@example.com' }],
        cc: [{ email: 'dan@example.com' }],
        bcc: [{ email: 'eve@example.com' }],
      },
      reply_to: [{ email: 'help@acme.dev' }, { email: 'desk@acme.dev' }],
      content: { charset: 'utf-8', subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
      headers: { 'X-Campaign': 'spring' },
      files: [{ name: 'logo.png', base64: 'cG5n', type: 'image/png', disposition: 'inline', cid: 'logo' }],
      labels: ['welcome', 'campaign:spring'],
      meta: { order: '17' },
      send_at: 1893553445,
      channel: 'news',
      dry_run: true,
      track: { opens: false, clicks: true },
      delivery: { pool: 'warm' },
    });
    expect(result.messageId).toBe('17');
  });

  it('has a template and its values, and does not change the table', async () => {
    const template = { id: 'Welcome', variables: { name: 'Bob', list: [1] } };
    expect(await bodyOf({ subject: undefined, html: undefined, template })).toMatchObject({
      template: { id: 'Welcome', data: { name: 'Bob', list: [1] } },
    });
    expect(acme.send.constants).toEqual({ kind: 'transactional', content: { charset: 'utf-8' } });
  });

  it('has addresses as texts, one recipient and times in ISO 8601 where the table says so', async () => {
    const { address: _a, time: _t, recipients: _r, replyTo: _p, ...send } = acme.send;
    const fields = { replyTo: 'Fay <fay@acme.dev>', sendAt: new Date('2030-01-02T03:04:05Z') };
    const body = await bodyOf(fields, { ...acme, send: { ...send, recipients: 'single' } });
    expect(body).toMatchObject({
      sender: 'Ann <ann@acme.dev>',
      recipients: { to: 'bob@example.com' },
      reply_to: 'Fay <fay@acme.dev>',
      send_at: '2030-01-02T03:04:05.000Z',
    });
  });

  it('takes the key of the variable with its name', async () => {
    vi.stubEnv('ACME_API_KEY', 'from-environment');
    const transport = createFakeTransport([{ answer: accepted }]);
    const email = createEmailClient({ driver: generic(acme), transport, limiter: false });
    await email.send(message);
    expect(transport.requests[0]?.headers.get('x-acme-key')).toBe('from-environment');
  });
});

describe('a message that the table cannot carry', () => {
  const { send } = acme;
  const without = (name: keyof typeof send.fields): GenericService => ({
    ...acme,
    send: { ...send, fields: { ...send.fields, [name]: undefined } },
  });
  it.each<[string, object, GenericService]>([
    [
      'variables',
      { template: { id: 'a', variables: { b: 'c' } }, html: undefined },
      without('variables') as GenericService,
    ],
    ['a name', {}, { ...acme, send: { ...send, address: { address: 'email' } } }],
    ['cc', { cc: 'dan@example.com' }, without('cc')],
    ['tags', { tags: ['a'] }, without('tags')],
    ['text', { text: 'Hi' }, without('text')],
    ['stream', { stream: 'a' }, without('stream')],
    ['tracking', { tracking: { opens: true } }, without('trackOpens')],
    ['sandbox', { sandbox: true }, without('sandbox')],
    [
      'attachments',
      { attachments: [{ filename: 'a', content: 'b' }] },
      without('attachments') as GenericService,
    ],
  ])('is refused before anything is sent: %s', async (_what, fields, service) => {
    const client = createClient(accepted, service);
    await expect(client.send(fields)).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(client.transport.requests).toEqual([]);
  });

  it('names a misspelt option', async () => {
    const { send: sendIt } = createClient();
    const providerOptions = { acme: { ippool: 'a' } };
    await expect(sendIt({ providerOptions })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('the evidence of a 2xx response', () => {
  it.each<[string, FakeHttpAnswer]>([
    ['another status', { ...accepted, status: 201 }],
    ['no such field', { status: 200, json: { data: { messages: [{ id: 1 }] } } }],
    ['a login page', { status: 200, body: '<html>' }],
  ])('is missing with %s', async (_what, answer) => {
    const { send } = createClient(answer);
    await expect(send()).rejects.toMatchObject({ code: 'response-format', outcome: 'unknown' });
  });

  it.each([
    ['a text', 'm-1', 'm-1'],
    ['a number', 17, '17'],
    ['a number beyond 2^53', 2 ** 60, undefined],
    ['an empty text', '', undefined],
  ])('an id may be %s', async (_what, id, expected) => {
    const { send } = createClient({ status: 200, json: { success: true, data: { messages: [{ id }] } } });
    expect((await send()).messageId).toBe(expected);
  });

  it('is the id alone where the table has no more', async () => {
    const { accepted: _, ...send } = acme.send;
    const service = { ...acme, send };
    const sent = await createClient(
      { status: 200, json: { data: { messages: [{ id: 'a' }] } } },
      service,
    ).send();
    expect(sent.messageId).toBe('a');
    const nothing = createClient({ status: 200, json: { success: true } }, service).send();
    await expect(nothing).rejects.toMatchObject({ outcome: 'unknown' });
  });

  it('is the status alone where the table says so', async () => {
    const service = { ...acme, send: { ...acme.send, id: undefined, accepted: { statuses: [202] } } };
    const { outcomes } = await createClient({ status: 202 }, service).send();
    expect(outcomes).toEqual([{ recipient: 'bob@example.com', status: 'accepted' }]);
  });
});

describe('errors as the table has them', () => {
  it.each([
    [403, 'bad-domain', 'sender-not-verified', false],
    [400, 'muted', 'recipient-suppressed', false],
    [403, 'paused', 'account-suspended', false],
    [422, 'spam', 'message-rejected', false],
    [429, 'no-credit', 'quota-exceeded', false],
    [400, 'slow-down', 'rate-limit', true],
    [403, 'wrong-key', 'authentication', false],
    [400, 42, 'conflict', false],
    [404, 'else', 'not-found', false],
    [429, 'else', 'rate-limit', true],
    [500, 'else', 'server', false],
    [401, 'toString', 'authentication', false],
  ])('%i with the code %s is %s', async (status, code, family, retryable) => {
    const { send } = createClient({ status, json: { error: { code, text: 'Words for bob@example.com' } } });
    const failure = await send().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: family, providerCode: String(code), retryable });
    expect((failure as Error).message).toContain('Words for [address]');
  });

  it('a 409 for a known key says nothing about its mail', async () => {
    const service = { ...acme, idempotency: { duplicate: 'refuse' } } as const;
    const { send } = createClient({ status: 409, json: {} }, service);
    await expect(send()).rejects.toMatchObject({ code: 'idempotency-conflict', outcome: 'unknown' });
  });
});

describe('a response that says that the service refused', () => {
  const { accepted: _, ...send } = acme.send;
  const { errors: _errors, ...least } = { ...acme, send };
  const words = 'The domain of bob@example.com has no mail server.';

  it.each<[string, GenericService, object, string]>([
    ['the expected field', acme, { success: false, error: { text: words } }, 'bad-request'],
    ['success, without evidence in a field', least, { success: false, message: words }, 'bad-request'],
    ['a code', acme, { success: false, error: { code: 'muted', text: words } }, 'recipient-suppressed'],
    ['a text', least, { success: false, error: words }, 'bad-request'],
    ['the fields at fault', least, { success: false, errors: { to: [words] } }, 'bad-request'],
    ['a list', least, { success: false, errors: [{ detail: words }] }, 'bad-request'],
    [
      'a place of its own',
      { ...least, errors: { message: 'why.words', refusal: { field: 'result', equals: 'error' } } },
      { result: 'error', why: { words }, data: { messages: [{ id: 1 }] } },
      'bad-request',
    ],
    [
      'another evidence that is false',
      { ...least, send: { ...send, accepted: { field: 'ok' } } },
      { ok: false, detail: words },
      'bad-request',
    ],
  ])('is an error with its words: %s', async (_what, service, json, code) => {
    const { send: sendIt, transport } = createClient({ status: 200, json }, service);
    const error = await sendIt().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, outcome: 'not-sent', status: 200, retryable: false });
    expect((error as Error).message).toContain('The domain of [address] has no mail server.');
    expect(transport.requests).toHaveLength(1);
  });

  it.each([400, 422, 500])('has the meaning of its status, and words without a table: %i', async (status) => {
    const { send: sendIt } = createClient({ status, json: { success: false, message: words } }, least);
    const error = await sendIt().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: status === 500 ? 'server' : 'bad-request', status });
    expect((error as Error).message).toContain('The domain of [address]');
  });

  it('counts for what the service stores, too', async () => {
    const answer = { status: 200, json: { success: false, error: { text: 'No plan.' } } };
    const transport = createFakeTransport([{ answer }]);
    const email = createEmailClient({ driver: generic(acme, { apiKey: 'key' }), transport, limiter: false });
    const create = email.contacts.upsert({ email: 'bob@example.com' });
    await expect(create).rejects.toMatchObject({ code: 'bad-request', outcome: 'not-sent' });
  });

  it('is not read into a field that is missing or has another value', async () => {
    const json = { success: true, error: null, data: { messages: [{ id: 1 }] } };
    expect((await createClient({ status: 200, json }).send()).messageId).toBe('1');
  });
});
