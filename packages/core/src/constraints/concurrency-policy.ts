/** How one call went, for a {@link ConcurrencyPolicy}. @public */
export interface ConcurrencySample {
  /** From its start to its end. */
  readonly durationMs: number;
  /** The cost that was in flight when it ended, its own included. */
  readonly inFlight: number;
  /** The service refused it for its rate, or failed. */
  readonly dropped: boolean;
}

/**
 * How many calls may run at the same time, learned from how each of them went. `aimd()` makes one; a policy that remembers more than the
 * limit belongs to one limiter.
 *
 * @public
 */
export interface ConcurrencyPolicy {
  /** The limit at the beginning. */
  readonly initialLimit: number;
  /** The highest limit that `next` ever gives, and so the largest cost that can pass. */
  readonly maxLimit: number;
  /** The limit after the sample; whole numbers of at least 1. */
  next(limit: number, sample: ConcurrencySample): number;
}
