import { describe, expect, it } from 'vitest';
import type { RateObservation } from '../src/driver/index.ts';
import { ClosedError } from '../src/errors/caller-errors.ts';
import {
  type Constraint,
  combineLimiters,
  createLimiter,
  createServiceClient,
  defineService,
  type Limiter,
  type LimiterOptions,
  maxConcurrency,
  noAuth,
  perWindow,
  tokenBucket,
} from '../src/index.ts';
import { createRedisLimiter } from '../src/redis/index.ts';
import { aimd } from '../src/resilience/aimd.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

function setUp(limits: readonly Constraint[], options: Partial<LimiterOptions> = {}) {
  const runtime = createManualRuntime();
  let looks = 0;
  const monotonic = () => {
    looks += 1;
    return runtime.monotonic();
  };
  const limiter = createLimiter({ limits, ...options, runtime: { ...runtime, monotonic } });
  const looksOf = (act: () => void) => {
    const before = looks;
    act();
    return looks - before;
  };
  return { runtime, limiter, looksOf };
}

describe('tryAcquire', () => {
  it.each([
    ['a window', perWindow(2, 1_000)],
    ['a bucket', tokenBucket(1, 2)],
    ['a semaphore', maxConcurrency(2)],
  ])('returns a permit of %s when acquire would not wait, else nothing', async (_, limit) => {
    const { limiter, runtime } = setUp([limit]);
    const first = limiter.tryAcquire();
    expect(first?.waitedMs).toBe(0);
    (await limiter.acquire()).release();
    first?.release();
    first?.release();
    await runtime.advance(2_000);
    const permits = [limiter.tryAcquire(), limiter.tryAcquire()];
    expect(permits).not.toContain(undefined);
    expect(limiter.tryAcquire()).toBeUndefined();
    expect(limiter.snapshot().limits[0]?.available).toBe(0);
  });

  it('takes its cost from all limits or from none', () => {
    const { limiter } = setUp([perWindow(5, 1_000), maxConcurrency(9)], {
      groups: { slow: [perWindow(1, 1_000)] },
    });
    expect(limiter.tryAcquire({ cost: 3 })).toBeDefined();
    expect(limiter.tryAcquire({ cost: 3 })).toBeUndefined();
    expect(limiter.tryAcquire({ group: 'slow' })).toBeDefined();
    expect(limiter.tryAcquire({ group: 'slow' })).toBeUndefined();
    expect(limiter.snapshot().limits.map(({ used }) => used)).toEqual([4, 4]);
    expect(limiter.tryAcquire()).toBeDefined();
  });

  it('never overtakes a waiter of any cost, priority or group', async () => {
    const { limiter, runtime } = setUp([maxConcurrency(3)], { groups: { slow: [perWindow(1, 1_000)] } });
    const first = await limiter.acquire();
    const large = limiter.acquire({ cost: 3, priority: 'low' });
    expect(limiter.tryAcquire({ priority: 'high', retry: true })).toBeUndefined();
    expect(limiter.tryAcquire({ group: 'slow' })).toBeUndefined();
    first.release();
    (await large).release();
    await runtime.settle();
    expect(limiter.tryAcquire()).toBeDefined();
  });

  it('returns nothing for an invalid request; acquire gives the reason', async () => {
    const { limiter } = setUp([perWindow(5, 1_000)]);
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    expect(limiter.tryAcquire({ signal })).toBeUndefined();
    await expect(limiter.acquire({ signal })).rejects.toBe(reason);
    for (const [cost, code] of [
      [0, 'configuration'],
      [-1, 'configuration'],
      [0.5, 'configuration'],
      [6, 'throttle-rejected'],
    ] as const) {
      expect(limiter.tryAcquire({ cost })).toBeUndefined();
      await expect(limiter.acquire({ cost })).rejects.toMatchObject({ code });
    }
    limiter.close();
    expect(limiter.tryAcquire()).toBeUndefined();
    await expect(limiter.acquire()).rejects.toSatisfy((error) => ClosedError.isInstance(error));
  });

  it('learns from its permits, as acquire does', async () => {
    const { limiter, runtime } = setUp([perWindow(100, 1_000)]);
    // No observation so far.
    for (let index = 0; index < 5; index += 1) limiter.tryAcquire()?.release();
    limiter.tryAcquire()?.release({ throttled: true, retryAfterMs: 3_000 });
    expect(limiter.tryAcquire()).toBeUndefined();
    expect(limiter.snapshot().pausedForMs).toBe(3_000);
    await runtime.advance(3_000);
    const limits = [{ kind: 'rate', remaining: 0, resetAfterMs: 500, windowMs: 1_000 }] as const;
    limiter.tryAcquire()?.release({ limits });
    expect(limiter.tryAcquire()).toBeUndefined();
    await runtime.advance(500);
    expect(limiter.tryAcquire()).toBeDefined();
  });

  it('starts with one call at a time for an unknown limit', () => {
    const { limiter } = setUp([]);
    const first = limiter.tryAcquire();
    expect(first).toBeDefined();
    expect(limiter.tryAcquire()).toBeUndefined();
    first?.release({});
    expect(limiter.tryAcquire()).toBeDefined();
  });

  it('never returns a permit of a shared limiter, and combined limiters have no such method', async () => {
    const store = {
      eval: () => Promise.reject(new Error('away')),
      evalsha: () => Promise.reject(new Error('away')),
    };
    await using fleet = createRedisLimiter({ store, key: 'k', limits: [maxConcurrency(1)] });
    expect(fleet.tryAcquire?.()).toBeUndefined();
    expect(combineLimiters(createLimiter({ limits: [maxConcurrency(1)] })).tryAcquire).toBeUndefined();
  });
});

describe('a free permit', () => {
  const pairs = (limiter: Limiter, count: number, observation?: RateObservation) => () => {
    for (let index = 0; index < count; index += 1) limiter.tryAcquire?.()?.release(observation);
  };

  it('reads no clock when no constraint needs time and releases have no observation', () => {
    const { limiter, looksOf } = setUp([maxConcurrency(2)]);
    pairs(limiter, 1)();
    expect(looksOf(pairs(limiter, 100))).toBe(0);
  });

  it('reads the clock once in a small window, for its release', () => {
    const { limiter, looksOf } = setUp([perWindow(1_000, 1_000), maxConcurrency(5)]);
    pairs(limiter, 1)();
    expect(looksOf(pairs(limiter, 100))).toBe(100);
  });

  it.each<[string, readonly Constraint[], Partial<LimiterOptions>, RateObservation | undefined]>([
    ['its answer is told', [maxConcurrency(2)], {}, {}],
    ['it is drawn from a bucket', [tokenBucket(1_000, 1_000)], {}, undefined],
    ['its duration adapts the concurrency', [], { adaptiveConcurrency: aimd() }, undefined],
  ])('reads the clock twice when %s', (_, limits, options, observation) => {
    const { limiter, looksOf } = setUp(limits, options);
    pairs(limiter, 1, observation)();
    expect(looksOf(pairs(limiter, 100, observation))).toBe(200);
  });
});

describe('a client', () => {
  const service = defineService({ name: 'acme', baseUrl: 'https://acme.test', auth: noAuth() });
  const clientOf = (limiter: Limiter) =>
    createServiceClient(service, {
      limiter,
      runtime: createManualRuntime({ fetch: async () => Response.json({ ok: true }) }),
    });

  it('takes a free permit without a promise, and releases it with an observation', async () => {
    const released: unknown[] = [];
    const limiter: Limiter = {
      acquire: () => Promise.reject(new Error('not asked')),
      tryAcquire: () => ({ waitedMs: 0, release: (observation) => released.push(observation) }),
    };
    await clientOf(limiter).request({ method: 'GET', path: '/' });
    expect(released).toEqual([{ limits: [] }]);
  });

  it('waits for a permit of a limiter without tryAcquire', async () => {
    const asked: string[] = [];
    const acquire: Limiter['acquire'] = async () => {
      asked.push('acquire');
      return { waitedMs: 0, release: () => asked.push('release') };
    };
    const tryAcquire = () => {
      asked.push('tryAcquire');
      return undefined;
    };
    await clientOf({ acquire, tryAcquire }).request({ method: 'GET', path: '/' });
    await clientOf({ acquire }).request({ method: 'GET', path: '/' });
    expect(asked).toEqual(['tryAcquire', 'acquire', 'release', 'acquire', 'release']);
  });
});
