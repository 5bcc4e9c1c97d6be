import { requireNumber } from '../options/numbers.ts';

/** A time of signing, and how far off it may be. @public */
export interface TimestampCheck {
  /** When the service says it signed. Anything that is not a number fails. */
  readonly timestampMs: number;
  readonly nowMs: number;
  /** How far the two may be apart, in either direction; 0 means not at all. */
  readonly toleranceMs: number;
}

/**
 * Was this signed about now? Neither an old message (a replay) nor one from the future (a clock set wrong, or a forged time that would stay valid) passes.
 *
 * @throws ConfigurationError when the tolerance is negative, not a number, or infinite: there is no way to switch the check off
 * @public
 */
export function checkTimestamp({ timestampMs, nowMs, toleranceMs }: TimestampCheck): boolean {
  requireNumber('toleranceMs', toleranceMs, 'a number of at least 0', (ms) => ms >= 0 && ms < Infinity);
  // A comparison with NaN is false, as it should be.
  return typeof timestampMs === 'number' && Math.abs(nowMs - timestampMs) <= toleranceMs;
}
