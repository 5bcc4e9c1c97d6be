import { inspect } from 'node:util';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bearerAuth } from './auth/bearer.ts';
import { queryKey } from './auth/query-key.ts';
import { createServiceClient } from './client.ts';
import { fromEnv } from './credentials/env.ts';
import { Secret } from './credentials/secret.ts';
import type { CredentialSource } from './credentials/source.ts';
import type { EngineOptions } from './engine-options.ts';
import { ConfigurationError, InvalidInputError } from './errors/caller-errors.ts';
import { isOrgError, type OrgError } from './errors/org-error.ts';
import { AuthenticationError, RateLimitError, ServerError } from './errors/service-errors.ts';
import { RedirectError, ResponseFormatError, ResponseTooLargeError } from './errors/transport-errors.ts';
import type { ClientEvent } from './observe/events.ts';
import { defineOperation, defineService, type ServiceDefinition } from './operation.ts';
import { pathSegment } from './pipeline/http-request.ts';
import type { Schema } from './schema.ts';
import { createManualRuntime, startFaultServer } from './testing/index.ts';

const origin = 'https://api.acme.example';
const key = 'sk_live_canary_7f3a';

const Thing: Schema<{ id: string }> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) =>
      typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
        ? { value: { id: value.id } }
        : { issues: [{ message: 'must be a string', path: ['id'] }] },
  },
};

const getThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: (id: string) => ({ method: 'GET', path: `/v1/things/${pathSegment(id)}` }),
  decode: Thing,
});

const makeThing = (safety: 'unsafe' | 'keyed') =>
  defineOperation({
    name: 'thing.create',
    safety,
    encode: (json: object) => ({ method: 'POST', path: '/v1/things', json }),
    decode: Thing,
  });

const service = (fields: Partial<ServiceDefinition> = {}) =>
  defineService({ name: 'acme', baseUrl: origin, auth: bearerAuth(), credential: key, ...fields });

const noWait = { random: () => 0 };

function client(fields: Partial<ServiceDefinition> = {}, options: EngineOptions = {}) {
  return createServiceClient(service(fields), { runtime: noWait, ...options });
}

async function failure(call: Promise<unknown>): Promise<OrgError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isOrgError(error)) throw new Error(`not one of our errors: ${inspect(error)}`);
  return error;
}

describe('createServiceClient', () => {
  beforeAll(() => {
    nock.disableNetConnect();
    nock.enableNetConnect('127.0.0.1');
  });
  afterAll(() => nock.enableNetConnect());
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    expect(pending).toEqual([]);
  });

  it('sends the encoded request with its credential, and returns the decoded value', async () => {
    nock(origin, {
      reqheaders: { authorization: `Bearer ${key}`, accept: 'application/json', 'user-agent': /^org-core\// },
    })
      .get('/v1/things/a%2Fb')
      .reply(200, { id: 'a/b', more: true });
    expect(await client().execute(getThing, 'a/b')).toEqual({ id: 'a/b' });
  });

  it('sends a raw request to any endpoint', async () => {
    nock(origin, { reqheaders: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })
      .get('/v1/resources?limit=2')
      .reply(200, [1, 2]);
    const answer = await client().request({ method: 'GET', path: '/v1/resources', query: { limit: 2 } });
    expect(answer.json()).toEqual([1, 2]);
  });

  it('repeats a read until it succeeds, within the attempts', async () => {
    nock(origin).get('/v1/things/x').times(2).reply(502, '').get('/v1/things/x').reply(200, { id: 'x' });
    expect(await client().execute(getThing, 'x')).toEqual({ id: 'x' });
  });

  it('C3: never repeats an unsafe operation with an unknown outcome, and the error says so', async () => {
    nock(origin).post('/v1/things').reply(502, 'bad gateway');
    const error = await failure(client().execute(makeThing('unsafe'), {}));
    expect(error).toMatchObject({
      attempts: 1,
      outcome: 'unknown',
      retryRefusal: 'ambiguous',
      retryable: false,
      status: 502,
    });
    expect(ServerError.isInstance(error)).toBe(true);
  });

  it('sends one idempotency key with every attempt', async () => {
    nock(origin, { reqheaders: { 'idempotency-key': 'order-17' } })
      .post('/v1/things')
      .times(3)
      .reply(503, '');
    const error = await failure(client().execute(makeThing('keyed'), {}, { idempotencyKey: 'order-17' }));
    expect(error).toMatchObject({
      attempts: 3,
      retryRefusal: 'attempts',
      outcome: 'unknown',
      retryable: true,
    });
  });

  it('fails at once, with retryAfterMs, when the service asks for a longer wait than allowed', async () => {
    nock(origin).get('/v1/things/x').reply(429, { error: 'slow' }, { 'retry-after': '3600' });
    const error = await failure(client().execute(getThing, 'x'));
    expect(RateLimitError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      attempts: 1,
      retryAfterMs: 3_600_000,
      retryRefusal: 'retry-after-too-long',
      outcome: 'not-sent',
    });
  });

  it('C17: loads a refused credential again, once, without counting an attempt', async () => {
    let loads = 0;
    const source: CredentialSource = {
      description: 'the rotating key',
      load: async () => {
        loads += 1;
        return { secret: new Secret(`key-${loads}`), source: 'test' };
      },
    };
    nock(origin, { reqheaders: { authorization: 'Bearer key-1' } })
      .post('/v1/things')
      .reply(401, {});
    nock(origin, { reqheaders: { authorization: 'Bearer key-2' } })
      .post('/v1/things')
      .reply(200, { id: 'n' });
    const rotating = client({ credential: source }, { retry: false });
    expect(await rotating.execute(makeThing('unsafe'), {})).toEqual({ id: 'n' });
    expect(loads).toBe(2);
  });

  it('C17: the fresh credential after a 401 leaves all attempts to the retries', async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      return { secret: new Secret(`key-${loads}`), source: 'test' };
    };
    const with1 = nock(origin, { reqheaders: { authorization: 'Bearer key-1' } });
    const with2 = nock(origin, { reqheaders: { authorization: 'Bearer key-2' } });
    with1.get('/v1/things/x').reply(401, {});
    with2.get('/v1/things/x').times(2).reply(503, {});
    with2.get('/v1/things/x').reply(200, { id: 'x' });
    const rotating = client({ credential: { description: 'a key', load } }, { retry: { maxAttempts: 3 } });
    expect(await rotating.execute(getThing, 'x')).toEqual({ id: 'x' });
    expect(loads).toBe(2);
  });

  it('sends no second request with the same credential', async () => {
    nock(origin).get('/v1/things/x').reply(401, { message: 'bad key' });
    const error = await failure(client().execute(getThing, 'x'));
    expect(AuthenticationError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ attempts: 1, details: { message: 'bad key' } });
  });

  it('C13: keeps the key out of errors and events, wherever the service puts it', async () => {
    const events: ClientEvent[] = [];
    nock(origin)
      .get('/v1/things/x')
      .query({ api_key: key })
      .reply(
        403,
        { message: `key ${key} may not`, echo: Buffer.from(key).toString('base64') },
        { 'x-request-id': 'r-1' },
      );
    const acme = client({ auth: queryKey('api_key') }, { onEvent: (event) => events.push(event) });
    const error = await failure(acme.execute(getThing, 'x'));
    const seen = [
      inspect(error, { depth: 9, showHidden: true }),
      JSON.stringify(error),
      error.stack,
      inspect(events, { depth: 9 }),
    ].join();
    expect(seen).not.toContain(key);
    expect(seen).not.toContain(Buffer.from(key).toString('base64'));
    expect(error.providerRequestId).toBe('r-1');
    expect(events.map(({ type }) => type)).toEqual([
      'operation-start',
      'attempt-start',
      'attempt-end',
      'operation-end',
    ]);
  });

  it('C14: follows a redirect within the origin, and no other', async () => {
    nock(origin)
      .get('/v1/things/x')
      .reply(302, '', { location: '/v2/x' })
      .get('/v2/x')
      .reply(200, { id: 'moved' });
    expect(await client().execute(getThing, 'x')).toEqual({ id: 'moved' });
    nock(origin).get('/v1/things/x').reply(302, '', { location: 'https://evil.example/' });
    expect(RedirectError.isInstance(await failure(client().execute(getThing, 'x')))).toBe(true);
  });

  it('C15: recognises a captive portal', async () => {
    nock(origin).post('/v1/things').reply(200, '<html>Please log in</html>');
    const error = await failure(client().execute(makeThing('unsafe'), {}));
    expect(ResponseFormatError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
  });

  it('C15: stops reading at the size limit', async () => {
    nock(origin)
      .get('/v1/things/x')
      .reply(200, { id: 'x'.repeat(5_000) });
    const error = await failure(client({}, { maxResponseBytes: 1_000 }).execute(getThing, 'x'));
    expect(ResponseTooLargeError.isInstance(error)).toBe(true);
  });

  it('rethrows the caller’s own reason before anything is sent', async () => {
    const reason = new Error('the user left');
    await expect(client().execute(getThing, 'x', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('C8: bounds an attempt and the whole call; the error names the wait', async () => {
    const server = await startFaultServer();
    try {
      server.respond({ fault: { kind: 'timeout', phase: 'after-request-body' } });
      const acme = client({ baseUrl: server.url });
      const attempt = await failure(acme.execute(makeThing('unsafe'), {}, { timeoutMs: 1_000 }));
      expect(attempt.toJSON()).toMatchObject({
        code: 'timeout',
        phase: 'headers',
        limit: 'attempt',
        outcome: 'unknown',
        attempts: 1,
      });
      const whole = await failure(acme.execute(getThing, 'x', { deadlineMs: 50 }));
      expect(whole.toJSON()).toMatchObject({ code: 'timeout', limit: 'deadline', retryRefusal: 'deadline' });
    } finally {
      await server.close();
    }
  });

  it.each([
    ['a base URL without https', { baseUrl: 'http://api.acme.example' }],
    ['a base URL that is none', { baseUrl: 'api.acme.example' }],
    ['an empty base URL', { baseUrl: ' ' }],
  ])('refuses %s at construction', (_, fields) => {
    expect(() => client(fields)).toThrow(expect.objectContaining({ code: 'configuration' }));
    expect(() => client(fields)).toThrow(ConfigurationError);
  });

  it.each([
    ['a missing key', fromEnv('ACME_API_KEY_THAT_IS_NOT_SET'), /ACME_API_KEY_THAT_IS_NOT_SET/],
    ['a blank key', '  ', /blank|empty/],
    ['a key with a line break', 'sk\r\nx: y', /./],
  ])('refuses %s before any request, without showing it', async (_, credential, message) => {
    const error = await failure(client({ credential }).execute(getThing, 'x'));
    expect(error).toMatchObject({
      code: 'credential',
      outcome: 'not-sent',
      provider: 'acme',
      operation: 'thing.get',
    });
    expect(error.message).toMatch(message);
  });

  it.each([
    ['the credential’s header', { Authorization: 'Bearer mine' }],
    ['a transport header', { Host: 'evil.example' }],
    ['a line break', { 'x-note': 'a\r\nx-admin: 1' }],
  ])('refuses %s among the caller’s headers', async (_, headers) => {
    const error = await failure(
      client().execute(getThing, 'x', { headers: headers as Record<string, string> }),
    );
    expect(InvalidInputError.isInstance(error)).toBe(true);
  });

  it('closing while a credential hangs ends the call unsent', async () => {
    const runtime = createManualRuntime();
    const credential = { description: 'a vault', load: () => new Promise<never>(() => {}) };
    const waiting = client({ credential }, { runtime });
    const ended = failure(waiting.execute(makeThing('unsafe'), {}));
    await runtime.settle();
    const closed = waiting.close();
    await runtime.advance(10_000);
    await closed;
    expect(await ended).toMatchObject({
      name: 'ClosedError',
      outcome: 'not-sent',
      operation: 'thing.create',
    });
  });

  it('refuses every call after close, and closes twice', async () => {
    const acme = client();
    await acme.close();
    await acme.close();
    expect(await failure(acme.execute(getThing, 'x'))).toMatchObject({ code: 'closed', outcome: 'not-sent' });
  });
});
