import { describe, expect, it } from 'vitest';
import type { PermitRequest } from '../src/driver/index.ts';
import {
  createLimiter,
  createServiceClient,
  type LimiterOptions,
  maxConcurrency,
  noAuth,
  perSecond,
  perWindow,
  ServerError,
} from '../src/index.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

const day = 86_400_000;
const unavailable = { throttled: true, unavailable: true, retryAfterMs: day };

function setUp(options: Partial<LimiterOptions> = {}) {
  const runtime = createManualRuntime();
  const limiter = createLimiter({ limits: [perWindow(1_000, 1)], runtime, ...options });
  const started: string[] = [];
  const ask = async (path: string, request: PermitRequest = {}) => {
    const permit = await limiter.acquire({ path, ...request });
    started.push(`${path} ${runtime.monotonic()}`);
    return permit;
  };
  return { runtime, limiter, started, ask };
}

describe('a 503', () => {
  it('pauses the calls of its path, for a minute at most, until one trial succeeds', async () => {
    const { runtime, started, ask } = setUp();
    (await ask('/a')).release(unavailable);
    (await ask('/b')).release({});
    const [trial, ...others] = [ask('/a'), ask('/a'), ask('/a')];
    await runtime.advance(59_999);
    expect(started).toEqual(['/a 0', '/b 0']);
    await runtime.advance(1);
    expect(started).toEqual(['/a 0', '/b 0', '/a 60000']);
    (await trial)?.release({});
    await Promise.all(others);
    expect(started.slice(3)).toEqual(['/a 60000', '/a 60000']);
  });

  it('pauses again when the trial fails, and the next waiter tries when the trial was aborted', async () => {
    const { runtime, limiter, started, ask } = setUp();
    (await ask('/a')).release({ ...unavailable, retryAfterMs: 2_000 });
    const waiting = [ask('/a'), ask('/a'), ask('/a')];
    await runtime.advance(2_000);
    (await waiting[0])?.release({ ...unavailable, retryAfterMs: 3_000 });
    expect(limiter.snapshot().groups['/a']?.pausedForMs).toBe(3_000);
    await runtime.advance(3_000);
    expect(started).toHaveLength(3);
    (await waiting[1])?.release();
    await runtime.settle();
    expect(started).toHaveLength(4);
    (await waiting[2])?.release({});
    expect(limiter.snapshot().groups).toEqual({});
  });

  it('holds back the calls of its path that waited already, and no others', async () => {
    const { runtime, started, ask } = setUp({ limits: [maxConcurrency(1)] });
    const first = await ask('/a');
    void ask('/a').then((permit) => permit.release({}));
    void ask('/b').then((permit) => permit.release({}));
    void ask('/a').then((permit) => permit.release({}));
    first.release({ ...unavailable, retryAfterMs: 5_000 });
    await runtime.settle();
    expect(started).toEqual(['/a 0', '/b 0']);
    await runtime.advance(5_000);
    expect(started.slice(2)).toEqual(['/a 5000', '/a 5000']);
  });

  it('concerns the limit group of the operation, whatever the path', async () => {
    const { runtime, started, ask } = setUp({ groups: { send: [perSecond(100)] } });
    for (const group of ['send', 'unlisted']) (await ask('/a', { group })).release(unavailable);
    void ask('/b', { group: 'send' });
    void ask('/b', { group: 'unlisted' });
    void ask('/a');
    await runtime.advance(59_999);
    expect(started).toEqual(['/a 0', '/a 0', '/a 0']);
    await runtime.advance(1);
    expect(started).toHaveLength(5);
  });

  it('is not a quota or an inferred limit, and keeps what the headers report', async () => {
    const { runtime, limiter, ask } = setUp({ limits: [] });
    (await ask('/a')).release({});
    for (let index = 0; index < 3; index += 1) {
      const permit = ask('/a');
      await runtime.advance(60_000);
      (await permit).release(unavailable);
    }
    await runtime.settle();
    expect(limiter.snapshot()).toMatchObject({ pausedForMs: 0, quotas: [], learned: [] });
    expect(limiter.snapshot().ratePerSecond).toBeUndefined();
    (await ask('/b')).release({ throttled: true, retryAfterMs: 7_000 });
    expect(limiter.snapshot().pausedForMs).toBe(7_000);
  });

  it('of any number of paths is remembered up to a bound', async () => {
    const { limiter, ask } = setUp({ limits: [perWindow(10_000, 1)] });
    for (let index = 0; index < 2_000; index += 1) (await ask(`/${index}`)).release(unavailable);
    expect(Object.keys(limiter.snapshot().groups).length).toBeLessThan(300);
  });
});

describe('C23: in a client, a 503 that asks for a day', () => {
  function setUpClient(limits: LimiterOptions['limits']) {
    const runtime = createManualRuntime({
      fetch: async (url) => {
        const isBroken = new URL(url).pathname === '/reports' && runtime.monotonic() < 60_000;
        return isBroken
          ? new Response('{}', { status: 503, headers: { 'retry-after': '86400' } })
          : new Response('{}');
      },
    });
    const service = { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth(), limits };
    const client = createServiceClient(service, { runtime });
    const get = (path: string) => client.request({ method: 'GET', path });
    return { runtime, get };
  }

  it.each([[[]], [[perSecond(50)]]])('leaves the other paths alone, with limits %j', async (limits) => {
    const { runtime, get } = setUpClient(limits);
    const error = await get('/reports').catch((thrown: unknown) => thrown);
    expect(ServerError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ status: 503, retryAfterMs: day, retryRefusal: 'retry-after-too-long' });
    await get('/orders');
    const next = [get('/reports'), get('/reports')];
    await get('/orders');
    await runtime.advance(60_000);
    const statuses = (await Promise.all(next)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
  });
});

it('request() names the limit group of its endpoint', async () => {
  const started: number[] = [];
  const runtime = createManualRuntime({
    fetch: async () => {
      started.push(runtime.monotonic());
      return new Response('{}');
    },
  });
  const service = { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() };
  const client = createServiceClient({ ...service, limitGroups: { send: [perSecond(1)] } }, { runtime });
  const calls = [1, 2].map(() => client.request({ method: 'GET', path: '/mails', limitGroup: 'send' }));
  await runtime.advance(1_000);
  await Promise.all(calls);
  expect(started).toEqual([0, 1_000]);
});

describe('clearPauses()', () => {
  it.each<[string, Parameters<Awaited<ReturnType<ReturnType<typeof setUp>['ask']>>['release']>[0]]>([
    ['an unavailable part', unavailable],
    ['a 429', { throttled: true, retryAfterMs: 60_000 }],
    ['a 429 without a time', { throttled: true }],
    ['a report', { limits: [{ kind: 'rate', limit: 9, remaining: 0, resetAfterMs: 50_000 }] }],
  ])('starts the calls that wait because of %s', async (_, observation) => {
    const { runtime, limiter, started, ask } = setUp();
    (await ask('/a')).release(observation);
    void ask('/a');
    void ask('/a');
    await runtime.settle();
    expect(started).toHaveLength(1);
    limiter.clearPauses();
    await runtime.settle();
    expect(started).toHaveLength(3);
  });

  it('allows calls again that an exhausted quota would reject', async () => {
    const { limiter, ask } = setUp();
    (await ask('/a')).release({ throttled: true, limits: [{ kind: 'quota', remaining: 0 }] });
    await expect(ask('/a')).rejects.toMatchObject({ code: 'quota-exceeded' });
    limiter.clearPauses();
    await ask('/a');
  });
});
