import type { ConcurrencyPolicy } from '../constraints/concurrency-policy.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { wholeNumber } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';

/** What `aimd()` takes. @public */
export interface AimdOptions {
  /** @defaultValue 1 */
  readonly minLimit?: number | undefined;
  /** @defaultValue 200 */
  readonly maxLimit?: number | undefined;
  /** @defaultValue 10, within the two above */
  readonly initialLimit?: number | undefined;
  /** What is left of the limit after a call that was refused, failed, or was slow: 0.5 to less than 1. @defaultValue 0.9 */
  readonly backoffRatio?: number | undefined;
  /** A call that takes longer is slow; `Infinity` when slowness says nothing about this service. @defaultValue 5_000 */
  readonly slowMs?: number | undefined;
}

/**
 * Additive increase, multiplicative decrease: one more at the same time after each good call, as long as at least half of the limit is
 * used; a tenth less after each that was refused, failed, or was slow.
 *
 * @example
 * ```ts
 * const limiter = createLimiter({ limits: [perMinute(1_000)], adaptiveConcurrency: aimd({ maxLimit: 50 }) });
 * ```
 *
 * Source: `AIMDLimit` of Netflix concurrency-limits, with its numbers (the highest limit is of its first release).
 *
 * @throws ConfigurationError for options that make no sense.
 * @public
 */
export function aimd(options: AimdOptions = {}): ConcurrencyPolicy {
  const given = ownCopy(options);
  const { backoffRatio = 0.9, slowMs = 5_000 } = given;
  const minLimit = wholeNumber('minLimit', given.minLimit, 1, 1);
  const maxLimit = wholeNumber('maxLimit', given.maxLimit, Math.max(200, minLimit), minLimit);
  const clamp = (limit: number) => Math.min(maxLimit, Math.max(minLimit, limit));
  if (!(backoffRatio >= 0.5 && backoffRatio < 1))
    throw wrongOption(`backoffRatio must be at least 0.5 and less than 1, not ${backoffRatio}.`);
  if (!(slowMs > 0)) throw wrongOption(`slowMs must be more than 0, not ${slowMs}.`);
  return {
    initialLimit: clamp(wholeNumber('initialLimit', given.initialLimit, 10, 1)),
    maxLimit,
    next(limit, { durationMs, inFlight, dropped }) {
      // A small limit goes down by one at least: a tenth of it would round to nothing.
      if (dropped || durationMs > slowMs) return clamp(Math.min(limit - 1, Math.floor(limit * backoffRatio)));
      return inFlight * 2 >= limit ? clamp(limit + 1) : limit;
    },
  };
}
