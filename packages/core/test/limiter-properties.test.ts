import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimiter } from '../src/limits/create-limiter.ts';
import { tokenBucket } from '../src/limits/kinds/bucket.ts';
import { maxConcurrency } from '../src/limits/kinds/concurrency.ts';
import type { Constraint } from '../src/limits/kinds/constraint.ts';
import { perWindow } from '../src/limits/kinds/window.ts';
import { createWorld } from './limiter-simulation.ts';

interface Call {
  readonly arriveMs: number;
  readonly cost: number;
  readonly wayMs: number;
  readonly backMs: number;
  readonly priority: 'high' | 'normal' | 'low';
  readonly group: 'a' | 'b' | undefined;
  readonly retry: boolean;
  /** Takes the permit without a promise when it is there. */
  readonly atOnce: boolean;
  /** Gives up this long after it asked. */
  readonly patienceMs: number | undefined;
}

interface Seen {
  readonly call: Call;
  readonly index: number;
  readonly askedAt: number;
  readonly startedAt: number;
  /** When the service counted it: somewhere between start and answer. */
  readonly countedAt: number;
  readonly answeredAt: number;
}

const call: fc.Arbitrary<Call> = fc.record({
  arriveMs: fc.nat(400),
  cost: fc.integer({ min: 1, max: 3 }),
  wayMs: fc.nat(60),
  backMs: fc.nat(60),
  priority: fc.constantFrom('high', 'normal', 'low'),
  group: fc.constantFrom(undefined, 'a', 'b'),
  retry: fc.boolean(),
  atOnce: fc.boolean(),
  patienceMs: fc.option(fc.nat(300), { nil: undefined, freq: 4 }),
});
const calls = fc.array(call, { maxLength: 40 });
const plainCalls = calls.map((all) =>
  all.map((one) => ({ ...one, priority: 'normal' as const, retry: false, patienceMs: undefined })),
);
const windowLimit = fc.tuple(fc.integer({ min: 3, max: 8 }), fc.integer({ min: 20, max: 200 }));
const bucketLimit = fc.tuple(fc.integer({ min: 20, max: 200 }), fc.integer({ min: 3, max: 8 }));

/** Plays the calls against the limits, in simulated time, until nothing happens any more. */
async function play(
  limits: readonly Constraint[],
  all: readonly Call[],
  groups: Record<string, readonly Constraint[]> = {},
) {
  const world = createWorld();
  const limiter = createLimiter({ limits, groups, runtime: world.runtime, probe: false });
  const seen: Seen[] = [];
  let abandoned = 0;
  let running = 0;
  let mostRunning = 0;
  const make = async (one: Call, index: number) => {
    const controller = new AbortController();
    const askedAt = world.now();
    if (one.patienceMs !== undefined) world.at(askedAt + one.patienceMs, () => controller.abort('impatient'));
    const { cost, group, priority, retry } = one;
    const request = { cost, group, priority, retry, signal: controller.signal };
    const free = one.atOnce ? limiter.tryAcquire(request) : undefined;
    const asked = free === undefined ? limiter.acquire(request) : Promise.resolve(free);
    const permit = await asked.catch((reason: unknown) => {
      expect(reason).toBe('impatient');
      abandoned += 1;
    });
    if (!permit) return;
    const startedAt = world.now();
    running += one.cost;
    mostRunning = Math.max(mostRunning, running);
    await world.sleep(one.wayMs);
    const countedAt = world.now();
    await world.sleep(one.backMs);
    running -= one.cost;
    permit.release();
    seen.push({ call: one, index, askedAt, startedAt, countedAt, answeredAt: world.now() });
  };
  all.forEach((one, index) => {
    world.at(one.arriveMs, () => void make(one, index));
  });
  await world.run();
  return { seen, abandoned, mostRunning, limiter };
}

/** The most that any window of the length saw, whatever its phase: one that opens at an arrival sees most. */
function mostInWindow(seen: readonly Seen[], windowMs: number): number {
  const within = (from: number) =>
    seen.filter(({ countedAt }) => countedAt >= from && countedAt < from + windowMs);
  return Math.max(0, ...seen.map(({ countedAt }) => sum(within(countedAt))));
}

const sum = (seen: readonly Seen[]) => seen.reduce((total, { call: { cost } }) => total + cost, 0);

describe('C20: properties of the limiter', () => {
  it('no window of any phase sees more than the limit, wherever on its way a request is counted', () =>
    fc.assert(
      fc.asyncProperty(windowLimit, windowLimit, calls, async ([limit, windowMs], [own, ownMs], all) => {
        const { seen } = await play([perWindow(limit, windowMs)], all, { a: [perWindow(own, ownMs)] });
        expect(mostInWindow(seen, windowMs)).toBeLessThanOrEqual(limit);
        const ofGroup = seen.filter(({ call: { group } }) => group === 'a');
        expect(mostInWindow(ofGroup, ownMs)).toBeLessThanOrEqual(own);
      }),
    ));

  it("a service's token bucket is never empty for a request that took no longer than the burst lasts", () =>
    fc.assert(
      fc.asyncProperty(bucketLimit, calls, async ([rate, burst], all) => {
        const graceMs = ((burst - 1) * 1_000) / rate;
        const quick = all.map((one) => ({ ...one, wayMs: Math.min(one.wayMs, Math.floor(graceMs)) }));
        const { seen } = await play([tokenBucket(rate, burst)], quick);
        let tokens = burst;
        let at = 0;
        for (const { call: one, countedAt } of seen.toSorted((a, b) => a.countedAt - b.countedAt)) {
          tokens = Math.min(burst, tokens + ((countedAt - at) * rate) / 1_000) - one.cost;
          at = countedAt;
          expect(tokens).toBeGreaterThan(-1e-6);
        }
      }),
    ));

  it('GCRA lets exactly those through that a token bucket would, when answers take no time', () =>
    fc.assert(
      fc.asyncProperty(bucketLimit, plainCalls, async ([rate, burst], all) => {
        const instant = all.map((one) => ({ ...one, group: undefined, wayMs: 0, backMs: 0 }));
        const { seen } = await play([tokenBucket(rate, burst)], instant);
        let tokens = burst;
        let at = 0;
        for (const { call: one, askedAt, startedAt } of seen
          .toSorted((a, b) => a.index - b.index)
          .toSorted((a, b) => a.startedAt - b.startedAt)) {
          // The first millisecond at which a bucket that serves in order has enough.
          const have = (instantMs: number) => Math.min(burst, tokens + ((instantMs - at) * rate) / 1_000);
          let earliest = Math.max(askedAt, at);
          while (have(earliest) < one.cost - 1e-9) earliest += 1;
          expect(Math.abs(startedAt - earliest)).toBeLessThanOrEqual(1);
          tokens = have(startedAt) - one.cost;
          at = startedAt;
        }
      }),
    ));

  it('never more than n at the same time', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 8 }), calls, async (limit, all) => {
        const { mostRunning } = await play([maxConcurrency(limit)], all);
        expect(mostRunning).toBeLessThanOrEqual(limit);
      }),
    ));

  it('every waiter starts unless it is aborted, and every permit is released', () =>
    fc.assert(
      fc.asyncProperty(windowLimit, bucketLimit, calls, async ([limit, windowMs], [rate, burst], all) => {
        const limits = [perWindow(limit, windowMs), tokenBucket(rate, burst), maxConcurrency(4)];
        const { seen, abandoned, limiter } = await play(limits, all, {
          a: [perWindow(3, 50)],
          b: [maxConcurrency(3)],
        });
        expect(seen.length + abandoned).toBe(all.length);
        expect(all.filter(({ patienceMs }) => patienceMs !== undefined).length).toBeGreaterThanOrEqual(
          abandoned,
        );
        const { pending, inFlight, groups } = limiter.snapshot();
        expect({ pending, inFlight }).toEqual({ pending: 0, inFlight: 0 });
        expect(groups['b']?.limits[0]?.used).toBe(0);
      }),
    ));

  it('first in, first out, whatever the costs', () =>
    fc.assert(
      fc.asyncProperty(windowLimit, plainCalls, async ([limit, windowMs], all) => {
        const common = all.map((one) => ({ ...one, group: undefined }));
        const { seen } = await play([perWindow(limit, windowMs), maxConcurrency(5)], common);
        const asked = seen.toSorted((a, b) => a.askedAt - b.askedAt || a.index - b.index);
        const startedAt = asked.map((one) => one.startedAt);
        expect(startedAt).toEqual(startedAt.toSorted((a, b) => a - b));
      }),
    ));

  it('a snapshot adds up', () =>
    fc.assert(
      fc.asyncProperty(windowLimit, calls, async ([limit, windowMs], all) => {
        const { runtime } = createWorld();
        const limits = [perWindow(limit, windowMs), maxConcurrency(3)];
        const limiter = createLimiter({
          limits,
          groups: { a: [maxConcurrency(3)] },
          runtime,
          maxQueue: 1_000,
        });
        for (const { cost, group, priority, retry } of all)
          limiter.acquire({ cost, group, priority, retry }).catch(() => undefined);
        const { pending, pendingByPriority, inFlight, limits: states, groups } = limiter.snapshot();
        expect(limiter.pending).toBe(pending);
        expect(pendingByPriority.high + pendingByPriority.normal + pendingByPriority.low).toBe(pending);
        for (const { used, available, constraint } of states) {
          expect(used).toBe(inFlight);
          expect(used + available).toBe('limit' in constraint ? constraint.limit : Number.NaN);
        }
        expect(groups['a']?.inFlight).toBeLessThanOrEqual(inFlight);
      }),
    ));
});
