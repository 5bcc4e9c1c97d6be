import { describe, expect, it, vi } from 'vitest';
import { ThrottleRejectedError } from '../../src/errors/transport-errors.ts';
import { tokenBucket } from '../../src/limits/kinds/bucket.ts';
import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import { perWindow } from '../../src/limits/kinds/window.ts';
import type { Permit } from '../../src/limits/limiter.ts';
import {
  createRedisLimiter,
  type RedisLimiter,
  type RedisLimiterOptions,
  type RedisStore,
} from '../../src/redis/index.ts';
import { createManualRuntime } from '../../src/testing/index.ts';
import { collectUncaught } from '../uncaught.ts';

/** A store that refuses everything, and counts how often it was asked. */
function refusingStore(message = 'READONLY You can not write against the replica db-7.internal') {
  const evalsha = vi.fn(() => Promise.reject(new Error(message)));
  return { evalsha, eval: evalsha } satisfies RedisStore;
}

function open(options: Partial<RedisLimiterOptions> = {}) {
  const runtime = createManualRuntime();
  const limits = [perWindow(100, 1_000)];
  return {
    runtime,
    limiter: createRedisLimiter({ store: refusingStore(), key: 'k', limits, runtime, ...options }),
  };
}

const refusalOf = (asked: Promise<Permit>) =>
  asked.then(
    () => expect.fail('it was let through'),
    (error: unknown) => error as ThrottleRejectedError,
  );

/** How many start without time passing, once it is known that the store is away. */
async function startedAtOnce(limiter: RedisLimiter, most: number): Promise<number> {
  let started = 0;
  for (let call = 0; call < most; call += 1)
    limiter.acquire().then(
      () => {
        started += 1;
      },
      () => undefined,
    );
  await vi.waitFor(() => expect(limiter.mode).not.toBe('fleet'), { timeout: 10_000 });
  await new Promise((resolve) => setImmediate(resolve));
  return started;
}

describe('C7: while the store refuses', () => {
  it('in local mode a process has its share of every limit', async () => {
    const { limiter, runtime } = open();
    expect(await startedAtOnce(limiter, 30)).toBe(10);
    expect(limiter.mode).toBe('local');
    expect(limiter.pending).toBe(20);
    await runtime.advance(10_000);
    expect(limiter.pending).toBe(20);
    await limiter.close();
  });

  it('the share moves on as calls are answered', async () => {
    const { limiter, runtime } = open({ localShare: 0.05 });
    const first = await Promise.all(Array.from({ length: 5 }, () => limiter.acquire()));
    const sixth = limiter.acquire();
    for (const permit of first) permit.release();
    await runtime.advance(999);
    expect(limiter.pending).toBe(1);
    await runtime.advance(1);
    await sixth;
    expect(limiter.pending).toBe(0);
  });

  it.each([
    ['a window smaller than the number of shares becomes longer', perWindow(5, 1_000), 1, 2_000],
    ['a window is not shorter for a share that is no whole number', perWindow(25, 1_000), 2, 1_000],
    ['a bucket gets its part of the rate', tokenBucket(50, 20), 2, 200],
  ])('%s', async (_, constraint, atOnce, nextAfterMs) => {
    const { limiter, runtime } = open({ limits: [constraint] });
    const first = await Promise.all(Array.from({ length: atOnce }, () => limiter.acquire()));
    const next = limiter.acquire();
    for (const permit of first) permit.release();
    await runtime.advance(nextAfterMs - 1);
    expect(limiter.pending).toBe(1);
    await runtime.advance(1);
    await next;
  });

  it('a concurrency limit lets one call at a time start at least', async () => {
    const { limiter } = open({ limits: [maxConcurrency(3)] });
    const first = await limiter.acquire();
    const second = limiter.acquire();
    expect(limiter.pending).toBe(1);
    first.release();
    expect(limiter.pending).toBe(0);
    (await second).release();
  });

  it('rejects a call that costs more than the share, with the time of the next try', async () => {
    const { limiter } = open();
    const waited = await refusalOf(limiter.acquire({ cost: 11 }));
    expect(waited.message).toMatch(/READONLY.*share of the limits, 10, can never start a call of cost 11/);
    expect(waited.retryAfterMs).toBeGreaterThan(0);
    expect(ThrottleRejectedError.isInstance(await refusalOf(limiter.acquire({ cost: 11 })))).toBe(true);
    await limiter.acquire({ cost: 10 });
  });

  it('in closed mode every call is rejected with the reason, and the store is retried', async () => {
    const store = refusingStore();
    const { limiter, runtime } = open({ store, onStoreError: 'closed' });
    const [first, second] = await Promise.all([refusalOf(limiter.acquire()), refusalOf(limiter.acquire())]);
    for (const error of [first, second])
      expect(error).toMatchObject({ code: 'throttle-rejected', outcome: 'not-sent', retryable: true });
    expect(first?.message).toMatch(/"k" is unavailable \(READONLY\).*onStoreError: 'closed'/);
    expect(first?.message).not.toContain('db-7');
    expect(limiter.mode).toBe('closed');
    const asked = store.evalsha.mock.calls.length;
    await refusalOf(limiter.acquire());
    expect(store.evalsha).toHaveBeenCalledTimes(asked);
    await runtime.advance(1_000);
    await refusalOf(limiter.acquire());
    expect(store.evalsha).toHaveBeenCalledTimes(asked + 1);
  });

  it('in open mode every call starts, except during a pause of the service', async () => {
    const { limiter, runtime } = open({ onStoreError: 'open' });
    expect(await startedAtOnce(limiter, 500)).toBe(500);
    (await limiter.acquire()).release({ throttled: true, retryAfterMs: 5_000 });
    const late = limiter.acquire();
    await runtime.advance(4_999);
    expect(limiter.pending).toBe(1);
    await runtime.advance(1);
    await late;
  });

  it('the queue is bounded in local mode too, and leaves at once when cancelled', async () => {
    const { limiter } = open({ maxQueue: 3 });
    for (let call = 0; call < 10; call += 1) await limiter.acquire();
    const end = new AbortController();
    const waiting = Array.from({ length: 3 }, () => limiter.acquire({ signal: end.signal }).catch(String));
    expect((await refusalOf(limiter.acquire())).message).toMatch(/has 3 calls waiting/);
    end.abort('enough');
    expect(await Promise.all(waiting)).toEqual(['enough', 'enough', 'enough']);
    expect(limiter.pending).toBe(0);
  });
});

describe('C7: while the store does not respond', () => {
  const silence = () => new Promise<never>(() => undefined);

  it('the mode is entered after storeTimeoutMs, and few commands are left with the client', async () => {
    const evalsha = vi.fn(silence);
    const modes: unknown[] = [];
    const { limiter, runtime } = open({
      store: { evalsha, eval: silence },
      storeTimeoutMs: 300,
      onModeChange: (...change) => modes.push(change),
    });
    const waiting = Array.from({ length: 50 }, () => limiter.acquire());
    await expect.poll(() => evalsha).toHaveBeenCalled();
    await runtime.advance(299);
    expect(limiter.mode).toBe('fleet');
    await runtime.advance(1);
    expect(modes).toEqual([['local', 'timeout']]);
    expect(limiter.pending).toBe(40);
    await runtime.advance(600_000);
    expect(evalsha).toHaveBeenCalledTimes(4);
    await limiter.close();
    await Promise.allSettled(waiting);
  });

  it('closing does not wait for it longer than that', async () => {
    const evalsha = vi.fn(silence);
    const { limiter, runtime } = open({ store: { evalsha, eval: silence }, storeTimeoutMs: 300 });
    const waiting = limiter.acquire().catch((error: Error) => error.name);
    await expect.poll(() => evalsha).toHaveBeenCalled();
    const closing = limiter.close();
    expect(await waiting).toBe('ClosedError');
    await runtime.advance(300);
    await closing;
    expect(runtime.pendingSleeps).toEqual([]);
  });
});

it('an observer of modes that throws stops nobody, and its error is not lost', async () => {
  const uncaught = collectUncaught();
  const { limiter } = open({
    onModeChange() {
      throw new Error('out of order');
    },
  });
  await limiter.acquire();
  expect(limiter.mode).toBe('local');
  expect(uncaught).toEqual([new Error('out of order')]);
});

it.each([
  ['nonsense', 'unreadable'],
  ['{}', 'unreadable'],
  ['null', 'unreadable'],
  ['{"epoch":"e","lost":true}', 'UNSTABLE'],
  ['{"epoch":"e","stale":true}', 'UNSTABLE'],
])('a store that replies %s is unavailable', async (answer, reason) => {
  const reasons: unknown[] = [];
  const evalsha = () => Promise.resolve(answer);
  const { limiter } = open({
    store: { evalsha, eval: evalsha },
    onModeChange: (_, why) => reasons.push(why),
  });
  await limiter.acquire();
  expect(reasons).toEqual([reason]);
});

it.each([
  [
    'Redis 7',
    "READONLY You can't write against a read only replica. script: 1f, on @user_script:19.",
    'READONLY',
  ],
  [
    'Redis 6.2',
    'ERR Error running script (call to f_1f): @user_script:19: @user_script: 19: ' +
      "-READONLY You can't write against a read only replica.",
    'READONLY',
  ],
  [
    'a script that fails by itself',
    'ERR Error running script: @user_script:3: attempt to index a nil-value',
    'ERR',
  ],
])('reports why the store is not used, from %s', async (_, message, reason) => {
  const reasons: unknown[] = [];
  const { limiter } = open({ store: refusingStore(message), onModeChange: (_, why) => reasons.push(why) });
  await startedAtOnce(limiter, 1);
  expect(reasons).toEqual([reason]);
  await limiter.close();
});
