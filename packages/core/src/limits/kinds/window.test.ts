import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Constraint } from './constraint.ts';
import { perWindow, WindowState } from './window.ts';

const open = (limit: number, windowMs: number) =>
  new WindowState(perWindow(limit, windowMs) as Extract<Constraint, { kind: 'window' }>);

/** Releases without the clock where the state allows it, like the limiter. */
function releasePermit(state: WindowState, cost: number, now: number): boolean {
  const canSkipClock = state.canReleaseWithoutClock(cost);
  state.release(cost, Number.NaN, canSkipClock ? Number.NaN : now);
  return canSkipClock;
}

describe('a window whose limit is large', () => {
  it('needs the clock for every response of a small limit, and for few responses of a large one', () => {
    const countClockReads = (limit: number) => {
      const state = open(limit, 1_000);
      let count = 0;
      for (let index = 0; index < 100; index += 1) {
        state.take(1);
        if (!releasePermit(state, 1, index)) count += 1;
      }
      return count;
    };
    expect([4_095, 4_096, 4_096 * 9].map(countClockReads)).toEqual([100, 50, 10]);
  });

  it('frees a unit one window after its response, an undated one after the next clock read', () => {
    const state = open(8_192, 1_000);
    state.take(8_192);
    for (let index = 0; index < 8_192; index += 1) releasePermit(state, 1, 0);
    // Every third release reads the clock and dates the two before it; the last two have no date yet.
    expect(state.earliest(8_190, 1_000)).toBe(1_000);
    expect(state.earliest(8_191, 1_000)).toBe(2_000);
    expect(state.earliest(8_192, 2_000)).toBe(2_000);
  });

  const step = fc.record({
    passMs: fc.nat(80),
    cost: fc.integer({ min: 1, max: 3_000 }),
    backMs: fc.nat(300),
  });

  it('C20: never sees more than its limit in any window, and no less than all but a part in 4096', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 4_096, max: 40_000 }),
        fc.array(step, { maxLength: 60 }),
        (limit, steps) => {
          const windowMs = 200;
          const state = open(limit, windowMs);
          const running: { readonly cost: number; readonly until: number }[] = [];
          const answered: { readonly cost: number; readonly at: number }[] = [];
          let now = 0;
          for (const { passMs, cost, backMs } of steps) {
            now += passMs;
            for (const call of running.splice(0)) {
              if (call.until > now) running.push(call);
              else {
                for (let unit = 0; unit < call.cost; unit += 1) releasePermit(state, 1, now);
                answered.push({ cost: call.cost, at: now });
              }
            }
            const inUse = sum(running) + sum(answered.filter(({ at }) => now - at < windowMs));
            const isFree = state.earliest(cost, now) <= now;
            if (isFree) expect(inUse + cost).toBeLessThanOrEqual(limit);
            else expect(inUse + cost).toBeGreaterThan(limit - Math.floor(limit / 4_096));
            if (!isFree) continue;
            state.take(cost);
            running.push({ cost, until: now + backMs });
          }
        },
      ),
    ));
});

const sum = (calls: readonly { readonly cost: number }[]) =>
  calls.reduce((total, { cost }) => total + cost, 0);
