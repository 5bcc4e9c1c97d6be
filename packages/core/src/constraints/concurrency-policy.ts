/** The outcome of one call, for a {@link ConcurrencyPolicy}. @public */
export interface ConcurrencySample {
  /** Milliseconds from the start to the end of the call. */
  readonly durationMs: number;
  /** The cost in flight when the call ended, its own included. */
  readonly inFlight: number;
  /** Whether the service throttled the call, or failed. */
  readonly dropped: boolean;
}

/**
 * Adapts the number of concurrent calls to their outcomes. `aimd()` makes one. A stateful policy
 * belongs to one limiter.
 *
 * @public
 */
export interface ConcurrencyPolicy {
  /** The limit of a new limiter. */
  readonly initialLimit: number;
  /** The highest limit that `next` returns, and therefore the largest cost that can start. */
  readonly maxLimit: number;
  /** Returns the limit after the sample: a whole number of at least 1. */
  next(limit: number, sample: ConcurrencySample): number;
}
