import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/errors/caller-errors.ts';
import { QuotaExceededError } from '../../src/errors/service-errors.ts';
import { ThrottleRejectedError } from '../../src/errors/transport-errors.ts';
import { tokenBucket } from '../../src/limits/kinds/bucket.ts';
import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import type { Constraint } from '../../src/limits/kinds/constraint.ts';
import { perMinute, perWindow } from '../../src/limits/kinds/window.ts';
import { createRedisLimiter, type RedisLimiter, type RedisLimiterOptions } from '../../src/redis/index.ts';
import { clients, type StoreClient } from './clients.ts';
import { hasRedisServer, patienceMs, type RedisServer, redisNote, startRedisServer } from './server.ts';

let server: RedisServer;
let keys = 0;
const newKey = () => {
  keys += 1;
  return `test-${keys}`;
};

beforeAll(async () => {
  if (hasRedisServer) server = await startRedisServer();
});
afterAll(() => server?.stop());

const isRejected = { asymmetricMatch: (error: unknown) => ThrottleRejectedError.isInstance(error) };

describe.skipIf(!hasRedisServer).each(Object.entries(clients))(
  `a limit that a fleet shares, through %s${redisNote}`,
  (_, connect) => {
    let client: StoreClient;
    const opened: RedisLimiter[] = [];

    beforeAll(async () => {
      client = await connect(server.path);
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((limiter) => limiter.close()));
    });
    afterAll(() => client.disconnect());

    function open(limits: readonly Constraint[], options: Partial<RedisLimiterOptions> = {}): RedisLimiter {
      const limiter = createRedisLimiter({
        store: client.store,
        key: newKey(),
        limits,
        storeTimeoutMs: patienceMs,
        ...options,
      });
      opened.push(limiter);
      return limiter;
    }

    /** The names of those who started, in order; each is released before the next can start. */
    async function orderOf(
      limiter: RedisLimiter,
      names: Record<string, Parameters<RedisLimiter['acquire']>[0]>,
    ) {
      const first = await limiter.acquire({ priority: 'low' });
      const order: string[] = [];
      const all = Object.entries(names).map(async ([name, request]) => {
        const permit = await limiter.acquire(request);
        order.push(name);
        permit.release();
      });
      first.release();
      await Promise.all(all);
      return order;
    }

    it('a pause that one process clears ends for all of them', async () => {
      const key = newKey();
      const [one, other] = [open([perMinute(100)], { key }), open([perMinute(100)], { key })] as const;
      (await one.acquire()).release({ throttled: true, retryAfterMs: 50_000 });
      await expect.poll(() => one.snapshot().pausedForMs).toBeGreaterThan(40_000);
      const waiting = other.acquire();
      await expect.poll(() => other.snapshot().pausedForMs).toBeGreaterThan(40_000);
      one.clearPauses();
      (await one.acquire()).release();
      (await waiting).release();
      expect(other.snapshot().pausedForMs).toBe(0);
    });

    it('a 503 pauses its path in the process that got it, and nothing in the store', async () => {
      const key = newKey();
      const [one, other] = [open([perMinute(100)], { key }), open([perMinute(100)], { key })] as const;
      const path = '/reports';
      const unavailable = { throttled: true, unavailable: true, retryAfterMs: 86_400_000 };
      (await one.acquire({ path })).release(unavailable);
      (await one.acquire({ path: '/orders' })).release();
      (await other.acquire({ path })).release();
      const late = one.acquire({ path, maxWaitMs: 1_000 });
      await expect(late).rejects.toMatchObject({ code: 'throttle-rejected' });
      expect(one.snapshot().pausedForMs).toBe(0);
      // After a short one, a trial starts, and its success starts the others.
      const short = '/short';
      (await one.acquire({ path: short })).release({ ...unavailable, retryAfterMs: 200 });
      const [trial, ...others] = [1, 2, 3].map(() => one.acquire({ path: short }));
      const permit = await trial;
      expect(permit?.waitedMs).toBeGreaterThan(150);
      expect(one.pending).toBe(2);
      permit?.release({});
      for (const other of await Promise.all(others)) other.release({});
    });

    it('lets two processes take together what one could take', async () => {
      const key = newKey();
      const pair = [open([perMinute(10)], { key }), open([perMinute(10)], { key })];
      const end = new AbortController();
      let started = 0;
      const asked = Array.from({ length: 20 }, async (__, index) => {
        await pair[index % 2]?.acquire({ signal: end.signal });
        started += 1;
      });
      await expect.poll(() => started).toBe(10);
      // Both have asked again by now, or will have.
      await new Promise((resolve) => setTimeout(resolve, 100));
      end.abort();
      await Promise.allSettled(asked);
      expect(started).toBe(10);
    });

    it('reports when the next waiter can start, after the store responded', async () => {
      const limiter = open([perMinute(1)]);
      (await limiter.acquire()).release();
      const error: unknown = await limiter.acquire({ maxWaitMs: 5_000 }).catch((thrown: unknown) => thrown);
      expect(error).toEqual(isRejected);
      const { retryAfterMs = 0 } = error as ThrottleRejectedError;
      expect(retryAfterMs).toBeGreaterThan(5_000);
      expect(retryAfterMs).toBeLessThanOrEqual(60_100);
    });

    it('frees a place of a window one window after the answer, by the clock of the store', async () => {
      const limiter = open([perWindow(1, 200)]);
      const first = await limiter.acquire({ priority: 'low' });
      const second = limiter.acquire();
      const answeredAt = await server.now();
      first.release();
      await second;
      expect((await server.now()) - answeredAt).toBeGreaterThanOrEqual(200);
    });

    it('keeps the rate of a bucket after its burst', async () => {
      const limiter = open([tokenBucket(50, 5)]);
      const from = await server.now();
      for (let call = 0; call < 15; call += 1) (await limiter.acquire()).release();
      // Five at once, then one every 20 ms.
      expect((await server.now()) - from).toBeGreaterThanOrEqual(199);
    });

    it('takes all limits of a call together or none of them', async () => {
      const key = newKey();
      const limits = [perMinute(3), maxConcurrency(1), tokenBucket(1, 5)];
      const [holder, waiter] = [open(limits, { key }), open(limits, { key })];
      const held = await holder.acquire();
      const waiting = waiter.acquire();
      await expect.poll(() => server.admin.exists(`org-limit:v1:{${key}}:waiters`)).toBe(1);
      const placesOf = (limit: string) =>
        server.admin.hget(`org-limit:v1:{${key}}:numbers`, `open:all/${limit}`);
      expect(await Promise.all(['window-60000', 'concurrency', 'bucket'].map(placesOf))).toEqual([
        '1',
        '1',
        '1',
      ]);
      held.release();
      (await waiting).release();
    });

    it('counts a cost as that many places, and refuses what can never pass', async () => {
      const limiter = open([perMinute(10)]);
      await limiter.acquire({ cost: 7 });
      await expect(limiter.acquire({ cost: 4, maxWaitMs: 50 })).rejects.toEqual(isRejected);
      await limiter.acquire({ cost: 3 });
      await expect(limiter.acquire({ cost: 11 })).rejects.toThrow(/cannot admit a cost of 11/);
      await expect(limiter.acquire({ cost: 0.5 })).rejects.toThrow(ConfigurationError);
    });

    it.each([
      ['places', [maxConcurrency(4)]],
      ['a window', [perWindow(4, 40)]],
    ])('small costs of others cannot overtake a large one that waits for %s', async (__, limits) => {
      const key = newKey();
      const [small, large] = [open(limits, { key }), open(limits, { key })];
      let isDone = false;
      // They never finish at the same time, so that all of it is free only when somebody waits for that.
      const busy = Array.from({ length: 8 }, async (___, index) => {
        while (!isDone) {
          const permit = await small.acquire();
          await new Promise((resolve) => setTimeout(resolve, 5 + 7 * index));
          permit.release();
        }
      });
      await small.acquire().then((permit) => permit.release());
      const signal = AbortSignal.timeout(15_000);
      const permit = await large.acquire({ cost: 4, signal }).catch((error: unknown) => ({ error }));
      isDone = true;
      expect(permit).not.toHaveProperty('error');
      if ('release' in permit) permit.release();
      await Promise.all(busy);
    });

    it('lets a group that waits for its own limit step aside, and all share what is common', async () => {
      const limiter = open([perMinute(4)], { groups: { matrix: [maxConcurrency(1)] } });
      const held = await limiter.acquire({ group: 'matrix' });
      const second = limiter.acquire({ group: 'matrix' });
      await Promise.all([limiter.acquire(), limiter.acquire({ group: 'not listed' })]);
      held.release();
      (await second).release();
      await expect(limiter.acquire({ maxWaitMs: 50 })).rejects.toEqual(isRejected);
    });

    it('starts the important first, and retries at the head of their class', async () => {
      const order = await orderOf(open([maxConcurrency(1)]), {
        low: { priority: 'low' },
        normal: {},
        again: { retry: true },
        high: { priority: 'high' },
      });
      expect(order).toEqual(['high', 'again', 'normal', 'low']);
    });

    it('cancels at once, with the reason, and gives back what came for it', async () => {
      const key = newKey();
      const [limiter, other] = [open([perMinute(1)], { key }), open([perMinute(1)], { key })];
      const controller = new AbortController();
      const cancelled = limiter.acquire({ signal: controller.signal });
      controller.abort(new Error('no longer'));
      await expect(cancelled).rejects.toThrow('no longer');
      expect(limiter.pending).toBe(0);
      await other.acquire();
      await expect(limiter.acquire({ maxWaitMs: 50 })).rejects.toEqual(isRejected);
    });

    it('bounds its queue', async () => {
      const limiter = open([perMinute(1)], { maxQueue: 3 });
      const asked = Array.from({ length: 5 }, () => limiter.acquire());
      for (const refused of asked.slice(3)) await expect(refused).rejects.toThrow(/has 3 calls waiting/);
      await Promise.race(asked.slice(0, 3));
      expect(limiter.pending).toBe(2);
      await limiter.close();
      await Promise.allSettled(asked);
    });

    it('pauses the whole fleet when the service refuses one', async () => {
      const key = newKey();
      const [refused, other] = [open([perMinute(100)], { key }), open([perMinute(100)], { key })];
      const permit = await refused.acquire();
      const from = await server.now();
      permit.release({ throttled: true, retryAfterMs: 300 });
      // The first word of the refused process after the refusal is the pause; then the other asks.
      await expect.poll(() => server.admin.hget(`org-limit:v1:{${key}}:numbers`, 'pause:all')).not.toBe('0');
      await expect
        .poll(
          async () => Number(await server.admin.hget(`org-limit:v1:{${key}}:numbers`, 'pause:all')) / 1_000,
        )
        .toBeGreaterThanOrEqual(from + 299);
      await other.acquire();
      expect((await server.now()) - from).toBeGreaterThanOrEqual(299);
    });

    it('a pause of hours that one process received rejects the waiters of the whole fleet', async () => {
      const key = newKey();
      const [refused, other] = [open([maxConcurrency(1)], { key }), open([maxConcurrency(1)], { key })];
      const permit = await refused.acquire();
      const waiting = other.acquire();
      permit.release({ throttled: true, retryAfterMs: 7_200_000 });
      for (const asked of [waiting, other.acquire()]) {
        const error = await asked.catch((thrown: unknown) => thrown);
        expect(QuotaExceededError.isInstance(error)).toBe(true);
        expect(error).toMatchObject({ outcome: 'not-sent', resetAt: expect.any(Date) });
      }
    });

    it('shows how much of the limits the fleet uses', async () => {
      const key = newKey();
      const [limiter, other] = [open([perMinute(10)], { key }), open([perMinute(10)], { key })];
      await Promise.all([other.acquire({ cost: 3 }), other.acquire()]);
      await limiter.acquire({ cost: 2 });
      expect(limiter.snapshot()).toMatchObject({
        name: key,
        pending: 0,
        inFlight: 2,
        limits: [{ used: 6, available: 4 }],
      });
      expect(limiter.mode).toBe('fleet');
    });

    it('shares one count between releases that set different numbers', async () => {
      const key = newKey();
      await open([perMinute(10)], { key }).acquire({ cost: 8 });
      await expect(open([perMinute(8)], { key }).acquire({ maxWaitMs: 50 })).rejects.toEqual(isRejected);
      await open([perMinute(9)], { key }).acquire();
    });
  },
);
