import { describe, expect, it } from 'vitest';
import type { PermitRequest, RateObservation } from '../src/driver/index.ts';
import { bearerAuth, createServiceClient, defineService, noAuth, type Runtime } from '../src/index.ts';
import { fromResolver } from '../src/secrets/secret-resolver.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

const get = { method: 'GET', path: '/things' } as const;

/** A client whose limiter only listens. */
function setUp(fetch: Runtime['fetch'], service: Partial<Parameters<typeof defineService>[0]> = {}) {
  const runtime = createManualRuntime({ fetch });
  const requests: PermitRequest[] = [];
  const told: (RateObservation | undefined)[] = [];
  const limiter = {
    acquire: async (request: PermitRequest = {}) => {
      requests.push(request);
      return { waitedMs: 0, release: (observation?: RateObservation) => void told.push(observation) };
    },
  };
  const definition = defineService({
    name: 'acme',
    baseUrl: 'https://api.acme.test',
    auth: noAuth(),
    ...service,
  });
  const client = createServiceClient(definition, { limiter, retry: false, runtime });
  return { client, runtime, requests, told };
}

const answer = (status: number, headers: Record<string, string> = {}) =>
  setUp(async () => new Response('{}', { status, headers }));

describe('the observation that the limiter gets of an attempt', () => {
  it.each<[number, Record<string, string>, Partial<RateObservation>]>([
    [200, {}, {}],
    [404, {}, {}],
    [422, {}, {}],
    [500, {}, { failed: true }],
    [501, {}, {}],
    [503, {}, { failed: true }],
    [503, { 'retry-after': '2' }, { throttled: true, retryAfterMs: 2_000, unavailable: true }],
    [429, {}, { throttled: true }],
    [429, { 'retry-after': '2' }, { throttled: true, retryAfterMs: 2_000 }],
  ])('a status %d with %j', async (status, headers, expected) => {
    const { client, told } = answer(status, headers);
    await client.request(get).catch(() => undefined);
    expect(told).toEqual([{ limits: [], ...expected }]);
  });

  it('a network failure counts as a failure of the service', async () => {
    const { client, told } = setUp(() => Promise.reject(new TypeError('fetch failed')));
    await client.request(get).catch(() => undefined);
    expect(told).toEqual([{ failed: true }]);
  });

  it('so is an answer that does not come in time', async () => {
    const { client, runtime, told } = setUp(() => new Promise(() => undefined));
    const failed = client.request(get, { timeoutMs: 100 }).catch(() => undefined);
    await runtime.advance(100);
    await failed;
    expect(told).toEqual([{ failed: true }]);
  });

  it('an abort is not an observation of the service', async () => {
    const { client, runtime, told } = setUp(() => new Promise(() => undefined));
    const controller = new AbortController();
    const failed = client.request(get, { signal: controller.signal }).catch(() => undefined);
    await runtime.settle();
    controller.abort('enough');
    await failed;
    expect(told).toEqual([undefined]);
  });

  it.each(['fails', 'hangs'])('a secret store that %s takes no permit', async (how) => {
    const resolver = {
      get: () =>
        how === 'fails' ? Promise.reject(new Error('no store')) : new Promise<never>(() => undefined),
    };
    const { client, runtime, told } = setUp(async () => new Response('{}'), {
      auth: bearerAuth(),
      credential: fromResolver(resolver, 'key'),
    });
    const failed = client.request(get, { timeoutMs: 100 }).catch(() => undefined);
    await runtime.advance(200);
    await failed;
    expect(told).toEqual([]);
  });

  it('it has the tenant and the priority', async () => {
    const { client, requests } = answer(200);
    await client.request(get, { tenant: 'ann', priority: 'low' });
    expect(requests).toMatchObject([{ tenant: 'ann', priority: 'low', retry: false }]);
  });
});
