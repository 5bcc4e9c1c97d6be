import { describe, expect, it } from 'vitest';
import { hintStrings } from './hint-strings.ts';
import { refusedOnce } from './refused-once.ts';

const startAt = new Date('2026-11-21T12:00:00Z');
const longestTimerMs = 2 ** 31 - 1;

describe('C4: the retry hints of a service', () => {
  it.each(hintStrings)('%o: %s', async (headers, expected) => {
    const { attempts, sleeps, error } = await refusedOnce({ headers }, { startAt });
    // No timer of a length that a platform cannot keep.
    expect(sleeps.filter((ms) => !(ms >= 0 && ms <= longestTimerMs))).toEqual([]);
    if (expected === 'none') {
      expect(error).toBeUndefined();
      expect(attempts[1]).toBeLessThanOrEqual(1_000);
    } else if (expected > 60_000) {
      expect(error).toMatchObject({ retryRefusal: 'retry-after-too-long', retryAfterMs: expected });
      expect(attempts).toEqual([0]);
    } else {
      expect(error).toBeUndefined();
      expect(attempts[1]).toBeGreaterThanOrEqual(expected);
      // Our own back-off at least, which is up to a second after a refusal, and the spread.
      expect(attempts[1]).toBeLessThanOrEqual(Math.max(expected, 1_000) + Math.max(1_500, expected / 10));
    }
  });
});

describe('C4: a thousand clients with the same hint', () => {
  const hints: Readonly<Record<string, string>>[] = [
    { 'retry-after': '0' },
    { 'retry-after': '1' },
    { 'retry-after': '30' },
    { 'retry-after-ms': '250' },
    { 'retry-after': 'Sat, 21 Nov 2026 12:00:05 GMT' },
    { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' },
  ];
  it.each(hints)('%o: at most a tenth of them returns within any 100 ms', async (headers) => {
    const clients = Array.from({ length: 1_000 }, (_, seed) =>
      refusedOnce({ headers }, { startAt, seed: seed + 1 }),
    );
    const returns = (await Promise.all(clients)).map(({ attempts }) => attempts[1] ?? Number.NaN);
    returns.sort((a, b) => a - b);
    const most = Math.max(
      ...returns.map((from) => returns.filter((at) => at >= from && at < from + 100).length),
    );
    expect(returns.every(Number.isFinite)).toBe(true);
    expect(most).toBeLessThanOrEqual(100);
  });
});
