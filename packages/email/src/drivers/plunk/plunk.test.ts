import { startFaultServer } from '@org/core/testing';
import { createEmailClient, type EmailMessage } from '@org/email';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plunk } from './index.ts';

const origin = 'https://plunk.example';
const message: EmailMessage = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
};
const accepted = {
  success: true,
  data: {
    emails: [{ contact: { id: 'c1', email: 'bob@example.com' }, email: 'e1' }],
    timestamp: '2026-01-15T10:30:00.000Z',
  },
};

function failure(code: string, extra: object = {}): object {
  return {
    success: false,
    error: { code, message: 'Words of the service', requestId: 'r1', ...extra },
    timestamp: '2026-01-15T10:30:00.000Z',
  };
}

function client(retry: false | object = false, baseUrl = origin) {
  return createEmailClient({
    driver: plunk({ apiKey: 'sk_test_key_of_nobody', baseUrl }),
    retry: retry === false ? false : { baseMs: 1, throttledBaseMs: 1, ...retry },
  });
}

beforeEach(() => {
  nock.disableNetConnect();
  nock.enableNetConnect('127.0.0.1');
});
afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
});

describe('plunk(): the name of a reply address', () => {
  it('is a loss: Plunk takes the address alone', async () => {
    const replyTo = 'Help <help@acme.dev>';
    await expect(client().send({ ...message, replyTo })).rejects.toMatchObject({
      code: 'unsupported',
      issues: [{ path: 'replyTo' }],
    });
    nock(origin)
      .post('/v1/send', (body) => body.reply === 'help@acme.dev')
      .reply(200, accepted);
    const { lossy } = await client().send({ ...message, replyTo }, { onLossy: 'allow' });
    expect(lossy).toMatchObject([{ field: 'replyTo', action: 'dropped' }]);
  });

  it('is refused in a template', async () => {
    const template = {
      name: 'a',
      subject: 'b',
      html: '<p>',
      from: 'ann@acme.dev',
      replyTo: 'H <h@acme.dev>',
    };
    await expect(client().templates.create(template)).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
    });
  });
});

describe('plunk(): the address', () => {
  const baseUrl = 'http://plunk.internal:3000';

  it('security: refuses plain http to another machine, and names the option that allows it', () => {
    expect(() => createEmailClient({ driver: plunk({ apiKey: 'sk_x', baseUrl }) })).toThrow(
      /dangerouslyAllowHttp/,
    );
  });

  it('sends over plain http with that option', async () => {
    nock(baseUrl).post('/v1/send').reply(200, accepted);
    const driver = plunk({ apiKey: 'sk_x', baseUrl, dangerouslyAllowHttp: true });
    await expect(createEmailClient({ driver }).send(message)).resolves.toMatchObject({ messageId: 'e1' });
  });
});

describe('plunk(): requests', () => {
  it('posts the documented body, with key and idempotency key in their headers', async () => {
    let seenBody: unknown;
    const seenHeaders = new Map<string, string>();
    const remember = (name: string) => (value: unknown) => seenHeaders.set(name, String(value)).size > 0;
    nock(origin)
      .post('/v1/send', (body) => {
        seenBody = body;
        return true;
      })
      .matchHeader('authorization', remember('authorization'))
      .matchHeader('idempotency-key', remember('idempotency-key'))
      .reply(200, accepted);
    const result = await client().send({
      ...message,
      replyTo: 'help@acme.dev',
      headers: { 'X-Campaign': 'spring' },
      attachments: [{ filename: 'a.pdf', content: new Uint8Array([1, 2, 3]) }],
      providerOptions: { plunk: { subscribed: true } },
    });
    expect(seenBody).toEqual({
      to: [{ email: 'bob@example.com' }],
      from: { email: 'ann@acme.dev', name: 'Ann' },
      subject: 'Hi',
      body: '<p>Hi</p>',
      reply: 'help@acme.dev',
      headers: { 'X-Campaign': 'spring' },
      subscribed: true,
      attachments: [
        { filename: 'a.pdf', content: 'AQID', contentType: 'application/pdf', disposition: 'attachment' },
      ],
    });
    expect(seenHeaders.get('authorization')).toBe('Bearer sk_test_key_of_nobody');
    expect(seenHeaders.get('idempotency-key')).toMatch(/^[\x21-\x7e]{8,255}$/);
    expect(result).toMatchObject({ provider: 'plunk', messageId: 'e1', replayed: false });
  });

  it('uses template variables for one mail, and stores them only with persistVariables', async () => {
    const bodies: unknown[] = [];
    nock(origin)
      .post('/v1/send', (body) => bodies.push(body) > 0)
      .times(2)
      .reply(200, accepted);
    const template = { id: '3b1c1c6e-0000-4000-8000-000000000000', variables: { code: '123', admin: false } };
    const email = client();
    await email.send({ template, to: 'bob@example.com' });
    await email.send({
      template,
      to: 'bob@example.com',
      providerOptions: { plunk: { persistVariables: true } },
    });
    expect(bodies).toMatchObject([
      { data: { code: { value: '123', persistent: false }, admin: { value: false, persistent: false } } },
      { data: { code: '123', admin: false } },
    ]);
  });

  it.each([
    [
      'a reserved variable',
      { template: { id: 'x', variables: { email: 'a' } }, subject: undefined },
      'unsupported',
    ],
    ['a quotation mark in a filename', { attachments: [{ filename: 'a"b', content: 'x' }] }, 'invalid-input'],
    ['an unknown option', { providerOptions: { plunk: { subscribe: true } } }, 'invalid-input'],
    ['an option of another type', { providerOptions: { plunk: { subscribed: 'yes' } } }, 'invalid-input'],
    [
      'eleven attachments',
      { attachments: Array.from({ length: 11 }, (_, index) => ({ filename: `${index}`, content: 'x' })) },
      'payload-too-large',
    ],
    [
      'too many bytes',
      { attachments: [{ filename: 'a', content: new Uint8Array(10 * 1024 * 1024 + 1) }] },
      'payload-too-large',
    ],
  ])('refuses %s before any request', async (_what, extra, code) => {
    await expect(client().send({ ...message, ...extra } as EmailMessage)).rejects.toMatchObject({
      code,
      outcome: 'not-sent',
    });
  });

  it.each(['id', 'plunk_id', 'plunk_email', 'email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl'])(
    'refuses the template variable %s, which Plunk would drop',
    async (name) => {
      const template = { id: 'x', variables: { [name]: 'a' } };
      await expect(client().send({ template, to: 'bob@example.com' })).rejects.toMatchObject({
        code: 'unsupported',
        issues: [{ path: `template.variables.${name}` }],
      });
    },
  );

  it('puts the key into the header of the auth option', async () => {
    const { headerKey } = await import('@org/core');
    const scope = nock(origin, { reqheaders: { 'x-api-key': 'sk_test_key_of_nobody' } })
      .post('/v1/send')
      .reply(200, accepted);
    const email = createEmailClient({
      driver: plunk({ apiKey: 'sk_test_key_of_nobody', baseUrl: origin, auth: headerKey('x-api-key') }),
    });
    await email.send(message);
    expect(scope.isDone()).toBe(true);
  });

  it('sends braces of a plain message as entities, which Plunk does not replace', async () => {
    const bodies: { readonly body?: string }[] = [];
    nock(origin)
      .post('/v1/send', (body) => bodies.push(body) > 0)
      .times(3)
      .reply(200, accepted);
    const html = '<p title="{{email}}">{{{name}}} {% if a %} {a} {}</p>';
    await client().send({ ...message, html });
    await client().send({ ...message, html, providerOptions: { plunk: { placeholders: true } } });
    await client().send({ template: { id: 'x' }, to: 'bob@example.com', html });
    expect(bodies.map(({ body }) => body)).toEqual([
      '<p title="&#123;{email}}">&#123;&#123;{name}}} &#123;% if a %} {a} {}</p>',
      html,
      html,
    ]);
  });

  it.each(['Hi {{name}}', '{% raw %}'])('refuses the subject %s and names the option', async (subject) => {
    await expect(client().send({ ...message, subject })).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      message: expect.stringContaining('providerOptions: { plunk: { placeholders: true } }'),
      issues: [{ path: 'subject' }],
    });
  });

  it('reaches any other endpoint with request', async () => {
    nock(origin).get('/v1/resources').query({ page: 2 }).reply(200, { ok: true });
    const answer = await client().request({ method: 'GET', path: '/v1/resources', query: { page: 2 } });
    expect(answer.json()).toEqual({ ok: true });
  });
});

describe('plunk(): responses', () => {
  it('reads the response of the first version, without an envelope', async () => {
    nock(origin).post('/v1/send').reply(200, { success: true, emails: accepted.data.emails });
    expect((await client().send(message)).messageId).toBe('e1');
  });

  it.each([
    ['an acceptance without ids', { success: true }, 'sent'],
    ['an acceptance of no mail', { success: true, data: { emails: [] } }, 'unknown'],
    ['an empty list', [], 'unknown'],
    ['JSON of another service', { hello: 'world' }, 'unknown'],
    ['a login page', '<html>Sign in to the network</html>', 'unknown'],
    ['nothing', '', 'unknown'],
  ])('judges a 200 with %s', async (_what, body, outcome) => {
    nock(origin).post('/v1/send').reply(200, body);
    await expect(client({}).send(message)).rejects.toMatchObject({
      code: 'response-format',
      outcome,
      attempts: 1,
    });
  });

  const refusals: readonly (readonly [number, unknown, object])[] = [
    [400, failure('BAD_REQUEST'), { code: 'bad-request' }],
    [400, failure('VALIDATION_ERROR'), { code: 'bad-request' }],
    [400, { error: 'From address is required' }, { code: 'bad-request' }],
    [
      400,
      failure('INTERNAL_SERVER_ERROR', {
        message: 'Cannot send marketing template to unsubscribed contact bob@example.com.',
      }),
      { code: 'recipient-suppressed' },
    ],
    [401, failure('INVALID_API_KEY'), { code: 'authentication' }],
    [
      401,
      { code: 401, error: 'Unauthorized', message: 'Incorrect Bearer token specified', time: 1 },
      { code: 'authentication' },
    ],
    [402, failure('BILLING_LIMIT_EXCEEDED'), { code: 'quota-exceeded' }],
    [402, failure('UPGRADE_REQUIRED'), { code: 'quota-exceeded' }],
    [403, failure('FORBIDDEN'), { code: 'permission' }],
    [403, failure('PROJECT_ACCESS_DENIED'), { code: 'permission' }],
    [403, failure('EMAIL_VERIFICATION_REQUIRED'), { code: 'permission' }],
    [403, failure('PROJECT_DISABLED'), { code: 'account-suspended' }],
    [
      403,
      failure('INTERNAL_SERVER_ERROR', { message: 'Domain "acme.dev" is not verified.' }),
      { code: 'sender-not-verified' },
    ],
    [
      403,
      failure('INTERNAL_SERVER_ERROR', { message: 'This project is disabled' }),
      { code: 'account-suspended' },
    ],
    [
      429,
      failure('INTERNAL_SERVER_ERROR', { message: 'Billing limit exceeded for transactional emails' }),
      { code: 'quota-exceeded', retryable: false },
    ],
    [404, failure('TEMPLATE_NOT_FOUND'), { code: 'not-found' }],
    [409, failure('CONFLICT'), { code: 'conflict' }],
    [
      409,
      failure('IDEMPOTENCY_KEY_REUSED', { details: { originalStatusCode: 200 } }),
      { code: 'idempotency-conflict', outcome: 'sent' },
    ],
    [
      409,
      failure('IDEMPOTENCY_KEY_REUSED', { details: { originalStatusCode: 500 } }),
      { code: 'idempotency-conflict', outcome: 'unknown' },
    ],
    [
      409,
      failure('IDEMPOTENCY_KEY_REUSED', { details: { originalStatusCode: null } }),
      { code: 'idempotency-conflict', outcome: 'unknown', retryable: false },
    ],
    [
      409,
      failure('IDEMPOTENCY_KEY_REUSED', { details: { key: 'order-1' } }),
      { code: 'idempotency-conflict', outcome: 'not-sent', retryable: true },
    ],
    [409, failure('IDEMPOTENCY_KEY_REUSED'), { code: 'idempotency-conflict', outcome: 'unknown' }],
    [413, 'too large', { code: 'payload-too-large' }],
    [
      422,
      failure('VALIDATION_ERROR', {
        errors: [{ field: 'to.1.email', message: 'Invalid email', received: 'x@y' }],
      }),
      { code: 'bad-request' },
    ],
    [
      429,
      failure('RATE_LIMIT_EXCEEDED', { details: { retryAfter: 7 } }),
      { code: 'rate-limit', retryAfterMs: 7_000, retryable: true },
    ],
    [500, failure('INTERNAL_SERVER_ERROR'), { code: 'server', outcome: 'unknown', retryable: false }],
    [502, '<html>Bad gateway</html>', { code: 'server', outcome: 'unknown' }],
  ];

  it.each(refusals)('classifies %i %j', async (status, body, expected) => {
    nock(origin)
      .post('/v1/send')
      .reply(status, body as nock.Body, { 'x-request-id': 'r1' });
    await expect(client().send(message)).rejects.toMatchObject({
      outcome: 'not-sent',
      status,
      provider: 'plunk',
      operation: 'send',
      ...expected,
    });
  });

  it.each([
    ['the header', '9', 7, 9_000],
    ['the body', '2', 7, 7_000],
  ])(
    'waits as long as %s says, when it says the longer time',
    async (_what, header, retryAfter, retryAfterMs) => {
      nock(origin)
        .post('/v1/send')
        .reply(429, failure('RATE_LIMIT_EXCEEDED', { details: { retryAfter } }), { 'retry-after': header });
      await expect(client().send(message)).rejects.toMatchObject({ code: 'rate-limit', retryAfterMs });
    },
  );

  it('names the invalid field by our path, and quotes no address', async () => {
    const body = failure('VALIDATION_ERROR', {
      message: 'bob@example.com is not valid',
      errors: [
        { field: 'to.1.email', message: 'Invalid email bob@example.com', received: 'bob@example.com' },
      ],
    });
    nock(origin).post('/v1/send').reply(422, body);
    const error: unknown = await client()
      .send(message)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      issues: [{ path: 'to[1].email', message: 'Invalid email [address]' }],
      providerRequestId: 'r1',
    });
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/bob@|sk_test/);
  });
});

describe('plunk(): a response about other recipients', () => {
  it('does not resolve: whether the recipient has the mail is unknown', async () => {
    const emails = ['eve', 'mallory'].map((name) => ({
      contact: { id: name, email: `${name}@example.com` },
      email: name,
    }));
    nock(origin).post('/v1/send').reply(200, { success: true, data: { emails } });
    await expect(client().send(message)).rejects.toMatchObject({
      code: 'incomplete-send',
      outcome: 'unknown',
      retryable: false,
      outcomes: [{ recipient: 'bob@example.com', status: 'unknown' }],
    });
  });
});

describe('plunk(): repetitions', () => {
  const used = (originalStatusCode: number | null) => ({
    answer: {
      status: 409,
      body: JSON.stringify(failure('IDEMPOTENCY_KEY_REUSED', { details: { originalStatusCode } })),
    },
  });
  const lost = { when: { nth: 1 }, fault: { kind: 'reset-peer', phase: 'after-request-body' } } as const;

  it('E5: repeats with the same key after a lost response, and reports the earlier acceptance', async () => {
    await using server = await startFaultServer({ rules: [lost, used(200)] });
    const result = await client({}, server.url).send(message, { idempotencyKey: 'order-1' });
    expect(result).toEqual({
      provider: 'plunk',
      outcomes: [{ recipient: 'bob@example.com', status: 'accepted' }],
      replayed: true,
      lossy: [],
    });
    const keys = server.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.stringMatching(/^order-1-/), keys[0]]);
  });

  it('waits while the first request is in progress, and then reports its result', async () => {
    const rules = [lost, { when: { nth: 2 }, ...used(null) }, used(200)];
    await using server = await startFaultServer({ rules });
    expect((await client({}, server.url).send(message)).replayed).toBe(true);
    expect(server.requests).toHaveLength(3);
  });

  it('reports a conflict for a key that was used before this call', async () => {
    nock(origin)
      .post('/v1/send')
      .reply(409, failure('IDEMPOTENCY_KEY_REUSED', { details: { originalStatusCode: 200 } }));
    await expect(client({}).send(message, { idempotencyKey: 'order-1' })).rejects.toMatchObject({
      code: 'idempotency-conflict',
      outcome: 'sent',
      attempts: 1,
    });
  });

  it('does not repeat the creation of a template when its outcome is unknown', async () => {
    nock(origin).post('/templates').reply(500, failure('INTERNAL_SERVER_ERROR'));
    const input = { name: 'a', subject: 'b', html: 'c', from: 'ann@acme.dev' };
    await expect(client({}).templates.create(input)).rejects.toMatchObject({
      attempts: 1,
      retryRefusal: 'ambiguous',
    });
  });

  it('knows no date for a day that does not exist', async () => {
    const dates = { createdAt: '2030-02-28T00:00:00Z', updatedAt: '2030-02-31T00:00:00Z' };
    const contact = { id: 'c1', email: 'ann@acme.dev', subscribed: true, ...dates };
    nock(origin).get('/contacts/c1').reply(200, contact);
    const read = await client({}).contacts.get('c1');
    expect(read.createdAt).toEqual(new Date('2030-02-28T00:00:00Z'));
    expect(read).not.toHaveProperty('updatedAt');
  });
});

describe('plunk(): events', () => {
  it('contain the path template, never the id', async () => {
    nock(origin).get('/contacts/c1').reply(404, failure('NOT_FOUND'));
    const urls: unknown[] = [];
    const email = createEmailClient({
      driver: plunk({ apiKey: 'sk_test_key_of_nobody', baseUrl: origin }),
      onEvent: (event) => event.type === 'attempt-start' && urls.push([event.urlTemplate, event.url]),
    });
    await email.contacts.get('c1').catch(() => {});
    expect(urls).toEqual([['/contacts/{id}', `${origin}/contacts/{id}`]]);
  });
});
