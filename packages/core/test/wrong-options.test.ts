import { describe, expect, it } from 'vitest';
import { ConfigurationError, InvalidInputError } from '../src/errors/caller-errors.ts';
import {
  bearer,
  type CallOptions,
  createServiceClient,
  type EngineOptions,
  type RawRequest,
} from '../src/index.ts';

/** Nothing may be sent: what is asked for the network fails the test. */
const runtime = {
  fetch: async () => {
    throw new Error('a request was made');
  },
};

function clientWith(options: object = {}) {
  const service = { name: 'acme', baseUrl: 'https://acme.example', auth: bearer(), credential: 'key' };
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
  ])('of a request: %s in the %#th', async (path, request) => {
    const error = await clientWith()
      .request(request as RawRequest)
      .catch((thrown: unknown) => thrown);
    expect(InvalidInputError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'not-sent', issues: [{ path }] });
  });
});
