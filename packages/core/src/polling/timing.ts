import { wrongOption } from '../errors/wrong-option.ts';
import { wholeNumber } from '../options/numbers.ts';
import type { Runtime } from '../time/runtime.ts';
import type { PollProgress } from './poll-answer.ts';

/** How often and how long to look. @public */
export interface PollTiming {
  /** The first wait between two looks. @defaultValue 1_000 */
  readonly intervalMs?: number | undefined;
  /** Each wait is this many times the one before; 1 keeps the pace. @defaultValue 1.5 */
  readonly backoff?: number | undefined;
  /** Waits of ours grow no further; the service may ask for longer ones. @defaultValue 30_000 */
  readonly maxIntervalMs?: number | undefined;
  /** Limit of the whole polling; `Infinity` for none. @defaultValue 600_000 */
  readonly deadlineMs?: number | undefined;
  /** Looks that may fail in a row, with an error of this SDK that is `retryable`; one more ends the polling with its error. @defaultValue 3 */
  readonly maxFailures?: number | undefined;
  /** Told after each look that was not the last. What it throws surfaces as an uncaught error, and changes nothing here. */
  readonly onProgress?: ((progress: PollProgress) => void) | undefined;
  /** Ends the polling at once, with the signal's own reason. The job itself goes on. */
  readonly signal?: AbortSignal | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/** @throws ConfigurationError */
export function resolveTiming(given: PollTiming) {
  const { backoff = 1.5, onProgress } = given;
  if (!(backoff >= 1 && backoff < Number.POSITIVE_INFINITY))
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
