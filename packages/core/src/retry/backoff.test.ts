import { describe, expect, it } from 'vitest';
import { fullJitter, hintedWait } from './backoff.ts';

describe('fullJitter', () => {
  it('doubles the ceiling with each retry, up to the cap', () => {
    const ceilings = [0, 1, 2, 3, 4].map((index) => fullJitter(index, 50, 500, () => 1));
    expect(ceilings).toEqual([50, 100, 200, 400, 500]);
  });

  it('takes anything from zero to the ceiling', () => {
    expect(fullJitter(2, 100, 20_000, () => 0)).toBe(0);
    expect(fullJitter(2, 100, 20_000, () => 0.25)).toBe(100);
  });

  it('stays at the cap for any number of retries', () => {
    expect(fullJitter(5_000, 50, 20_000, () => 1)).toBe(20_000);
  });

  it('C20: a base of 0 stays 0 for any number of retries', () => {
    expect(fullJitter(5_000, 0, 20_000, () => 1)).toBe(0);
  });
});

describe('hintedWait', () => {
  it('never waits less than the hint', () => {
    expect(hintedWait(5_000, 0, () => 0)).toBe(5_000);
  });

  it('never waits less than its own back-off: 0 does not mean "at once"', () => {
    expect(hintedWait(0, 400, () => 0)).toBe(400);
  });

  it('has jitter also where its own back-off is the longer', () => {
    expect(hintedWait(0, 400, () => 0.5)).toBe(400 + 750);
  });

  it('C4: of 1,000 clients with one hint, at most a tenth return in any 100 ms', () => {
    const waits = Array.from({ length: 1_000 }, (_, index) => hintedWait(1_000, 0, () => index / 1_000)).sort(
      (a, b) => a - b,
    );
    const inSpanFrom = (start: number) => waits.filter((wait) => wait >= start && wait < start + 100).length;
    expect(Math.max(...waits.map(inSpanFrom))).toBeLessThanOrEqual(100);
  });
});
