import { numberOption, requireNumber, timeLimit, wholeNumberOption } from '../options/numbers.ts';
import type { Runtime } from '../time/runtime.ts';
import type { PollProgress } from './poll-answer.ts';

/** Intervals, deadline and callbacks of polling. @public */
export interface PollTiming {
  /** The first wait between two checks, in milliseconds. @defaultValue 1_000 */
  readonly intervalMs?: number | undefined;
  /** Factor from one wait to the next; 1 keeps the interval constant. @defaultValue 1.5 */
  readonly backoff?: number | undefined;
  /**
   * The longest wait, in milliseconds, at least `intervalMs`; the service may ask for a longer one.
   *
   * @defaultValue 30_000, or `intervalMs` when that is more
   */
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
  const intervalMs = timeLimit('intervalMs', given.intervalMs, 1_000);
  const maxIntervalMs = timeLimit('maxIntervalMs', given.maxIntervalMs, Math.max(30_000, intervalMs));
  requireNumber(
    'maxIntervalMs',
    maxIntervalMs,
    `at least intervalMs (${intervalMs})`,
    (ms) => ms >= intervalMs,
  );
  return {
    intervalMs,
    backoff: numberOption('backoff', given.backoff, 1.5, 1),
    maxIntervalMs,
    deadlineMs: timeLimit('deadlineMs', given.deadlineMs, 600_000),
    maxFailures: wholeNumberOption('maxFailures', given.maxFailures, 3, 0),
    onProgress: given.onProgress,
  };
}
