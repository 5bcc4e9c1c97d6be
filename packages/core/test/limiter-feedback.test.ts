import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ThrottleRejectedError } from '../src/errors/transport-errors.ts';
import { createLimiter, type LimiterOptions } from '../src/limits/create-limiter.ts';
import { maxConcurrency } from '../src/limits/kinds/concurrency.ts';
import type { Constraint } from '../src/limits/kinds/constraint.ts';
import { perWindow } from '../src/limits/kinds/window.ts';
import type { Permit, PermitRequest } from '../src/limits/limiter.ts';
import type { RateReport } from '../src/rates.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';
import { realWork } from '../src/time/real-work.ts';

const generous = [perWindow(1_000, 1_000)];

function setUp(limits: readonly Constraint[] = generous, options: Partial<LimiterOptions> = {}) {
  const runtime = createManualRuntime();
  const limiter = createLimiter({ limits, runtime, ...options });
  const startedAt: number[] = [];
  const ask = (request: PermitRequest = {}): Promise<Permit> => {
    const permit = limiter.acquire(request).then((given) => {
      startedAt.push(runtime.monotonic());
      return given;
    });
    permit.catch(() => undefined);
    return permit;
  };
  const learned = () => limiter.snapshot().learned;
  return { runtime, limiter, startedAt, ask, learned };
}

const rate = (report: Omit<RateReport, 'kind'>): { limits: RateReport[] } => ({
  limits: [{ kind: 'rate', ...report }],
});

describe('a 429', () => {
  it('pauses all waiters for as long as the service asks', async () => {
    const { runtime, limiter, startedAt, ask } = setUp([maxConcurrency(1)]);
    const first = await ask();
    for (let index = 0; index < 2; index += 1) void ask().then((permit) => permit.release());
    first.release({ throttled: true, retryAfterMs: 90_000 });
    expect(limiter.snapshot().pausedForMs).toBe(90_000);
    await runtime.advance(89_999);
    expect(startedAt).toEqual([0]);
    await runtime.advance(1);
    expect(startedAt).toEqual([0, 90_000, 90_000]);
    expect(limiter.snapshot().pausedForMs).toBe(0);
  });

  it('pauses its group and no other', async () => {
    const { runtime, startedAt, ask } = setUp(generous, { groups: { send: generous } });
    (await ask({ group: 'send' })).release({ throttled: true, retryAfterMs: 1_000 });
    void ask({ group: 'send' });
    void ask();
    await runtime.settle();
    expect(startedAt).toEqual([0, 0]);
    await runtime.advance(1_000);
    expect(startedAt).toEqual([0, 0, 1_000]);
  });

  it('is not shortened by a later, shorter Retry-After, nor by a success', async () => {
    const { limiter, ask } = setUp();
    const [first, second, third] = [await ask(), await ask(), await ask()];
    first.release({ throttled: true, retryAfterMs: 5_000 });
    second.release({ throttled: true, retryAfterMs: 1_000 });
    third.release({});
    expect(limiter.snapshot().pausedForMs).toBe(5_000);
  });

  it('its Retry-After takes precedence over the reset of a reported window', async () => {
    const { runtime, startedAt, ask } = setUp();
    const told = rate({ limit: 100, remaining: 0, resetAfterMs: 30_000, windowMs: 60_000 });
    (await ask()).release({ throttled: true, retryAfterMs: 5_000, ...told });
    void ask();
    await runtime.advance(4_999);
    expect(startedAt).toEqual([0]);
    await runtime.advance(1);
    expect(startedAt).toEqual([0, 5_000]);
  });

  it('rejects at once a call that cannot wait that long', async () => {
    const { ask } = setUp();
    (await ask()).release({ throttled: true, retryAfterMs: 5_000 });
    const refusal = await ask({ maxWaitMs: 4_999 }).catch((error: unknown) => error);
    expect(ThrottleRejectedError.isInstance(refusal)).toBe(true);
    expect(refusal).toMatchObject({ retryAfterMs: 5_000 });
  });

  it.each<[string, readonly Constraint[], object, string]>([
    [
      'a pause',
      generous,
      { throttled: true, retryAfterMs: 5_000 },
      '5000 ms (the service asked for a pause)',
    ],
    ['its rate', [perWindow(1, 7_000)], {}, '7000 ms (its rate is used up)'],
  ])('says the remaining wait, and that its cause is %s', async (_what, limits, release, words) => {
    const { ask } = setUp(limits);
    (await ask()).release(release);
    await expect(ask({ maxWaitMs: 10 })).rejects.toThrow(
      `cannot start this call for another ${words}; it may wait 10 ms.`,
    );
  });

  it('without a time pauses for a second, then twice as long, up to the longest inferred pause', async () => {
    const { runtime, limiter, ask } = setUp(generous, { maxPauseMs: 3_000 });
    const pauses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const permit = ask();
      await runtime.advance(3_000);
      (await permit).release({ throttled: true });
      pauses.push(limiter.snapshot().pausedForMs);
    }
    expect(pauses).toEqual([1_000, 2_000, 3_000, 3_000]);
  });

  it('counts once for all requests that were in flight together', async () => {
    const { limiter, ask } = setUp();
    const permits = [];
    for (let index = 0; index < 10; index += 1) permits.push(await ask());
    for (const permit of permits) permit.release({ throttled: true });
    expect(limiter.snapshot().pausedForMs).toBe(1_000);
    expect(limiter.snapshot().ratePerSecond).toBeUndefined();
  });

  // Seconds that were rounded down: a client that trusts them is throttled again at once.
  it.each([0, Number.NaN, -1, Number.NEGATIVE_INFINITY])(
    'takes a wait of %d for none',
    async (retryAfterMs) => {
      const { limiter, ask } = setUp();
      (await ask()).release({ throttled: true, retryAfterMs });
      expect(limiter.snapshot().pausedForMs).toBe(1_000);
    },
  );

  it('never pauses for more than a day', async () => {
    const { limiter, ask } = setUp();
    (await ask()).release({ throttled: true, retryAfterMs: Number.POSITIVE_INFINITY });
    expect(limiter.snapshot().pausedForMs).toBe(86_400_000);
  });
});

describe('the remaining number of a report', () => {
  it('0: waits for the reset, then only the configured limits apply', async () => {
    const { runtime, startedAt, ask, learned } = setUp();
    (await ask()).release(rate({ limit: 100, remaining: 0, resetAfterMs: 700 }));
    for (let index = 0; index < 3; index += 1) void ask();
    await runtime.advance(699);
    expect(startedAt).toEqual([0]);
    await runtime.advance(1);
    expect(startedAt).toEqual([0, 700, 700, 700]);
    expect(learned()).toEqual([]);
  });

  it('low, because other clients use it too: spreads it until the reset', async () => {
    const { runtime, startedAt, ask } = setUp();
    (await ask()).release(rate({ limit: 100, remaining: 3, resetAfterMs: 1_000 }));
    for (let index = 0; index < 4; index += 1) void ask();
    await runtime.advance(1_000);
    expect(startedAt).toEqual([0, 250, 500, 750, 1_000]);
  });

  it('low, and calls cost more than one: spreads their cost', async () => {
    const { runtime, startedAt, ask } = setUp();
    (await ask()).release(rate({ limit: 100, remaining: 9, resetAfterMs: 1_200 }));
    for (let index = 0; index < 4; index += 1) void ask({ cost: 3 });
    await runtime.advance(1_200);
    expect(startedAt).toEqual([0, 300, 600, 900, 1_200]);
  });

  it('equal to our own count: trusts that count, which knows better when capacity is free', async () => {
    const { runtime, startedAt, ask, learned } = setUp([perWindow(2, 1_000)]);
    for (const remaining of [1, 0]) (await ask()).release(rate({ limit: 2, remaining, resetAfterMs: 3_000 }));
    expect(learned()).toEqual([]);
    void ask();
    await runtime.advance(1_000);
    expect(startedAt).toEqual([0, 0, 1_000]);
  });

  it('below our own count: considers only starts on the same limit', async () => {
    const { ask, limiter } = setUp([maxConcurrency(100)], { groups: { search: [perWindow(10, 60_000)] } });
    const searched = await ask({ group: 'search' });
    for (let index = 0; index < 20; index += 1) await ask();
    searched.release(rate({ limit: 10, remaining: 0, resetAfterMs: 30_000 }));
    expect(limiter.tryAcquire({ group: 'search' })).toBeUndefined();
  });

  it('never loosens', async () => {
    const { runtime, startedAt, ask } = setUp([perWindow(1, 1_000)]);
    (await ask()).release(rate({ limit: 1_000_000, remaining: 999_999, resetAfterMs: 10 }));
    void ask();
    await runtime.advance(999);
    expect(startedAt).toEqual([0]);
  });

  it('treats requests in flight as not counted, until their responses arrive', async () => {
    const { runtime, startedAt, ask, learned } = setUp();
    const [first, second, third] = [await ask(), await ask(), await ask()];
    // The service counted all three; the response of the last overtakes the others.
    third.release(rate({ limit: 4, remaining: 1, resetAfterMs: 1_000 }));
    expect(learned()).toMatchObject([{ remaining: 0 }]);
    void ask();
    await runtime.settle();
    expect(startedAt).toHaveLength(3);
    first.release(rate({ limit: 4, remaining: 3, resetAfterMs: 1_000 }));
    second.release(rate({ limit: 4, remaining: 2, resetAfterMs: 1_000 }));
    await runtime.settle();
    // One remains: the older responses change nothing.
    expect(startedAt).toHaveLength(4);
    void ask();
    await runtime.advance(999);
    expect(startedAt).toHaveLength(4);
  });

  it('trusts the response of a later request, even when more remains', async () => {
    const { ask, learned } = setUp();
    (await ask()).release(rate({ limit: 100, remaining: 20, resetAfterMs: 1_000 }));
    const later = await ask();
    later.release(rate({ limit: 100, remaining: 40, resetAfterMs: 1_000 }));
    expect(learned()).toMatchObject([{ remaining: 40 }]);
  });

  it('ignores an older response after the reset', async () => {
    const { runtime, startedAt, ask, learned } = setUp();
    const old = await ask();
    (await ask()).release(rate({ limit: 10, remaining: 5, resetAfterMs: 100 }));
    await runtime.advance(200);
    void ask();
    await runtime.settle();
    old.release(rate({ limit: 10, remaining: 0, resetAfterMs: 60_000 }));
    expect(learned()).toEqual([]);
    void ask();
    await runtime.settle();
    expect(startedAt).toEqual([0, 0, 200, 200]);
  });

  it('keeps windows of different length apart', async () => {
    const { ask, learned } = setUp();
    (await ask()).release({
      limits: [
        { kind: 'rate', limit: 10, remaining: 4, resetAfterMs: 1_000, windowMs: 1_000 },
        { kind: 'rate', limit: 100, remaining: 70, resetAfterMs: 30_000, windowMs: 60_000 },
      ],
    });
    expect(learned().map(({ remaining }) => remaining)).toEqual([4, 70]);
  });

  it('with an implausible reset: pauses no longer than maxPauseMs', async () => {
    const { runtime, startedAt, ask } = setUp(generous, { maxPauseMs: 10_000 });
    (await ask()).release(rate({ remaining: 0, resetAfterMs: 3_000_000 }));
    void ask();
    await runtime.advance(10_000);
    expect(startedAt).toEqual([0, 10_000]);
  });

  it('within a reported window: holds, however long', async () => {
    const { runtime, startedAt, ask } = setUp(generous, { maxPauseMs: 10_000 });
    (await ask()).release(rate({ remaining: 0, resetAfterMs: 1_800_000, windowMs: 3_600_000 }));
    void ask();
    await runtime.advance(1_799_999);
    expect(startedAt).toEqual([0]);
    await runtime.advance(1);
    expect(startedAt).toHaveLength(2);
  });

  it('within a window of years: one call may start after a day', async () => {
    const { runtime, startedAt, ask } = setUp();
    (await ask()).release(rate({ remaining: 0, resetAfterMs: 1e15, windowMs: 1e15 }));
    void ask();
    await runtime.advance(86_400_000);
    expect(startedAt).toEqual([0, 86_400_000]);
  });

  it.each([
    { remaining: Number.NaN, resetAfterMs: 1_000 },
    { remaining: -1, resetAfterMs: 1_000 },
    { remaining: 0, resetAfterMs: Number.NaN },
    { remaining: 0, resetAfterMs: -1 },
    { remaining: 5 },
    { limit: 0 },
    {},
  ])('is ignored when it is invalid: %j', async (report) => {
    const { runtime, startedAt, ask } = setUp();
    (await ask()).release(rate(report));
    void ask();
    await runtime.settle();
    expect(startedAt).toEqual([0, 0]);
  });
});

describe('a quota', () => {
  it('is reported, and no call waits for it', async () => {
    const { runtime, limiter, startedAt, ask } = setUp();
    const quota: RateReport = { kind: 'quota', limit: 2_000, remaining: 0, resetAfterMs: 40_000_000 };
    (await ask()).release({ limits: [quota] });
    void ask();
    await runtime.settle();
    expect(startedAt).toEqual([0, 0]);
    expect(limiter.snapshot().quotas).toEqual([quota]);
  });
});

describe('unknown limits', () => {
  it('start with one call, and with more after every response', async () => {
    const { runtime, startedAt, ask } = setUp([]);
    const permits = Array.from({ length: 6 }, () => ask());
    await runtime.settle();
    expect(startedAt).toHaveLength(1);
    (await permits[0])?.release({});
    await runtime.settle();
    expect(startedAt).toHaveLength(3);
  });

  it('do not slow down a caller that releases without observations', async () => {
    const { limiter } = setUp([]);
    for (let index = 0; index < 5; index += 1) (await limiter.acquire()).release();
    const together = [limiter.acquire(), limiter.acquire(), limiter.acquire(), limiter.acquire()];
    await Promise.all(together);
    expect(limiter.snapshot().inFlight).toBe(4);
  });

  it('halve the concurrent calls once for all requests throttled together', async () => {
    const { runtime, limiter, ask } = setUp([]);
    for (let index = 0; index < 3; index += 1) (await ask()).release({});
    const refused = [await ask(), await ask(), await ask(), await ask()];
    for (const permit of refused) permit.release({ throttled: true, retryAfterMs: 1_000 });
    for (let index = 0; index < 9; index += 1) void ask();
    await runtime.advance(2_000);
    expect(limiter.snapshot().inFlight).toBe(2);
    // Slow responses: after two seconds without a start and without a 429, the limit doubles.
    await runtime.advance(1_000);
    expect(limiter.snapshot().inFlight).toBe(3);
  });

  it('follow the first report', async () => {
    const { runtime, startedAt, ask } = setUp([]);
    const permits = Array.from({ length: 50 }, () => ask());
    (await permits[0])?.release(rate({ limit: 10, remaining: 9, resetAfterMs: 500 }));
    await runtime.advance(499);
    expect(startedAt).toHaveLength(10);
  });

  it('infer a rate from a 429 that arrives before the inference has loaded', async () => {
    const { runtime, limiter, ask } = setUp([]);
    (await ask()).release({});
    (await ask()).release({ throttled: true, retryAfterMs: 1_000 });
    const { pausedForMs, ratePerSecond } = limiter.snapshot();
    expect({ pausedForMs, ratePerSecond }).toEqual({ pausedForMs: 1_000, ratePerSecond: undefined });
    await runtime.settle();
    expect(limiter.snapshot().ratePerSecond).toBe(1);
  });

  it('start one call at a time while the inference does not load, and try to load it again', async () => {
    let loads = 0;
    const runtime = createManualRuntime();
    const load = vi.spyOn(realWork, 'run').mockImplementation(() => {
      loads += 1;
      return Promise.reject(new Error('The file is gone.'));
    });
    onTestFinished(() => load.mockRestore());
    const limiter = createLimiter({ limits: [], runtime });
    (await limiter.acquire()).release({});
    await runtime.settle();
    const first = await limiter.acquire();
    expect(limiter.tryAcquire()).toBeUndefined();
    first.release({});
    expect([loads, limiter.tryAcquire() !== undefined]).toEqual([2, true]);
  });

  it('may be declared absent', async () => {
    const { runtime, startedAt, ask } = setUp([], { probe: false });
    for (let index = 0; index < 50; index += 1) void ask();
    await runtime.settle();
    expect(startedAt).toHaveLength(50);
  });
});

describe('many windows', () => {
  it('are remembered up to a bound', async () => {
    const { limiter, ask, learned } = setUp();
    for (const kind of ['rate', 'quota'] as const)
      for (let index = 1; index <= 100; index += 1)
        (await ask()).release({
          limits: [{ kind, remaining: 500, resetAfterMs: 500, windowMs: 1_000 + index }],
        });
    expect(learned().length).toBeLessThan(20);
    expect(limiter.snapshot().quotas.length).toBeLessThan(20);
  });
});
