import { expect, it } from 'vitest';
import { BucketState } from './bucket.ts';

// One a second, two at once: an interval and a grace of 1,000 ms.
const open = () => new BucketState({ kind: 'bucket', ratePerSecond: 1, burst: 2 });

it('C20: an answer in the very instant in which the grace ends is booked once', () => {
  const state = open();
  state.take(1, 0);
  state.release(1, 0, 1_000);
  expect(state.used(1_000)).toBe(1);
  expect(state.earliest(1, 1_000)).toBe(1_000);
  state.take(1, 1_000);
  expect(state.earliest(1, 1_000)).toBe(2_000);
  // After a long silence, a start that was booked twice would have made the bucket larger than it is.
  expect(state.used(60_000)).toBe(0);
});

it('C20: starts without an answer are booked in the instant in which their grace ends', () => {
  const state = open();
  state.take(2, 0);
  expect(state.earliest(1, 999)).toBe(1_000);
  expect(state.earliest(1, 1_000)).toBe(2_000);
  expect(state.soonest(1, 1_000)).toBe(2_000);
});

it('C20: a token is free in the instant in which it is due, and not before', () => {
  const state = open();
  state.take(2, 0);
  state.release(1, 0, 0);
  state.release(1, 0, 0);
  expect(state.used(0)).toBe(2);
  expect([0, 999, 1_000].map((now) => state.earliest(1, now))).toEqual([1_000, 1_000, 1_000]);
  expect([0, 1_999, 2_000].map((now) => state.earliest(2, now))).toEqual([2_000, 2_000, 2_000]);
});
