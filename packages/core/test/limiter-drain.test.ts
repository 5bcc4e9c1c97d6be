import { describe, expect, it } from 'vitest';
import { tokenBucket } from '../src/limits/kinds/bucket.ts';
import type { Constraint } from '../src/limits/kinds/constraint.ts';
import { perWindow } from '../src/limits/kinds/window.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';
import { calls, hinting, reporting, send } from './drain-plan.ts';
import { bucketServer, fixedWindow, type RateServer, slidingWindow } from './limiter-simulation.ts';

describe('1000 calls through a service with a known limit', () => {
  const services: [string, () => RateServer, Constraint][] = [
    ['fixed window', () => fixedWindow(100, 1_000), perWindow(100, 1_000)],
    ['fixed window out of phase', () => fixedWindow(100, 1_000, 390), perWindow(100, 1_000)],
    ['sliding window', () => slidingWindow(100, 1_000), perWindow(100, 1_000)],
    ['token bucket', () => bucketServer(100, 50), tokenBucket(100, 50)],
    ['token bucket with a small burst', () => bucketServer(100, 2), tokenBucket(100, 2)],
  ];

  it.each(services)('%s: no 429, and at most 2 %% of time lost', async (_, serverOf, limit) => {
    const server = serverOf();
    const { answered, refused, finishedMs } = await send([limit], server);
    expect({ answered, refused }).toEqual({ answered: calls, refused: 0 });
    expect(finishedMs).toBeLessThanOrEqual(1.02 * server.leastMs(calls));
  });

  it.each(services)('%s: reports of the limit cost no time', async (_, serverOf, limit) => {
    const server = serverOf();
    const { answered, refused, finishedMs } = await send([limit], server, { says: 'everything' });
    expect({ answered, refused }).toEqual({ answered: calls, refused: 0 });
    expect(finishedMs).toBeLessThanOrEqual(1.02 * server.leastMs(calls));
  });

  it.each(services.slice(0, 4))('%s: slow and uneven latency causes no 429', async (_, serverOf, limit) => {
    const { answered, refused } = await send([limit], serverOf(), { slowestMs: 200 });
    expect({ answered, refused }).toEqual({ answered: calls, refused: 0 });
  });
});

describe('1000 calls through a service with an unknown limit', () => {
  const resets = ['exact', 'whole seconds', 'seconds rounded down'] as const;

  it.each(
    resets.flatMap((reset) => [
      ['fixed window', reset, () => fixedWindow(100, 1_000)] as const,
      ['fixed window out of phase', reset, () => fixedWindow(100, 1_000, 390)] as const,
      ['sliding window', reset, () => slidingWindow(100, 1_000)] as const,
      ['token bucket', reset, () => bucketServer(100, 100)] as const,
      ['token bucket with half a burst', reset, () => bucketServer(100, 50)] as const,
    ]),
  )(
    '%s that reports its limit and window, and its reset in %s: none is refused, and hardly any time is lost',
    async (_, reset, serverOf) => {
      const server = reporting(serverOf(), reset);
      const { answered, refused, finishedMs } = await send([], server, { says: 'everything', busyMs: 0.2 });
      expect({ answered, refused }).toEqual({ answered: calls, refused: 0 });
      expect(finishedMs).toBeLessThanOrEqual(1.03 * server.leastMs(calls));
    },
  );

  it('sliding window, in a process that stalls now and then: no refusal, and no lost window', async () => {
    const ratios: number[] = [];
    for (let seed = 1; seed <= 10; seed += 1) {
      const random = seededRandom(seed);
      const server = reporting(slidingWindow(100, 1_000), 'whole seconds');
      const busyMs = () => (random() < 0.03 ? 15 : 0.3);
      const { refused, finishedMs } = await send([], server, { says: 'everything', busyMs, slowestMs: 6 });
      expect(refused).toBe(0);
      ratios.push(finishedMs / server.leastMs(calls));
    }
    expect(ratios.toSorted((a, b) => a - b).filter((ratio) => ratio > 1.09)).toEqual([]);
  });

  const hints = ['exact', 'whole seconds', 'none'] as const;

  it.each(
    hints.flatMap((hint) => [
      ['fixed window', hint, () => fixedWindow(100, 1_000)] as const,
      ['fixed window out of phase', hint, () => fixedWindow(100, 1_000, 390)] as const,
      ['sliding window', hint, () => slidingWindow(100, 1_000)] as const,
    ]),
  )(
    '%s that only refuses, with %s for a Retry-After: at most 1 %% are, and hardly any time is lost',
    async (_, hint, serverOf) => {
      const server = hinting(serverOf(), hint);
      const { answered, refused, finishedMs } = await send([], server, { says: 'retry-after' });
      expect(answered).toBe(calls);
      expect(refused).toBeLessThanOrEqual(calls / 100);
      expect(finishedMs).toBeLessThanOrEqual(1.03 * server.leastMs(calls));
    },
  );

  // Only further requests show how fast a bucket refills; the smaller its burst, the longer that takes.
  it.each(
    hints.flatMap((hint) => [
      ['as large as the rate', 100, hint, 1.15] as const,
      ['of half the rate', 50, hint, 1.6] as const,
    ]),
  )(
    'token bucket with a burst %s (%d) that only refuses, with %s: at most 1 %% are',
    async (_, burst, hint, longest) => {
      const server = hinting(bucketServer(100, burst), hint);
      const { answered, refused, finishedMs } = await send([], server, { says: 'retry-after' });
      expect(answered).toBe(calls);
      expect(refused).toBeLessThanOrEqual(calls / 100);
      expect(finishedMs).toBeLessThanOrEqual(longest * server.leastMs(calls));
    },
  );
});

describe('C5: an unknown limit, or another one than configured, is found within ten seconds', () => {
  const starts: [string, readonly Constraint[]][] = [
    ['unknown', []],
    ['10 000 a second were configured', [perWindow(10_000, 1_000)]],
  ];
  const services: [string, (rate: number) => RateServer][] = [
    ['fixed window', (rate) => fixedWindow(rate, 1_000)],
    ['fixed window out of phase', (rate) => fixedWindow(rate, 1_000, 390)],
    ['sliding window', (rate) => slidingWindow(rate, 1_000)],
    ['token bucket', (rate) => bucketServer(rate, rate)],
    ['token bucket with half a burst', (rate) => bucketServer(rate, rate / 2)],
  ];

  it.each(
    starts.flatMap(([start, limits]) =>
      services.flatMap(([name, serverOf]) =>
        (['exact', 'whole seconds', 'none'] as const).flatMap((hint) =>
          [10, 20].map((rate) => [start, name, rate, hint, limits, serverOf] as const),
        ),
      ),
    ),
  )('%s: a %s of %d a second, Retry-After: %s', async (_start, _name, rate, hint, limits, serverOf) => {
    const plan = {
      calls: Number.POSITIVE_INFINITY,
      workers: 10,
      slowestMs: 20,
      says: 'retry-after',
      untilMs: 40_000,
    } as const;
    const { answeredAt, refusedAt } = await send(limits, hinting(serverOf(rate), hint), plan);
    const answered = answeredAt.filter((at) => at >= 10_000).length;
    const refused = refusedAt.filter((at) => at >= 10_000).length;
    expect(answered / 30 / rate).toBeGreaterThanOrEqual(0.75);
    expect(answered / 30 / rate).toBeLessThanOrEqual(1.25);
    expect(refused / answered).toBeLessThan(0.05);
  });

  it.each(
    starts.flatMap(([start, limits]) =>
      services.flatMap(([name, serverOf]) =>
        (['failed', 'given up'] as const).map((end) => [start, name, end, limits, serverOf] as const),
      ),
    ),
  )('%s: a %s, and three of ten accepted calls are %s', async (_start, _name, end, limits, serverOf) => {
    const random = seededRandom(11);
    const otherwise = end === 'failed' ? { failed: true } : undefined;
    const plan = {
      calls: Number.POSITIVE_INFINITY,
      workers: 10,
      slowestMs: 20,
      untilMs: 30_000,
      ending: () => (random() < 0.3 ? otherwise : {}),
    } as const;
    const { answeredAt, refusedAt } = await send(limits, serverOf(50), plan);
    const answered = answeredAt.filter((at) => at >= 10_000).length;
    const refused = refusedAt.filter((at) => at >= 10_000).length;
    expect(answered / 20 / 50).toBeGreaterThanOrEqual(0.75);
    expect(refused / answered).toBeLessThan(0.05);
  });

  it('a short outage has no lasting effect', async () => {
    const healthy = fixedWindow(100, 1_000);
    const server = {
      ...healthy,
      admit: (cost: number, now: number) => (now < 3_000 || now >= 5_000) && healthy.admit(cost, now),
      retryAfterMs: () => 1_000,
    };
    const plan = {
      calls: Number.POSITIVE_INFINITY,
      workers: 10,
      slowestMs: 5,
      says: 'retry-after',
      untilMs: 20_000,
    } as const;
    const { answeredAt } = await send([perWindow(100, 1_000)], server, plan);
    const second = (from: number) => answeredAt.filter((at) => at >= from && at < from + 5_000).length / 5;
    expect(second(10_000)).toBeGreaterThan(90);
  });
});
