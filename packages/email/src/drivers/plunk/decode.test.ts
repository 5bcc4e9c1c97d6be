import { createEmailClient, type EmailMessage } from '@org/email';
import type { Limiter } from '@org/email/engine';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareMessage } from '../../model/message/read-message.ts';
import { plunk } from './index.ts';

const origin = 'https://plunk.example';
const message: EmailMessage = {
  from: 'ann@acme.dev',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
};
const template = { name: 'a', subject: 'b', html: 'c', from: 'ann@acme.dev' };

function failure(code: string, extra: object = {}): object {
  return { success: false, error: { code, message: 'Words of the service', ...extra } };
}

function client() {
  return createEmailClient({ driver: plunk({ apiKey: 'sk_test', baseUrl: origin }), retry: false });
}

beforeEach(() => {
  nock.disableNetConnect();
});

afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
});

describe('plunk(): the evidence of a 2xx response', () => {
  it.each([
    ['its code and status', failure('INVALID_API_KEY', { statusCode: 401 }), 'authentication', 'not-sent'],
    ['a status for a limit', failure('RATE_LIMIT_EXCEEDED', { statusCode: 429 }), 'rate-limit', 'not-sent'],
    ['a status for a failure', failure('DATABASE_ERROR', { statusCode: 500 }), 'server', 'unknown'],
    [
      'the shape of the first version',
      { success: false, code: 401, error: 'Unauthorized', message: 'Incorrect token' },
      'authentication',
      'not-sent',
    ],
    ['no reason', { success: false }, 'server', 'unknown'],
    ['only a code', failure('BAD_REQUEST'), 'server', 'unknown'],
  ])('reads a 200 that states a failure with %s as that failure', async (_what, body, code, outcome) => {
    nock(origin).post('/v1/send').reply(200, body);
    await expect(client().send(message)).rejects.toMatchObject({ code, outcome });
  });

  describe.each<[string, string, string, (email: ReturnType<typeof client>) => Promise<unknown>]>([
    ['template.create', 'post', '/templates', (email) => email.templates.create(template)],
    ['template.update', 'patch', '/templates/t1', (email) => email.templates.update('t1', { subject: 'b' })],
    ['template.delete', 'delete', '/templates/t1', (email) => email.templates.delete('t1')],
    ['contact.upsert', 'post', '/contacts', (email) => email.contacts.upsert({ email: 'bob@example.com' })],
    ['contact.update', 'patch', '/contacts/c1', (email) => email.contacts.update('c1', { subscribed: true })],
    ['contact.delete', 'delete', '/contacts/c1', (email) => email.contacts.delete('c1')],
  ])('%s', (_operation, method, path, call) => {
    it.each([
      [
        'states a failure',
        failure('CONFLICT', { statusCode: 409 }),
        { code: 'conflict', outcome: 'not-sent' },
      ],
      ['is an empty list', [], { code: 'response-format', outcome: 'unknown' }],
      ['has a number for an id', { id: 7 }, { code: 'response-format', outcome: 'unknown' }],
      ['is JSON of another service', { hello: 'world' }, { code: 'response-format', outcome: 'unknown' }],
      ['is a login page', '<html>Sign in</html>', { code: 'response-format', outcome: 'unknown' }],
    ])('is not done when a 200 %s', async (_what, body, expected) => {
      nock(origin).intercept(path, method).reply(200, body);
      await expect(call(client())).rejects.toMatchObject(expected);
    });
  });

  it('counts a resource with its id as done, despite a wrong field', async () => {
    nock(origin).post('/contacts').reply(201, { id: 'c1', email: 7 });
    await expect(client().contacts.upsert({ email: 'bob@example.com' })).rejects.toMatchObject({
      code: 'response-format',
      outcome: 'sent',
    });
  });

  it('joins each id with its recipient by the address, not by the place in the list', async () => {
    const emails = ['cat', 'BOB'].map((name) => ({
      contact: { id: name, email: `${name.toLowerCase()}@example.com` },
      email: `id-${name}`,
    }));
    nock(origin).post('/v1/send').reply(200, { success: true, data: { emails } });
    const session = plunk({ apiKey: 'sk_test', baseUrl: origin }).open({});
    const { outcomes } = await session.execute('send', {
      ...prepareMessage(message),
      to: ['Bob@example.com', 'cat@example.com', 'dan@example.com'].map((address) => ({ address })),
    });
    expect(outcomes).toEqual([
      { recipient: 'Bob@example.com', status: 'accepted', messageId: 'id-BOB' },
      { recipient: 'cat@example.com', status: 'accepted', messageId: 'id-cat' },
      { recipient: 'dan@example.com', status: 'unknown' },
    ]);
  });

  it('joins an id with no other recipient, also when it is the only one', async () => {
    nock(origin)
      .post('/v1/send')
      .reply(200, {
        success: true,
        data: { emails: [{ contact: { id: 'c', email: 'bob@example.com' }, email: 'e1' }] },
      });
    const session = plunk({ apiKey: 'sk_test', baseUrl: origin }).open({});
    const to = ['bob@example.com', 'cat@example.com'].map((address) => ({ address }));
    const { outcomes } = await session.execute('send', { ...prepareMessage(message), to });
    expect(outcomes.map(({ messageId }) => messageId)).toEqual(['e1', undefined]);
  });

  it.each([
    ['a key in progress', 409, failure('IDEMPOTENCY_KEY_REUSED', { details: { originalStatusCode: null } })],
    ['a used-up plan', 429, failure('RATE_LIMIT_EXCEEDED', { message: 'Billing limit exceeded' })],
    ['a used-up plan with a code', 429, failure('BILLING_LIMIT_EXCEEDED')],
  ])('does not take %s for a rate limit: no other call waits', async (_what, status, body) => {
    nock(origin).post('/v1/send').reply(status, body);
    const reports: unknown[] = [];
    const permit = { waitedMs: 0, release: (rates: unknown) => void reports.push(rates) };
    const email = createEmailClient({
      driver: plunk({ apiKey: 'sk_test', baseUrl: origin }),
      limiter: { acquire: async () => permit } as unknown as Limiter,
      retry: false,
    });
    await expect(email.send(message)).rejects.toMatchObject({ status });
    expect(reports).toEqual([expect.not.objectContaining({ throttled: true })]);
  });

  it.each([
    ['today', failure('BAD_REQUEST')],
    ['some routes', { error: 'Words of the service' }],
    ['the first version', { code: 400, error: 'Bad Request', message: 'Words of the service' }],
  ])('quotes the words of a failure in the shape of %s', async (_what, body) => {
    nock(origin).post('/v1/send').reply(400, body);
    await expect(client().send(message)).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('Words of the service'),
    });
  });

  it('names the field of a list that has another shape', async () => {
    nock(origin)
      .get('/contacts')
      .reply(200, { data: [{ id: 'c1', email: 7, subscribed: true }] });
    await expect(client().contacts.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'response-format',
      issues: [{ path: 'data[0].email' }],
    });
  });

  it('ends a list at hasMore: false, whatever the cursor', async () => {
    nock(origin)
      .get('/contacts')
      .reply(200, { data: [{ id: 'c1', email: 'a@b.dev', subscribed: true }], cursor: 'c1', hasMore: false });
    const ids: string[] = [];
    for await (const { id } of client().contacts.list()) ids.push(id);
    expect(ids).toEqual(['c1']);
  });

  it('reads lists in the current and the older shape', async () => {
    const [contact, stored] = [
      { id: 'c1', email: 'bob@example.com', subscribed: true },
      { id: 't1', name: 'Welcome' },
    ];
    for (const name of ['data', 'contacts'])
      nock(origin)
        .get('/contacts')
        .reply(200, { [name]: [contact], cursor: null, hasMore: false });
    for (const name of ['data', 'templates'])
      nock(origin)
        .get('/templates')
        .reply(200, { [name]: [stored], page: 1, totalPages: 1 });
    const email = client();
    for (const _ of ['today', 'before']) {
      const ids: string[] = [];
      for await (const { id } of email.contacts.list()) ids.push(id);
      for await (const { id } of email.templates.list()) ids.push(id);
      expect(ids).toEqual(['c1', 't1']);
    }
  });
});
