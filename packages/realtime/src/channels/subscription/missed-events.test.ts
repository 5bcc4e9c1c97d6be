import { expect, it } from 'vitest';
import { noteMissed } from './missed-events.ts';

it('W8: keeps the last instant of ten thousand channels, and drops the oldest of more', () => {
  const missed = new Map<string, number>();
  for (let ms = 1; ms <= 10_001; ms += 1) noteMissed(missed, `channel-${ms}`, [ms, undefined]);
  expect([missed.size, missed.has('channel-1')]).toEqual([10_000, false]);
  for (const ms of [2, 10_001]) expect(missed.get(`channel-${ms}`)).toBe(ms);
  for (const [lostSinceMs, fromMs] of [
    [7, 7],
    [99_999, 10_002],
  ] as const) {
    noteMissed(missed, 'lost', [10_002, undefined, lostSinceMs, 50_000]);
    expect(missed.get('lost')).toBe(fromMs);
  }
});
