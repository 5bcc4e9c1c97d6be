import { wrongOption } from '../errors/wrong-option.ts';
import { wholeNumber } from '../options/numbers.ts';
import type { Runtime } from '../time/runtime.ts';
import type { PollProgress } from './poll-answer.ts';

/** Intervals, deadline and callbacks of polling. @public */
export interface PollTiming {
  /** The first wait between two checks, in milliseconds. @defaultValue 1_000 */
  readonly intervalMs?: number | undefined;
  /** Factor from one wait to the next; 1 keeps the interval constant. @defaultValue 1.5 */
  readonly backoff?: number | undefined;
  /** The longest wait, in milliseconds; the service may ask for a longer one. @defaultValue 30_000 */
  readonly maxIntervalMs?: number | undefined;
  /** Deadline of the whole polling, in milliseconds; `Infinity` for none. @defaultValue 600_000 */
  readonly deadlineMs?: number | undefined;
  /**
   * Consecutive checks that may fail with a `retryable` error of this SDK; one more ends the polling with its
   * error.
   *
   * @defaultValue 3
   */
  readonly maxFailures?: number | undefined;
  /**
   * Called after every check except the last. An error that it throws becomes an uncaught error, and does not
   * affect the polling.
   */
  readonly onProgress?: ((progress: PollProgress) => void) | undefined;
  /** Aborting it ends the polling at once, with the signal's reason. The job itself continues. */
  readonly signal?: AbortSignal | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/** @throws ConfigurationError */
export function resolveTiming(given: PollTiming) {
  const { backoff = 1.5, onProgress } = given;
  if (!(backoff >= 1 && backoff < Infinity))
    throw wrongOption(`backoff must be a number of at least 1, not ${backoff}.`);
  const intervalMs = moreThanZero('intervalMs', given.intervalMs, 1_000);
  return {
    intervalMs,
    backoff,
    maxIntervalMs: Math.max(intervalMs, moreThanZero('maxIntervalMs', given.maxIntervalMs, 30_000)),
    deadlineMs: moreThanZero('deadlineMs', given.deadlineMs, 600_000),
    maxFailures: wholeNumber('maxFailures', given.maxFailures, 3, 0),
    onProgress,
  };
}

function moreThanZero(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!(value > 0)) throw wrongOption(`${name} must be more than 0, not ${value}.`);
  return value;
}
