import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { createLimiter } from '../limits/create-limiter.ts';
import { maxConcurrency } from '../limits/kinds/concurrency.ts';
import type { Permit } from '../limits/limiter.ts';
import type { RateObservation } from '../rates.ts';
import { createManualRuntime } from '../testing/manual-clock.ts';
import type { ConcurrencySample } from './adaptive-concurrency.ts';
import { type AimdOptions, aimd } from './aimd.ts';

const good: ConcurrencySample = { durationMs: 10, inFlight: 100, dropped: false };

describe('aimd', () => {
  it.each<[string, AimdOptions, number, Partial<ConcurrencySample>, number]>([
    ['one more after a good call', {}, 10, {}, 11],
    ['one more when exactly half is used', {}, 10, { inFlight: 5 }, 11],
    ['no more when less than half is used', {}, 10, { inFlight: 4 }, 10],
    ['a tenth less after a refusal, rounded down', {}, 25, { dropped: true }, 22],
    ['a tenth less after a slow call', {}, 100, { durationMs: 5_001 }, 90],
    ['a call of exactly slowMs is not slow', {}, 10, { durationMs: 5_000 }, 11],
    ['slowness may say nothing', { slowMs: Number.POSITIVE_INFINITY }, 10, { durationMs: 1e9 }, 11],
    ['one less at least', { backoffRatio: 0.99 }, 5, { dropped: true }, 4],
    ['never below the lowest', { minLimit: 3 }, 3, { dropped: true }, 3],
    ['never above the highest', { maxLimit: 20 }, 20, {}, 20],
    ['by backoffRatio', { backoffRatio: 0.5 }, 10, { dropped: true }, 5],
  ])('%s', (_name, options, limit, sample, next) => {
    expect(aimd(options).next(limit, { ...good, ...sample })).toBe(next);
  });

  it.each<[AimdOptions, number, number]>([
    [{}, 10, 200],
    [{ maxLimit: 5 }, 5, 5],
    [{ minLimit: 20 }, 20, 200],
    [{ minLimit: 500 }, 500, 500],
    [{ initialLimit: 40 }, 40, 200],
  ])('begins where it may: %o', (options, initialLimit, maxLimit) => {
    expect(aimd(options)).toMatchObject({ initialLimit, maxLimit });
  });

  it.each<AimdOptions>([
    { minLimit: 0 },
    { minLimit: 5, maxLimit: 4 },
    { initialLimit: 1.5 },
    { backoffRatio: 1 },
    { backoffRatio: 0.4 },
    { backoffRatio: Number.NaN },
    { slowMs: 0 },
  ])('rejects %o', (options) => {
    expect(() => aimd(options)).toThrow(ConfigurationError);
  });

  it('stays a whole number within its bounds for any outcomes', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.nat(50),
        fc.array(fc.record({ durationMs: fc.nat(10_000), inFlight: fc.nat(60), dropped: fc.boolean() })),
        (minLimit, span, samples) => {
          const policy = aimd({ minLimit, maxLimit: minLimit + span });
          let limit = policy.initialLimit;
          for (const sample of samples) {
            limit = policy.next(limit, sample);
            expect(Number.isSafeInteger(limit)).toBe(true);
            expect(limit).toBeGreaterThanOrEqual(minLimit);
            expect(limit).toBeLessThanOrEqual(minLimit + span);
          }
        },
      ),
    ));
});

describe('a limiter with adaptive concurrency', () => {
  function setUp(options: AimdOptions, limits = [maxConcurrency(100)]) {
    const runtime = createManualRuntime();
    const limiter = createLimiter({ limits, adaptiveConcurrency: aimd(options), runtime });
    const running: Permit[] = [];
    const ask = (cost = 1) => void limiter.acquire({ cost }).then((permit) => running.push(permit));
    const end = async (observation?: RateObservation) => {
      running.shift()?.release(observation);
      await runtime.settle();
    };
    const limit = () => limiter.snapshot().limits.at(-1)?.constraint;
    return { runtime, limiter, running, ask, end, limit };
  }

  it('starts one more at once when the limit grows, and fewer when it shrinks', async () => {
    const { runtime, running, ask, end } = setUp({ initialLimit: 4 });
    for (let index = 0; index < 20; index += 1) ask();
    await runtime.settle();
    expect(running).toHaveLength(4);
    await end({});
    expect(running).toHaveLength(5);
    await end({ throttled: true, retryAfterMs: 0 });
    expect(running).toHaveLength(4);
    await end({ failed: true });
    expect(running).toHaveLength(3);
  });

  it('learns nothing from a call without an observation', async () => {
    const { runtime, ask, end, limit } = setUp({ initialLimit: 4 });
    ask();
    await runtime.advance(60_000);
    await end();
    expect(limit()).toEqual({ kind: 'concurrency', limit: 4 });
  });

  it('measures the duration of a call from its start, without the wait for its permit', async () => {
    const { runtime, ask, end, limit } = setUp({ initialLimit: 1, slowMs: 1_000 });
    ask();
    ask();
    await runtime.advance(1_000);
    await end({});
    expect(limit()).toEqual({ kind: 'concurrency', limit: 2 });
    await runtime.advance(1_000);
    await end({});
    expect(limit()).toEqual({ kind: 'concurrency', limit: 3 });
    ask();
    ask();
    await runtime.advance(1_001);
    await end({});
    expect(limit()).toEqual({ kind: 'concurrency', limit: 2 });
  });

  it('starts a cost above the limit alone, and never one above maxLimit', async () => {
    const { runtime, limiter, running, ask } = setUp({ initialLimit: 2, maxLimit: 5 });
    ask(4);
    ask(1);
    await runtime.settle();
    expect(running).toHaveLength(1);
    await expect(limiter.acquire({ cost: 6 })).rejects.toMatchObject({ code: 'throttle-rejected' });
  });

  it('shows the current limit and its available units', async () => {
    const { runtime, limiter, ask } = setUp({ initialLimit: 4 });
    ask();
    await runtime.settle();
    expect(limiter.snapshot().limits.at(-1)).toEqual({
      constraint: { kind: 'concurrency', limit: 4 },
      used: 1,
      available: 3,
    });
  });

  it('applies in addition to the configured limits', async () => {
    const { runtime, running, ask } = setUp({ initialLimit: 10 }, [maxConcurrency(3)]);
    for (let index = 0; index < 20; index += 1) ask();
    await runtime.settle();
    expect(running).toHaveLength(3);
  });

  it('does not probe without configured limits: the policy has the initial limit', async () => {
    const { runtime, running, ask } = setUp({ initialLimit: 10 }, []);
    for (let index = 0; index < 20; index += 1) ask();
    await runtime.settle();
    expect(running).toHaveLength(10);
  });

  it('finds the capacity of a service that fails above it, and stays near it', async () => {
    const capacity = 30;
    const { runtime, running, ask, end, limit } = setUp({ maxLimit: 100 });
    const seen: number[] = [];
    for (let round = 0; round < 2_000; round += 1) {
      while (running.length < 100 && round >= 0) {
        const before = running.length;
        ask();
        await Promise.resolve();
        await Promise.resolve();
        if (running.length === before) break;
      }
      await runtime.advance(1);
      await end(running.length > capacity ? { failed: true } : {});
      const now = limit();
      if (round > 1_000 && now?.kind === 'concurrency') seen.push(now.limit);
    }
    expect(Math.max(...seen)).toBeLessThanOrEqual(capacity + 3);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(capacity * 0.8);
  });
});
