import { requireNumber } from '../options/numbers.ts';

/** The time of a signature, and its tolerance. @public */
export interface TimestampCheck {
  /** The service's time of the signature. A value that is not a number fails. */
  readonly timestampMs: number;
  readonly nowMs: number;
  /** The largest difference, in either direction; 0 allows none. */
  readonly toleranceMs: number;
  /**
   * The largest age, where it is more than the tolerance: for services that repeat a webhook with its first
   * signature. Only with a replay store.
   */
  readonly maxAgeMs?: number | undefined;
}

/**
 * Whether the signature is recent. An old message (a replay) fails, and so does one from the future (a wrong
 * clock, or a forged time that would stay valid). @public
 *
 * @example
 * const timestampMs = Number(seconds) * 1000;
 * const isRecent = checkTimestamp({ timestampMs, nowMs: Date.now(), toleranceMs: 300_000 });
 *
 * @throws ConfigurationError for a tolerance that is negative, infinite or not a number: the check cannot be
 * switched off
 */
export function checkTimestamp({
  timestampMs,
  nowMs,
  toleranceMs,
  maxAgeMs = toleranceMs,
}: TimestampCheck): boolean {
  for (const [name, value] of Object.entries({ toleranceMs, maxAgeMs }))
    if (!isTolerance(value)) requireNumber(name, value, 'a number of at least 0', isTolerance);
  const ageMs = nowMs - timestampMs;
  // A comparison with NaN is false, as it should be.
  const isRecent = -ageMs <= toleranceMs && ageMs <= Math.max(toleranceMs, maxAgeMs);
  return typeof timestampMs === 'number' && isRecent;
}

const isTolerance = (ms: unknown) => typeof ms === 'number' && ms >= 0 && ms < Infinity;
