import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Permit } from '../src/driver/index.ts';
import { combineLimiters, createLimiter, maxConcurrency } from '../src/index.ts';
import { createBreaker } from '../src/resilience/index.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

const step = fc.oneof(
  fc.record({ ask: fc.constant(true), abort: fc.boolean() }),
  fc.record({ end: fc.nat(5), as: fc.constantFrom('good', 'bad', 'nothing') }),
  fc.record({ passMs: fc.integer({ min: 1, max: 700 }) }),
);

describe('C20: a breaker around a limiter', () => {
  it('refuses nobody while closed and everybody while open, and loses nothing', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const runtime = createManualRuntime();
        const limiter = createLimiter({ limits: [maxConcurrency(3)], runtime });
        const breaker = createBreaker({ limiter, minCalls: 3, openMs: 500, windowMs: 2_000, runtime });
        const permits: Permit[] = [];
        let asked = 0;
        let ended = 0;
        const ask = async (abort: boolean) => {
          const controller = new AbortController();
          const { state, opensForMs } = breaker.snapshot();
          const mustRefuse = state === 'open' && opensForMs > 0;
          const mustNot = state === 'closed';
          asked += 1;
          const refused = breaker.acquire({ signal: controller.signal }).then(
            (permit) => {
              permits.push(permit);
              return false;
            },
            (reason: unknown) => {
              ended += 1;
              return reason !== 'gone';
            },
          );
          if (abort) controller.abort('gone');
          const pending = limiter.pending;
          await runtime.settle();
          if (mustRefuse && !abort) expect(await refused).toBe(true);
          if (mustNot && pending === 0 && limiter.pending === 0 && !abort) expect(await refused).toBe(false);
        };
        for (const one of steps) {
          if ('ask' in one) await ask(one.abort);
          else if ('passMs' in one) await runtime.advance(one.passMs);
          else {
            const [permit] = permits.splice(one.end % Math.max(1, permits.length), 1);
            if (permit === undefined) continue;
            ended += 1;
            permit.release(one.as === 'nothing' ? undefined : { failed: one.as === 'bad' });
            permit.release({ failed: true });
            await runtime.settle();
          }
          expect(permits.length).toBe(limiter.snapshot().inFlight);
          const { state, opensForMs, failures, calls } = breaker.snapshot();
          if (state !== 'open') expect(opensForMs).toBe(0);
          expect(failures).toBeLessThanOrEqual(calls);
          if (state === 'open') expect(limiter.pending).toBe(0);
        }
        for (const permit of permits.splice(0)) {
          ended += 1;
          permit.release();
        }
        while (ended < asked) {
          await runtime.settle();
          const [permit] = permits.splice(0, 1);
          if (permit === undefined) break;
          ended += 1;
          permit.release();
        }
        await runtime.settle();
        expect(ended).toBe(asked);
        expect(limiter.snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
        expect(runtime.pendingSleeps).toEqual([]);
      }),
      { numRuns: 60 },
    ));
});

describe('C20: combined limiters', () => {
  it('keep the limits of all, and give everything back', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ holdMs: fc.nat(20), goneMs: fc.option(fc.nat(20), { nil: undefined }) }), {
          maxLength: 25,
        }),
        async (outer, inner, calls) => {
          const runtime = createManualRuntime();
          const limiters = [outer, inner].map((limit) =>
            createLimiter({ limits: [maxConcurrency(limit)], runtime }),
          );
          const both = combineLimiters(...limiters);
          let running = 0;
          let most = 0;
          let ended = 0;
          for (const { holdMs, goneMs } of calls) {
            const controller = new AbortController();
            if (goneMs !== undefined) void runtime.sleep(goneMs).then(() => controller.abort('gone'));
            both.acquire({ signal: controller.signal }).then(
              async (permit) => {
                most = Math.max(most, ++running);
                await runtime.sleep(holdMs);
                running -= 1;
                ended += 1;
                permit.release({});
              },
              () => {
                ended += 1;
              },
            );
          }
          await runtime.advance(25 * 21);
          expect(ended).toBe(calls.length);
          expect(most).toBeLessThanOrEqual(Math.min(outer, inner));
          for (const limiter of limiters)
            expect(limiter.snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
        },
      ),
      { numRuns: 50 },
    ));

  it('count what was waited, and give the next one the rest of the time', async () => {
    const runtime = createManualRuntime();
    const limiters = [1, 1].map((limit) => createLimiter({ limits: [maxConcurrency(limit)], runtime }));
    const both = combineLimiters(...limiters);
    const holding = [await limiters[0]?.acquire(), await limiters[1]?.acquire()];
    const asked = both.acquire({ maxWaitMs: 1_000 });
    await runtime.advance(400);
    holding[0]?.release();
    await runtime.advance(300);
    holding[1]?.release();
    expect((await asked).waitedMs).toBe(700);
  });

  it('of none let everybody through', async () => {
    expect((await combineLimiters().acquire()).waitedMs).toBe(0);
  });
});
