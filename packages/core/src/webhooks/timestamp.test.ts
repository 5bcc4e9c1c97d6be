import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { checkTimestamp } from './timestamp.ts';

describe('security: checkTimestamp', () => {
  const nowMs = 1_800_000_000_000;

  it.each([
    ['now', 0, 300_000, true],
    ['the oldest that counts', -300_000, 300_000, true],
    ['too old', -300_001, 300_000, false],
    ['the latest that counts', 300_000, 300_000, true],
    ['too far ahead', 300_001, 300_000, false],
    ['now, with no tolerance', 0, 0, true],
    ['a millisecond old, with no tolerance', -1, 0, false],
    ['a millisecond ahead, with no tolerance', 1, 0, false],
  ])('%s', (_name, offsetMs, toleranceMs, passes) => {
    expect(checkTimestamp({ timestampMs: nowMs + offsetMs, nowMs, toleranceMs })).toBe(passes);
  });

  it.each([
    ['the oldest with a largest age', -900_000, true],
    ['older', -900_001, false],
    ['the latest, which the age does not change', 300_000, true],
    ['too far ahead', 300_001, false],
  ])('%s', (_name, offsetMs, passes) => {
    const check = { timestampMs: nowMs + offsetMs, nowMs, toleranceMs: 300_000, maxAgeMs: 900_000 };
    expect(checkTimestamp(check)).toBe(passes);
  });

  it('a largest age below the tolerance has no effect', () => {
    const check = { timestampMs: nowMs - 300_000, nowMs, toleranceMs: 300_000, maxAgeMs: 0 };
    expect(checkTimestamp(check)).toBe(true);
  });

  it.each([-1, Number.NaN, Infinity])('cannot be switched off with an age of %s', (maxAgeMs) => {
    const check = { timestampMs: nowMs, nowMs, toleranceMs: 300_000, maxAgeMs };
    expect(() => checkTimestamp(check)).toThrow(ConfigurationError);
  });

  it.each([Number.NaN, Infinity, -Infinity, undefined, null, '1800000000000', new Date(nowMs)])(
    'refuses %s as a time',
    (timestamp) => {
      const timestampMs = timestamp as unknown as number;
      expect(checkTimestamp({ timestampMs, nowMs, toleranceMs: 300_000 })).toBe(false);
    },
  );

  it.each([-1, Number.NaN, Infinity])('cannot be switched off with a tolerance of %s', (toleranceMs) => {
    expect(() => checkTimestamp({ timestampMs: nowMs, nowMs, toleranceMs })).toThrow(ConfigurationError);
  });
});
