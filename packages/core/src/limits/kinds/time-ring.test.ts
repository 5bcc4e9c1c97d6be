import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeRing } from './time-ring.ts';

describe('TimeRing', () => {
  const step = fc.oneof(
    fc.record({ push: fc.integer({ min: 1, max: 5 }), after: fc.nat(3) }),
    fc.constant('shift' as const),
    fc.record({ drain: fc.nat(8) }),
  );

  it('is a queue of units with instants, through growth and wrap-around', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const ring = new TimeRing(0);
        let units: number[] = [];
        let now = 0;
        for (const one of steps) {
          if (one === 'shift') {
            const { oldest } = ring;
            expect(ring.shift()).toBe(units.filter((at) => at === oldest).length);
            units = units.filter((at) => at !== oldest);
          } else if ('push' in one) {
            now += one.after;
            ring.push(now, one.push);
            units.push(...new Array<number>(one.push).fill(now));
          } else {
            ring.drain(one.drain);
            units = units.slice(one.drain);
          }
          expect(ring.oldest).toBe(units[0] ?? Number.POSITIVE_INFINITY);
          expect(ring.instantOf(3)).toBe(units[2]);
          expect(ring.length).toBe(new Set(units).size);
        }
      }),
    );
  });

  it('shares entries within a granule, dated by the latest', () => {
    const ring = new TimeRing(10);
    for (const at of [0, 5, 10, 11, 21]) ring.push(at, 1);
    expect(ring.length).toBe(2);
    expect([ring.oldest, ring.shift(), ring.oldest, ring.shift()]).toEqual([10, 3, 21, 2]);
  });
});
