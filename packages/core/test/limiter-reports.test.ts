import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimiter } from '../src/limits/create-limiter.ts';
import { bucketServer, createWorld, fixedWindow, slidingWindow } from './limiter-simulation.ts';

interface Call {
  readonly arriveMs: number;
  readonly cost: number;
  readonly wayMs: number;
  readonly backMs: number;
  /** Whether the response has a report. */
  readonly says: boolean;
}

const call: fc.Arbitrary<Call> = fc.record({
  arriveMs: fc.nat(400),
  cost: fc.integer({ min: 1, max: 3 }),
  wayMs: fc.nat(60),
  backMs: fc.nat(60),
  says: fc.boolean(),
});
const service = fc.record({
  kind: fc.constantFrom('fixed', 'sliding', 'bucket'),
  limit: fc.integer({ min: 3, max: 8 }),
  windowMs: fc.integer({ min: 20, max: 200 }),
  granuleMs: fc.constantFrom(1, 50, 1_000),
  round: fc.constantFrom('ceil', 'floor'),
  tellsLimit: fc.boolean(),
  tellsWindow: fc.boolean(),
  othersEveryMs: fc.option(fc.integer({ min: 5, max: 100 }), { nil: undefined }),
});

describe('C20: a limit known only by reports', () => {
  it('lets every call start in the end, for any form of report and any other clients', () =>
    fc.assert(
      fc.asyncProperty(service, fc.array(call, { maxLength: 30 }), async (of, calls) => {
        const { kind, limit, windowMs, granuleMs, round, othersEveryMs } = of;
        const server = {
          fixed: () => fixedWindow(limit, windowMs),
          sliding: () => slidingWindow(limit, windowMs),
          bucket: () => bucketServer((limit * 1_000) / windowMs, limit),
        }[kind]();
        const world = createWorld();
        const limiter = createLimiter({ limits: [], runtime: world.runtime });
        const report = () => {
          const { remaining, resetAfterMs = 0 } = server.report(world.now());
          return {
            kind: 'rate' as const,
            remaining,
            resetAfterMs: Math[round](resetAfterMs / granuleMs) * granuleMs,
            ...(of.tellsLimit ? { limit } : {}),
            ...(of.tellsWindow ? { windowMs } : {}),
          };
        };
        const takeToo = () => {
          if (othersEveryMs === undefined || world.now() > 5_000) return;
          server.admit(1, world.now());
          world.at(world.now() + othersEveryMs, takeToo);
        };
        takeToo();
        let answered = 0;
        const make = async ({ cost, wayMs, backMs, says }: Call) => {
          for (let retry = false; ; retry = true) {
            const permit = await limiter.acquire({ cost, retry });
            await world.sleep(wayMs);
            const admitted = server.admit(cost, world.now());
            const limits = says || !admitted ? [report()] : [];
            await world.sleep(backMs);
            permit.release({ throttled: !admitted, limits });
            if (admitted) break;
          }
          answered += 1;
        };
        for (const one of calls) world.at(one.arriveMs, () => void make(one));
        await world.run(600_000);
        expect(answered).toBe(calls.length);
        const { pending, inFlight } = limiter.snapshot();
        expect({ pending, inFlight }).toEqual({ pending: 0, inFlight: 0 });
      }),
    ));
});
