import type { RateReport } from '../constraints/usage.ts';

/** What the service's responses taught a limiter about a set of limits. @public */
export interface FeedbackSnapshot {
  /** Permits given and not yet released, by cost. */
  readonly inFlight: number;
  /** How long the service's answers hold everything back, from now; 0 when they do not. */
  readonly pausedForMs: number;
  /** The service's rate limits as last reported and still believed. Only ever tighter than `limits`. */
  readonly learned: readonly RateReport[];
  /** Starts a second that the service was found to bear, while it is being explored after refusals. */
  readonly ratePerSecond?: number;
  /** The last report of each quota: shown, never waited for. */
  readonly quotas: readonly RateReport[];
}
