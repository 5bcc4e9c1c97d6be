import { describe, expect, it } from 'vitest';
import { ClosedError, ConfigurationError } from '../src/errors/caller-errors.ts';
import { ThrottleRejectedError } from '../src/errors/transport-errors.ts';
import { createLimiter, type LimiterOptions } from '../src/limits/create-limiter.ts';
import { tokenBucket } from '../src/limits/kinds/bucket.ts';
import { maxConcurrency } from '../src/limits/kinds/concurrency.ts';
import type { Constraint } from '../src/limits/kinds/constraint.ts';
import { perWindow } from '../src/limits/kinds/window.ts';
import type { Permit, PermitRequest } from '../src/limits/limiter.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

function setUp(limits: readonly Constraint[], options: Partial<LimiterOptions> = {}) {
  const runtime = createManualRuntime();
  const limiter = createLimiter({ limits, runtime, ...options });
  const started: string[] = [];
  /** Asks for a permit and notes the name when it starts. */
  const ask = (name: string, request: PermitRequest = {}): Promise<Permit> => {
    const permit = limiter.acquire(request).then((given) => {
      started.push(name);
      return given;
    });
    permit.catch(() => undefined);
    return permit;
  };
  const askAndRelease = (name: string, request: PermitRequest = {}) =>
    ask(name, request).then((permit) => permit.release());
  return { runtime, limiter, started, ask, askAndRelease };
}

describe('a window', () => {
  it('gives a place back one window after the answer, not after the start', async () => {
    const { runtime, started, ask } = setUp([perWindow(1, 1_000)]);
    const first = await ask('a');
    void ask('b');
    await runtime.advance(5_000);
    expect(started).toEqual(['a']);
    first.release();
    await runtime.advance(999);
    expect(started).toEqual(['a']);
    await runtime.advance(1);
    expect(started).toEqual(['a', 'b']);
  });

  it('counts costs', async () => {
    const { runtime, started, askAndRelease } = setUp([perWindow(10, 1_000)]);
    void askAndRelease('six', { cost: 6 });
    void askAndRelease('five', { cost: 5 });
    void askAndRelease('one');
    await runtime.settle();
    // The one would fit, but must not overtake: large costs would wait for ever.
    expect(started).toEqual(['six']);
    await runtime.advance(1_000);
    expect(started).toEqual(['six', 'five', 'one']);
  });

  it('keeps a large limit as exact as its entries allow, on the safe side', async () => {
    const { runtime, limiter, askAndRelease } = setUp([perWindow(10_000, 4_096)]);
    for (let index = 0; index < 10_000; index += 1) void askAndRelease('x');
    await runtime.settle();
    expect(limiter.snapshot().limits[0]?.available).toBe(0);
    await runtime.advance(4_095);
    expect(limiter.snapshot().limits[0]?.available).toBe(0);
    await runtime.advance(1);
    expect(limiter.snapshot().limits[0]?.available).toBe(10_000);
  });
});

describe('a bucket', () => {
  it('lets a burst through, then one per interval', async () => {
    const { runtime, started, askAndRelease } = setUp([tokenBucket(10, 3)]);
    for (let index = 0; index < 5; index += 1) void askAndRelease(`${index}`);
    await runtime.settle();
    expect(started).toHaveLength(3);
    await runtime.advance(99);
    expect(started).toHaveLength(3);
    await runtime.advance(1);
    expect(started).toHaveLength(4);
    await runtime.advance(100);
    expect(started).toHaveLength(5);
  });

  it('books a request at its answer: the service may have counted it that late', async () => {
    const { runtime, started, ask } = setUp([tokenBucket(10, 2)]);
    const burst = [await ask('a'), await ask('b')];
    void ask('c');
    await runtime.advance(60);
    for (const permit of burst) permit.release();
    await runtime.advance(99);
    expect(started).toEqual(['a', 'b']);
    await runtime.advance(1);
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('keeps its rate when answers take long', async () => {
    const { runtime, started, ask } = setUp([tokenBucket(10, 5)]);
    for (let index = 0; index < 100; index += 1)
      void ask('x').then(async (permit) => {
        await runtime.sleep(60_000);
        permit.release();
      });
    await runtime.advance(5_000);
    expect(started.length).toBeGreaterThanOrEqual(50);
    expect(started.length).toBeLessThanOrEqual(55);
  });
});

describe('several limits', () => {
  it('takes a place in all or in none', async () => {
    const { runtime, limiter, started, ask } = setUp([
      perWindow(5, 1_000),
      maxConcurrency(1),
      tokenBucket(100, 5),
    ]);
    const first = await ask('a');
    void ask('b');
    await runtime.settle();
    expect(started).toEqual(['a']);
    expect(limiter.snapshot().limits.map(({ used }) => used)).toEqual([1, 1, 1]);
    first.release();
    await runtime.settle();
    expect(started).toEqual(['a', 'b']);
  });

  it('gives groups their own limits in addition to the common ones', async () => {
    const { runtime, started, ask } = setUp([perWindow(3, 1_000)], {
      groups: { slow: [perWindow(1, 60_000)] },
    });
    void ask('slow 1', { group: 'slow' });
    void ask('slow 2', { group: 'slow' });
    void ask('other 1', { group: 'unlisted' });
    void ask('plain 1');
    void ask('plain 2');
    await runtime.settle();
    // A blocked group does not hold others back; a common limit holds everybody.
    expect(started).toEqual(['slow 1', 'other 1', 'plain 1']);
  });

  it('starts a blocked group before later waiters', async () => {
    const { runtime, started, ask } = setUp([maxConcurrency(2)], { groups: { slow: [perWindow(1, 1_000)] } });
    const first = await ask('slow 1', { group: 'slow' });
    void ask('slow 2', { group: 'slow' });
    const plain = await ask('plain 1');
    void ask('plain 2');
    first.release();
    await runtime.settle();
    expect(started).toEqual(['slow 1', 'plain 1', 'plain 2']);
    void ask('plain 3');
    await runtime.advance(1_000);
    plain.release();
    await runtime.settle();
    expect(started.slice(3)).toEqual(['slow 2']);
  });

  it('gives a name that objects inherit no group', async () => {
    const { started, ask } = setUp([perWindow(1, 1_000)], { groups: {} });
    await ask('a', { group: 'constructor' });
    expect(started).toEqual(['a']);
  });
});

describe('the queue', () => {
  it('is first in, first out', async () => {
    const { runtime, started, askAndRelease } = setUp([perWindow(1, 10)]);
    const names = Array.from({ length: 20 }, (_, index) => `${index}`);
    for (const name of names) void askAndRelease(name);
    await runtime.advance(1_000);
    expect(started).toEqual(names);
  });

  it('shares 4 : 2 : 1 among the priorities, and starves none', async () => {
    const { runtime, started, askAndRelease } = setUp([perWindow(1, 10)]);
    await askAndRelease('first');
    for (const priority of ['low', 'normal', 'high'] as const)
      for (let index = 0; index < 8; index += 1) void askAndRelease(priority[0] as string, { priority });
    await runtime.advance(1_000);
    expect(started.slice(1).join('')).toBe('hhhhnnlhhhhnnlnnlnnlllll');
  });

  it('puts retries before the others of their class, in their own order', async () => {
    const { runtime, started, askAndRelease } = setUp([perWindow(1, 10)]);
    void askAndRelease('first');
    void askAndRelease('new');
    void askAndRelease('retry 1', { retry: true });
    void askAndRelease('retry 2', { retry: true });
    await runtime.advance(100);
    expect(started).toEqual(['first', 'retry 1', 'retry 2', 'new']);
  });

  it('refuses at once when it is full', async () => {
    const { limiter, ask } = setUp([perWindow(1, 1_000)], { maxQueue: 2, name: 'mail' });
    await ask('a');
    void ask('b');
    void ask('c');
    const refusal = await ask('d').catch((error: unknown) => error);
    expect(ThrottleRejectedError.isInstance(refusal)).toBe(true);
    expect(refusal).toMatchObject({ outcome: 'not-sent', message: expect.stringContaining('"mail"') });
    expect(limiter.pending).toBe(2);
  });

  it('is bounded also for waiters whose cost would fit before the first', async () => {
    const { limiter, started, ask } = setUp([maxConcurrency(3)], { maxQueue: 2 });
    await ask('a');
    void ask('large', { cost: 3 });
    const small = Array.from({ length: 5 }, (_, index) => ask(`small ${index}`));
    expect(limiter.pending).toBe(2);
    expect((await Promise.allSettled(small.slice(1))).map(({ status }) => status)).toEqual(
      new Array(4).fill('rejected'),
    );
    expect(started).toEqual(['a']);
  });

  it('lets a call start despite a full queue of a blocked group', async () => {
    const { started, ask } = setUp([maxConcurrency(5)], { maxQueue: 1, groups: { g: [maxConcurrency(1)] } });
    await ask('g 1', { group: 'g' });
    void ask('g 2', { group: 'g' });
    await ask('plain');
    expect(started).toEqual(['g 1', 'plain']);
  });

  it('refuses at once a cost that can never pass', async () => {
    const { ask } = setUp([perWindow(100, 1_000), tokenBucket(10, 5)], {
      groups: { small: [maxConcurrency(2)] },
    });
    expect(ThrottleRejectedError.isInstance(await ask('a', { cost: 6 }).catch((error) => error))).toBe(true);
    expect(
      ThrottleRejectedError.isInstance(await ask('b', { cost: 3, group: 'small' }).catch((error) => error)),
    ).toBe(true);
    await expect(ask('c', { cost: 5 })).resolves.toBeDefined();
  });

  it('does not wait for a time that is not a number', async () => {
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    await limiter.acquire();
    await expect(limiter.acquire({ maxWaitMs: Number.NaN })).rejects.toThrow(/maxWaitMs must be a number/);
    expect(limiter.pending).toBe(0);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'does not accept a cost of %d',
    async (cost) => {
      await expect(setUp([]).ask('a', { cost })).rejects.toThrow(ConfigurationError);
    },
  );

  it('refuses at once a start that is surely too late, and counts those ahead', async () => {
    const { runtime, started, limiter, ask, askAndRelease } = setUp([perWindow(2, 1_000)]);
    for (const name of ['a', 'b', 'c', 'd']) void askAndRelease(name);
    await runtime.settle();
    const refusal = await ask('e', { maxWaitMs: 1_999 }).catch((error: unknown) => error);
    expect(ThrottleRejectedError.isInstance(refusal)).toBe(true);
    expect(refusal).toMatchObject({ retryAfterMs: 2_000 });
    void ask('f', { maxWaitMs: 2_000 });
    expect(limiter.pending).toBe(3);
    await runtime.advance(2_000);
    expect(started).toEqual(['a', 'b', 'c', 'd', 'f']);
  });

  it('refuses a waiter as soon as it is clear that its start is too late', async () => {
    const { runtime, limiter, ask } = setUp([perWindow(1, 1_000)]);
    const first = await ask('a');
    const second = ask('b', { maxWaitMs: 1_500 });
    await runtime.advance(600);
    first.release();
    expect(limiter.pending).toBe(0);
    await expect(second).rejects.toSatisfy((error) => ThrottleRejectedError.isInstance(error));
  });

  it('rejects a late waiter of a group, with the time when its group is free', async () => {
    const { runtime, ask } = setUp([], { groups: { a: [perWindow(1, 1_000)], b: [maxConcurrency(1)] } });
    const [first, second] = [await ask('a', { group: 'a' }), await ask('b', { group: 'b' })];
    const late = ask('a', { group: 'a', maxWaitMs: 1_200 }).catch((error: unknown) => error);
    const unknown = ask('b', { group: 'b', maxWaitMs: 100 }).catch((error: unknown) => error);
    await runtime.advance(500);
    first.release();
    expect(await late).toMatchObject({ code: 'throttle-rejected', retryAfterMs: 1_000 });
    expect(await unknown).toMatchObject({
      code: 'throttle-rejected',
      message: expect.stringContaining('yet'),
    });
    expect(await unknown).not.toHaveProperty('retryAfterMs');
    second.release();
  });

  it('reports how long each waited', async () => {
    const { runtime, ask } = setUp([perWindow(1, 1_000)]);
    const first = await ask('a');
    first.release();
    const second = ask('b');
    await runtime.advance(1_000);
    expect(first.waitedMs).toBe(0);
    expect((await second).waitedMs).toBe(1_000);
  });
});

describe('C9: cancelling', () => {
  it('C9: an aborted waiter leaves the queue at once, with the reason of its signal', async () => {
    const { runtime, limiter, started, ask } = setUp([perWindow(1, 1_000)]);
    const controller = new AbortController();
    (await ask('a')).release();
    const waiting = ask('b', { signal: controller.signal });
    void ask('c');
    const reason = { why: 'enough' };
    controller.abort(reason);
    expect(limiter.pending).toBe(1);
    await expect(waiting).rejects.toBe(reason);
    await runtime.advance(1_000);
    expect(started).toEqual(['a', 'c']);
  });

  it('C9: a signal that is aborted already takes no place', async () => {
    const { limiter, ask } = setUp([perWindow(1, 1_000)]);
    await expect(ask('a', { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    expect(limiter.snapshot().limits[0]?.used).toBe(0);
  });

  it('C9: the next may start when a large cost before it is aborted', async () => {
    const { runtime, started, ask } = setUp([maxConcurrency(2)]);
    const controller = new AbortController();
    await ask('a');
    void ask('large', { cost: 2, signal: controller.signal });
    void ask('small');
    await runtime.settle();
    expect(started).toEqual(['a']);
    controller.abort();
    await runtime.settle();
    expect(started).toEqual(['a', 'small']);
  });

  it('C9: one signal may end many, wherever they wait, and no one else', async () => {
    const { limiter, ask } = setUp([maxConcurrency(1)], { groups: { g: [maxConcurrency(1)] } });
    const { signal, abort } = (() => {
      const controller = new AbortController();
      return { signal: controller.signal, abort: () => controller.abort('all') };
    })();
    await ask('a');
    const ended = [
      ask('b', { signal }),
      ask('c', { signal, group: 'g' }),
      ask('d', { signal, priority: 'low' }),
    ];
    void ask('e');
    abort();
    expect(limiter.pending).toBe(1);
    expect(await Promise.allSettled(ended)).toEqual(ended.map(() => ({ status: 'rejected', reason: 'all' })));
  });

  it('C10: a long-lived signal has one listener at most, and none when nobody waits', async () => {
    const { runtime, askAndRelease } = setUp([perWindow(1, 10)]);
    const { signal } = new AbortController();
    let listeners = 0;
    let most = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...given: Parameters<AbortSignal['addEventListener']>) => {
      listeners += 1;
      most = Math.max(most, listeners);
      addEventListener.apply(signal, given);
    };
    signal.removeEventListener = (...given: Parameters<AbortSignal['removeEventListener']>) => {
      listeners -= 1;
      removeEventListener.apply(signal, given);
    };
    for (let index = 0; index < 50; index += 1) void askAndRelease('x', { signal });
    await runtime.advance(1_000);
    expect({ listeners, most }).toEqual({ listeners: 0, most: 1 });
  });
});

describe('the timer', () => {
  it('C11: exists only while somebody waits for an instant', async () => {
    const { runtime, limiter, ask } = setUp([perWindow(1, 1_000)]);
    const first = await ask('a');
    expect(runtime.pendingSleeps).toEqual([]);
    const controller = new AbortController();
    void ask('b', { signal: controller.signal });
    // Nobody knows when the place will be free.
    expect(runtime.pendingSleeps).toEqual([]);
    first.release();
    expect(runtime.pendingSleeps).toEqual([1_000]);
    void ask('c', { signal: controller.signal });
    expect(runtime.pendingSleeps).toEqual([1_000]);
    controller.abort();
    expect(runtime.pendingSleeps).toEqual([]);
    expect(limiter.pending).toBe(0);
  });

  it('C12: does not care for the wall clock', async () => {
    const { runtime, started, askAndRelease } = setUp([perWindow(1, 1_000)]);
    void askAndRelease('a');
    void askAndRelease('b');
    await runtime.advance(500);
    runtime.jumpWallClock(3_600_000);
    await runtime.advance(499);
    expect(started).toEqual(['a']);
    runtime.jumpWallClock(-31_536_000_000);
    await runtime.advance(1);
    expect(started).toEqual(['a', 'b']);
  });
});

describe('the end', () => {
  it('rejects present and later waiters, and clears the timer', async () => {
    const { runtime, limiter, ask } = setUp([perWindow(1, 1_000)], { groups: { g: [perWindow(1, 1_000)] } });
    const first = await ask('a');
    first.release();
    const waiting = [ask('b'), ask('c', { group: 'g', priority: 'low' })];
    limiter.close();
    limiter.close();
    for (const result of [...waiting, ask('d')])
      await expect(result).rejects.toSatisfy((error) => ClosedError.isInstance(error));
    expect(runtime.pendingSleeps).toEqual([]);
    expect(limiter.snapshot()).toMatchObject({ closed: true, pending: 0 });
  });

  it('counts a release once', async () => {
    const { limiter, ask } = setUp([maxConcurrency(2)]);
    const permit = await ask('a');
    await ask('b');
    permit.release();
    permit.release();
    expect(limiter.snapshot().limits[0]?.used).toBe(1);
    expect(limiter.snapshot().inFlight).toBe(1);
  });
});

describe('options', () => {
  it.each([{ maxQueue: -1 }, { maxQueue: Number.NaN }, { maxPauseMs: 0 }, { maxPauseMs: Number.NaN }])(
    'refuses %j',
    (options) => {
      expect(() => setUp([], options)).toThrow(ConfigurationError);
    },
  );

  it('starts without waiting when nothing is used, also without a queue', async () => {
    const { started, ask } = setUp([perWindow(1, 1_000)], { maxQueue: 0 });
    await ask('a');
    expect(started).toEqual(['a']);
    await expect(ask('b')).rejects.toSatisfy((error) => ThrottleRejectedError.isInstance(error));
  });
});
