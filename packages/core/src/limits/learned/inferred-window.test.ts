import { describe, expect, it } from 'vitest';
import { InferredRate } from './inferred-rate.ts';
import { InferredWindow, windowOf } from './inferred-window.ts';

describe('windowOf: the limit inferred from a 429', () => {
  it.each<[string, number, number, number, [limit: number, windowMs: number], number?]>([
    // accepted, within, Retry-After; then what is inferred, and the window that the service reports
    ['a burst, and exactly the rest of a second', 100, 50, 610.5, [100, 1_000]],
    ['a burst, and a wait in whole seconds', 100, 50, 1_000, [100, 1_000]],
    ['a burst, and no Retry-After', 100, 50, 0, [100, 1_000]],
    ['a burst, and most of a minute', 60, 900, 42_000, [60, 60_000]],
    ['half a minute of calls, and the other half', 90, 29_000, 31_000, [90, 60_000]],
    ['a long time at a rate, and a moment', 3_000, 30_000, 400, [100, 1_000]],
    ['a second of calls in a reported window, and more than its rest', 99, 1_300, 990, [99, 1_000], 1_000],
    ['many windows that the service reports', 400, 4_000, 900, [100, 1_000], 1_000],
    ['an hour', 5_000, 600_000, 3_000_000, [5_000, 3_600_000]],
    ['more than any usual window', 7, 1, 7_200_500, [7, 7_200_501]],
  ])('%s', (_, accepted, spanMs, retryAfterMs, [limit, windowMs], reportedMs) => {
    const sample = { accepted, spanMs, retryAfterMs, throttledForMs: 0, windowMs: reportedMs };
    expect(windowOf(sample)).toEqual({ limit, windowMs });
  });
});

describe('InferredWindow', () => {
  /** Ten a second, all used at 0. */
  const open = () => new InferredWindow({ limit: 10, windowMs: 1_000 }, 0, 0, 0);
  const use = (window: InferredWindow, count: number, now: number) => {
    for (let index = 0; index < count; index += 1) {
      window.start(1, now);
      window.end(1, true, false, now);
    }
  };

  it('is used in full, and again one window after the responses', () => {
    const window = open();
    expect(window.earliest(1, 500)).toBe(1_000);
    use(window, 10, 1_000);
    expect(window.earliest(1, 1_100)).toBe(2_000);
  });

  it('probes with one request soon after the others, after a growing probe delay', () => {
    const window = open();
    for (const at of [1_000, 2_000]) use(window, 10, at);
    expect(window.earliest(1, 2_000)).toBe(3_000);
    use(window, 10, 3_000);
    expect(window.earliest(1, 3_000)).toBe(3_200);
    window.start(1, 3_200);
    window.end(1, false, false, 3_210);
    window.recordThrottle(3_210, 3_210);
    expect(window.limit).toBe(10);
    for (const at of [4_000, 5_000, 12_000]) {
      use(window, 10, at);
      expect(window.earliest(1, at)).toBe(at + 1_000);
    }
    use(window, 10, 13_100);
    expect(window.earliest(1, 13_300)).toBe(13_300);
  });

  it('shrinks to the accepted cost on a 429 within the limit, by half at most', () => {
    const window = open();
    use(window, 8, 1_000);
    window.recordThrottle(1_001, 1_001);
    expect(window.limit).toBe(8);
    use(window, 1, 2_500);
    window.recordThrottle(2_501, 2_501);
    expect(window.limit).toBe(4);
  });

  it('grows by requests that were in flight at the 429 and then accepted', () => {
    const window = new InferredWindow({ limit: 10, windowMs: 1_000 }, 2, 0, 0);
    expect([window.end(1, true, true, 1), window.end(1, false, true, 1)]).toEqual([false, false]);
    expect(window.limit).toBe(11);
  });

  it('starts a cost above the limit alone', () => {
    expect(open().earliest(20, 1_000)).toBe(1_000);
  });

  it('lets a cost above the limit wait until it is alone', () => {
    expect(open().earliest(20, 0)).toBe(1_000);
  });
});

describe('InferredRate', () => {
  it('starts evenly and faster after an accepted probe; a 429 near the window restores the window', () => {
    const sample = { accepted: 10, spanMs: 10, retryAfterMs: 990, throttledForMs: 0 };
    const rate = new InferredRate([sample], 0, 0, 1_000);
    const period = 1.62 / 10 ** 0.25;
    expect(rate.perSecond(1_000)).toBe(10);
    for (let index = 0; index < 11; index += 1) {
      rate.start(1, 3_600);
      rate.end(1, true, false, 3_600);
    }
    rate.start(1, 3_600);
    expect(rate.earliest(1, 3_600)).toBe(3_690);
    expect(rate.perSecond(5_700)).toBeCloseTo(10 + (0.4 / period) * (2.1 / period) ** 3, 6);
    rate.recordThrottle({ ...sample, spanMs: 1_200, accepted: 12 }, 0, 5_000, 5_000);
    expect(rate.perSecond(9_000)).toBe(10);
  });

  it('takes the better of two samples: the first 429 after a burst shows more than the next one', () => {
    const samples = [
      { accepted: 1, spanMs: 15, retryAfterMs: 40, throttledForMs: 0 },
      { accepted: 20, spanMs: 15, retryAfterMs: 40, throttledForMs: 0 },
    ];
    expect(new InferredRate(samples, 0, 0, 0).perSecond(0)).toBe(20);
  });
});
