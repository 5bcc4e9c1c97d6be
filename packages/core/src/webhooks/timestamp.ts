import { requireNumber } from '../options/numbers.ts';

/** The time of a signature, and its tolerance. @public */
export interface TimestampCheck {
  /** The service's time of the signature. A value that is not a number fails. */
  readonly timestampMs: number;
  readonly nowMs: number;
  /** The largest difference, in either direction; 0 allows none. */
  readonly toleranceMs: number;
}

/**
 * Whether the signature is recent. An old message (a replay) fails, and so does one from the future (a wrong
 * clock, or a forged time that would stay valid). @public
 *
 * @throws ConfigurationError for a tolerance that is negative, infinite or not a number: the check cannot be
 * switched off
 */
export function checkTimestamp({ timestampMs, nowMs, toleranceMs }: TimestampCheck): boolean {
  requireNumber('toleranceMs', toleranceMs, 'a number of at least 0', (ms) => ms >= 0 && ms < Infinity);
  // A comparison with NaN is false, as it should be.
  return typeof timestampMs === 'number' && Math.abs(nowMs - timestampMs) <= toleranceMs;
}
