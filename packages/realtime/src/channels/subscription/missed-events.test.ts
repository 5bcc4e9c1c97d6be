import { expect, it } from 'vitest';
import { createMissedEvents } from './missed-events.ts';

it('W8: keeps the last instant of ten thousand channels, and drops the oldest of more', () => {
  let nowMs = 0;
  const missed = createMissedEvents({ now: () => nowMs + 5 }, () => nowMs);
  expect(missed.end('never-lost')).toBeUndefined();
  for (nowMs = 1; nowMs <= 10_001; nowMs += 1) missed.begin(`channel-${nowMs}`, [undefined]);
  expect(missed.end('channel-1')).toBeUndefined();
  const to = new Date(nowMs + 5);
  for (const ms of [2, 10_001])
    expect(missed.end(`channel-${ms}`)).toEqual({
      type: 'gap',
      channel: `channel-${ms}`,
      from: new Date(ms),
      to,
    });
  expect(missed.end('channel-2')).toBeUndefined();
  for (const [lostSinceMs, fromMs] of [
    [7, 7],
    [99_999, nowMs],
  ] as const) {
    missed.begin('lost', [undefined, lostSinceMs, 50_000]);
    expect(missed.end('lost')?.from).toEqual(new Date(fromMs));
  }
});
