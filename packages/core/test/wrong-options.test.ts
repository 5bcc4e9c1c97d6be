import { describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import { ConfigurationError, InvalidInputError } from '../src/errors/caller-errors.ts';
import {
  bearerAuth,
  type CallOptions,
  createLimiter,
  createServiceClient,
  type LimiterOptions,
  perMinute,
  type RawRequest,
  type ServiceDefinition,
} from '../src/index.ts';
import { type BreakerOptions, createBreaker } from '../src/resilience/index.ts';
import { createFakeTransport } from '../src/testing/index.ts';

/** Nothing may be sent: what is asked for the network fails the test. */
const runtime = {
  fetch: async () => {
    throw new Error('a request was made');
  },
};

function clientWith(options: object = {}) {
  const service = { name: 'acme', baseUrl: 'https://acme.example', auth: bearerAuth(), credential: 'key' };
  return createServiceClient(service, { runtime, ...options } as EngineOptions);
}

const get = { method: 'GET', path: '/things' } as const;

describe('options that cannot work are refused before anything is sent', () => {
  it.each<[string, object]>([
    ['limiter', { limiter: {} }],
    ['limiter', { limiter: 'none' }],
    ['retry', { retry: 5 }],
    ['retry.maxAttempts', { retry: { maxAttempts: '3' } }],
    ['runtime', { runtime: 5 }],
    ['runtime.fetch', { runtime: { fetch: 'node-fetch' } }],
    ['onEvent', { onEvent: 5 }],
    ['hooks', { hooks: () => {} }],
    ['hedge', { hedge: 200 }],
    ['instrumentation', { instrumentation: 'otel' }],
    ['compress', { compress: true }],
    ['transport', { transport: {} }],
    ['userAgent', { userAgent: 'shop\r\nx-evil: 1' }],
    ['timeoutMs', { timeoutMs: '5' }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['deadlineMs', { deadlineMs: 0 }],
    ['maxResponseBytes', { maxResponseBytes: -1 }],
  ])('of a client: %s in %o', (name, options) => {
    const make = () => clientWith(options);
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(new RegExp(`^${name} must be `));
  });

  it.each<[string, object]>([
    ['signal', { signal: 5 }],
    ['headers', { headers: 'accept: all' }],
    ['hooks', { hooks: 'none' }],
    ['hedge', { hedge: true }],
    ['priority', { priority: 'urgent' }],
    ['tenant', { tenant: 7 }],
    ['timeoutMs', { timeoutMs: '5' }],
    ['deadlineMs', { deadlineMs: -1 }],
    ['maxAttempts', { maxAttempts: 0 }],
  ])('of a call: %s in %o', async (name, options) => {
    const error = await clientWith()
      .request(get, options as CallOptions)
      .catch((thrown: unknown) => thrown);
    expect(ConfigurationError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringMatching(`^${name} must be `) });
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;

  it.each<[string, object]>([
    ['method', { ...get, method: 'TRACE' }],
    ['method', { ...get, method: 'G T' }],
    ['method', { ...get, method: 'get' }],
    ['method', { ...get, json: {} }],
    ['method', { ...get, method: 'HEAD', body: 'text' }],
    ['json', { ...get, method: 'POST', json: 5n }],
    ['json', { ...get, method: 'POST', json: cycle }],
    ['json', { ...get, method: 'POST', json: () => {} }],
    ['body', { ...get, method: 'POST', json: {}, body: 'text' }],
    ['body', { ...get, method: 'POST', json: {}, form: {} }],
    ['body', { ...get, method: 'POST', body: null }],
    ['body', { ...get, method: 'POST', body: 5 }],
    ['body', { ...get, method: 'POST', body: new Blob(['text']) }],
    ['body', { ...get, method: 'POST', body: new ReadableStream() }],
    ['form', { ...get, method: 'POST', form: 'a=b' }],
    ['form', { ...get, method: 'POST', form: new URLSearchParams('a=b') }],
    ['form.a', { ...get, method: 'POST', form: { a: 5 } }],
    ['form.a', { ...get, method: 'POST', form: { a: ['b', null] } }],
    ['query', { ...get, query: 'a=b' }],
    ['query', { ...get, query: new URLSearchParams('a=b') }],
    ['query', { ...get, query: new Map([['a', 'b']]) }],
    ['headers', { ...get, headers: new Headers({ a: 'b' }) }],
    ['headers', { ...get, headers: [['a', 'b']] }],
  ])('of a request: %s in the %#th', async (path, request) => {
    const error = await clientWith()
      .request(request as RawRequest)
      .catch((thrown: unknown) => thrown);
    expect(InvalidInputError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'not-sent', issues: [{ path }] });
  });

  it.each([
    ['data', 'Known are method, path, '],
    ['headrs', 'Did you mean "headers"?'],
  ])('of a request: the unknown %s: %s', async (name, hint) => {
    const error = await clientWith()
      .request({ ...get, method: 'POST', [name]: {} } as RawRequest)
      .catch((thrown: unknown) => thrown);
    expect(ConfigurationError.isInstance(error)).toBe(true);
    const message = expect.stringContaining(`request() has no option "${name}". ${hint}`);
    expect(error).toMatchObject({ message, outcome: 'not-sent' });
  });

  it.each([null, {}, ['b']])('of a request: a header whose value is %j', async (value) => {
    const error = await clientWith()
      .request({ ...get, headers: { a: value as unknown as string } })
      .catch((thrown: unknown) => thrown);
    expect(InvalidInputError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringContaining('"a"') });
  });

  it.each([
    ['of the call', get, { headers: { 'Idempotency-Key': 'mine' } }],
    ['of the request', { ...get, headers: { 'idempotency-key': 'mine' } }, {}],
  ])('an idempotency key among the headers %s, which another would replace', async (_, request, options) => {
    const keyed = { ...request, method: 'POST', safety: 'keyed' } as const;
    const refused = expect(clientWith().request(keyed, options)).rejects;
    await refused.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('idempotencyKey'),
    });
    const transport = createFakeTransport([{ answer: {} }]);
    await clientWith({ transport }).request(keyed, { ...options, idempotencyKey: 'mine' });
    expect(transport.requests[0]?.headers.get('idempotency-key')).toBe('mine');
  });

  it('of an operation: a safety that is none, which would be repeated like a read', async () => {
    const operation = { name: 'thing.send', safety: 'unsave', encode: () => get, decode: () => 1 };
    const error = await clientWith()
      .execute(operation as never, undefined)
      .catch((thrown: unknown) => thrown);
    expect(ConfigurationError.isInstance(error)).toBe(true);
  });

  it.each([undefined, {}, 'bearer'])('of a service: auth in %j', (auth) => {
    const service = { name: 'acme', baseUrl: 'https://acme.example', auth } as unknown as ServiceDefinition;
    expect(() => createServiceClient(service)).toThrow(ConfigurationError);
  });

  it.each<[string, object]>([
    ['limits', {}],
    ['groups', { limits: [], groups: null }],
    ['groups.send', { limits: [], groups: { send: undefined } }],
    ['fairness', { limits: [], fairness: null }],
    ['adaptiveConcurrency', { limits: [], adaptiveConcurrency: null }],
    ['adaptiveConcurrency', { limits: [], adaptiveConcurrency: { next: () => 1 } }],
    ['runtime.sleep', { limits: [], runtime: { sleep: 5 } }],
    ['limits', { limits: perMinute(5) }],
    ['limits', { limits: [null] }],
    ['limits', { limits: [{ kind: 'windw', limit: 5, windowMs: 5 }] }],
    ['limit', { limits: [{ kind: 'window', limit: 0, windowMs: 5 }] }],
    ['windowMs', { limits: [{ kind: 'window', limit: 5 }] }],
    ['burst', { limits: [{ kind: 'bucket', ratePerSecond: 5, burst: 0.5 }] }],
    ['limit', { limits: [{ kind: 'concurrency', limit: '5' }] }],
    ['groups.paid', { limits: [], groups: { paid: perMinute(5) } }],
    ['adaptiveConcurrency', { limits: [], adaptiveConcurrency: true }],
    ['fairness', { limits: [], fairness: true }],
  ])('of a limiter: %s in %o', (name, options) => {
    const make = () => createLimiter(options as LimiterOptions);
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(new RegExp(`^${name} must be `));
  });

  it.each<[string, object]>([
    ['limiter', { limiter: {} }],
    ['limiter', { limiter: null }],
    ['onStateChange', { onStateChange: 'log' }],
    ['failureRate', { failureRate: 2 }],
    ['windowMs', { windowMs: 0 }],
    ['maxOpenMs', { openMs: 5_000, maxOpenMs: 1_000 }],
  ])('of a breaker: %s in %o', (name, options) => {
    const make = () => createBreaker(options as BreakerOptions);
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(new RegExp(`^${name} must be `));
  });
});

describe('the error for a number names the option, its range and the value', () => {
  it.each<[object, string]>([
    [{ timeoutMs: 0 }, 'timeoutMs must be a number above 0, or Infinity, not 0.'],
    [{ timeoutMs: '5' }, 'timeoutMs must be a number above 0, or Infinity, not a string.'],
    [{ retry: { maxAttempts: 1.5 } }, 'retry.maxAttempts must be a whole number of at least 1, not 1.5.'],
    [{ retry: { baseMs: Infinity } }, 'retry.baseMs must be a number of at least 0, not Infinity.'],
    [{ maxResponseBytes: null }, 'maxResponseBytes must be a whole number of at least 1, not null.'],
  ])('%o', (options, message) => {
    expect(() => clientWith(options)).toThrow(message);
  });
});

it('a header, a query value or an option that is undefined is left out', async () => {
  const sent: Request[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init));
    return new Response('{}');
  };
  const headers = { 'x-a': undefined as unknown as string, 'x-b': 'b' };
  await clientWith({ runtime: { fetch } }).request({ ...get, query: { a: undefined, b: 1 } }, { headers });
  expect(sent[0]?.url).toBe('https://acme.example/things?b=1');
  expect([sent[0]?.headers.has('x-a'), sent[0]?.headers.get('x-b')]).toEqual([false, 'b']);
});
