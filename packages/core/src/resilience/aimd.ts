import { meantOption } from '../options/meant-option.ts';
import { requireNumber, timeLimit, wholeNumberOption } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { AdaptiveConcurrencyState, type ConcurrencyPolicy } from './adaptive-concurrency.ts';

const aimdNames: OptionNames<AimdOptions> = {
  minLimit: 0,
  maxLimit: 0,
  initialLimit: 0,
  backoffRatio: 0,
  slowMs: 0,
};

/** Options of `aimd()`. @public */
export interface AimdOptions {
  /** @defaultValue 1 */
  readonly minLimit?: number | undefined;
  /** @defaultValue 200 */
  readonly maxLimit?: number | undefined;
  /** @defaultValue 10, within the two above */
  readonly initialLimit?: number | undefined;
  /** Factor for the limit after a throttled, failed or slow call: 0.5 to less than 1. @defaultValue 0.9 */
  readonly backoffRatio?: number | undefined;
  /** A longer call is slow, in milliseconds; `Infinity` when no call counts as slow. @defaultValue 5_000 */
  readonly slowMs?: number | undefined;
}

/**
 * Additive increase, multiplicative decrease. After each successful call the limit grows by one, while at
 * least half of it is used. After each throttled, failed or slow call it shrinks by a tenth. @public
 *
 * @example
 * ```ts
 * const limiter = createLimiter({ limits: [perMinute(1_000)], adaptiveConcurrency: aimd({ maxLimit: 50 }) });
 * ```
 *
 * Source: `AIMDLimit` of Netflix concurrency-limits, with its numbers (`maxLimit` is that of its first
 * release).
 *
 * @throws ConfigurationError for an invalid option.
 */
export function aimd(options: AimdOptions = {}): ConcurrencyPolicy {
  refuseUnknown(options, aimdNames, 'aimd()', meantOption);
  const given = ownCopy(options);
  const { backoffRatio = 0.9 } = given;
  const slowMs = timeLimit('slowMs', given.slowMs, 5_000);
  const minLimit = wholeNumberOption('minLimit', given.minLimit, 1, 1);
  const maxLimit = wholeNumberOption('maxLimit', given.maxLimit, Math.max(200, minLimit), minLimit);
  const clamp = (limit: number) => Math.min(maxLimit, Math.max(minLimit, limit));
  const isRatio = (ratio: number) => ratio >= 0.5 && ratio < 1;
  requireNumber('backoffRatio', backoffRatio, 'at least 0.5 and less than 1', isRatio);
  const policy: ConcurrencyPolicy = {
    initialLimit: clamp(wholeNumberOption('initialLimit', given.initialLimit, 10, 1)),
    maxLimit,
    next(limit, { durationMs, inFlight, dropped }) {
      // A small limit shrinks by at least one: a tenth of it would round to 0.
      if (dropped || durationMs > slowMs) return clamp(Math.min(limit - 1, Math.floor(limit * backoffRatio)));
      return inFlight * 2 >= limit ? clamp(limit + 1) : limit;
    },
    open: () => new AdaptiveConcurrencyState(policy),
  };
  return policy;
}
