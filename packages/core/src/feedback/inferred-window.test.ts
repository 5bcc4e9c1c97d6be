import { describe, expect, it } from 'vitest';
import { InferredRate } from './inferred-rate.ts';
import { InferredWindow, type RefusedSample, windowOf } from './inferred-window.ts';

describe('windowOf: the limit that a refusal points to', () => {
  it.each<[string, RefusedSample, { limit: number; windowMs: number }]>([
    [
      'a burst, and exactly the rest of a second',
      { accepted: 100, overMs: 50, toldMs: 610.5, closedMs: 0 },
      { limit: 100, windowMs: 1_000 },
    ],
    [
      'a burst, and a wait in whole seconds',
      { accepted: 100, overMs: 50, toldMs: 1_000, closedMs: 0 },
      { limit: 100, windowMs: 1_000 },
    ],
    [
      'a burst, and no word about a wait',
      { accepted: 100, overMs: 50, toldMs: 0, closedMs: 0 },
      { limit: 100, windowMs: 1_000 },
    ],
    [
      'a burst, and most of a minute',
      { accepted: 60, overMs: 900, toldMs: 42_000, closedMs: 0 },
      { limit: 60, windowMs: 60_000 },
    ],
    [
      'half a minute of calls, and the other half',
      { accepted: 90, overMs: 29_000, toldMs: 31_000, closedMs: 0 },
      { limit: 90, windowMs: 60_000 },
    ],
    [
      'a long time at a rate, and a moment',
      { accepted: 3_000, overMs: 30_000, toldMs: 400, closedMs: 0 },
      { limit: 100, windowMs: 1_000 },
    ],
    [
      'a second of calls in a window that the service tells, and more than its rest',
      { accepted: 99, overMs: 1_300, toldMs: 990, closedMs: 0, windowMs: 1_000 },
      { limit: 99, windowMs: 1_000 },
    ],
    [
      'many windows that the service tells',
      { accepted: 400, overMs: 4_000, toldMs: 900, closedMs: 0, windowMs: 1_000 },
      { limit: 100, windowMs: 1_000 },
    ],
    [
      'an hour',
      { accepted: 5_000, overMs: 600_000, toldMs: 3_000_000, closedMs: 0 },
      { limit: 5_000, windowMs: 3_600_000 },
    ],
    [
      'more than any usual window',
      { accepted: 7, overMs: 1, toldMs: 7_200_500, closedMs: 0 },
      { limit: 7, windowMs: 7_200_501 },
    ],
  ])('%s', (_, sample, found) => {
    expect(windowOf(sample)).toEqual(found);
  });
});

describe('a window that refusals showed', () => {
  /** Ten a second, all of it used at 0. */
  const open = () => new InferredWindow({ limit: 10, windowMs: 1_000 }, 0, 0, 0);
  const use = (window: InferredWindow, count: number, now: number) => {
    for (let index = 0; index < count; index += 1) {
      window.start(1, now);
      window.end(1, true, false, now);
    }
  };

  it('is used in full, and again one window after the answers', () => {
    const window = open();
    expect(window.earliest(1, 500)).toBe(1_000);
    use(window, 10, 1_000);
    expect(window.earliest(1, 1_100)).toBe(2_000);
  });

  it('is tried with one more, soon after the rest and not before its time; then later and later', () => {
    const window = open();
    for (const at of [1_000, 2_000]) use(window, 10, at);
    expect(window.earliest(1, 2_000)).toBe(3_000);
    use(window, 10, 3_000);
    expect(window.earliest(1, 3_000)).toBe(3_200);
    window.start(1, 3_200);
    window.end(1, false, false, 3_210);
    window.refused(3_210, 3_210);
    expect(window.limit).toBe(10);
    for (const at of [4_000, 5_000, 12_000]) {
      use(window, 10, at);
      expect(window.earliest(1, at)).toBe(at + 1_000);
    }
    use(window, 10, 13_100);
    expect(window.earliest(1, 13_300)).toBe(13_300);
  });

  it('shrinks to what was borne when it is refused within, by half at most', () => {
    const window = open();
    use(window, 8, 1_000);
    window.refused(1_001, 1_001);
    expect(window.limit).toBe(8);
    use(window, 1, 2_500);
    window.refused(2_501, 2_501);
    expect(window.limit).toBe(4);
  });

  it('grows by what was under way when it was refused, and was accepted', () => {
    const window = new InferredWindow({ limit: 10, windowMs: 1_000 }, 2, 0, 0);
    expect([window.end(1, true, true, 1), window.end(1, false, true, 1)]).toEqual([false, false]);
    expect(window.limit).toBe(11);
  });

  it('lets a cost above the limit pass alone', () => {
    expect(open().earliest(20, 1_000)).toBe(1_000);
  });

  it('lets a cost above the limit wait until it is alone', () => {
    expect(open().earliest(20, 0)).toBe(1_000);
  });
});

describe('InferredRate', () => {
  it('starts evenly and faster when one more than the window was accepted; refused near it, it is the window again', () => {
    const sample = { accepted: 10, overMs: 10, toldMs: 990, closedMs: 0 };
    const rate = new InferredRate([sample], 0, 0, 1_000);
    expect(rate.perSecond(1_000)).toBe(10);
    for (let index = 0; index < 11; index += 1) {
      rate.start(1, 3_600);
      rate.end(1, true, false, 3_600);
    }
    rate.start(1, 3_600);
    expect(rate.earliest(1, 3_600)).toBe(3_690);
    expect(rate.perSecond(5_700)).toBeCloseTo(10 * (1 + 0.02 * 27), 6);
    rate.refused({ ...sample, overMs: 1_200, accepted: 12 }, 0, 5_000, 5_000);
    expect(rate.perSecond(9_000)).toBe(10);
  });

  it('takes the better of two samples: the first refusal after a burst says more than the next one', () => {
    const samples = [
      { accepted: 1, overMs: 15, toldMs: 40, closedMs: 0 },
      { accepted: 20, overMs: 15, toldMs: 40, closedMs: 0 },
    ];
    expect(new InferredRate(samples, 0, 0, 0).perSecond(0)).toBe(20);
  });
});
