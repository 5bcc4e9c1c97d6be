import type { RateReport } from '../../rates.ts';

/** What the service's responses taught a limiter about a set of limits. @public */
export interface FeedbackSnapshot {
  /** Cost of the permits in use. */
  readonly inFlight: number;
  /** Milliseconds until the pause ends; 0 without a pause. */
  readonly pausedForMs: number;
  /** The service's rate limits as last reported, while they hold. They only tighten `limits`. */
  readonly learned: readonly RateReport[];
  /** The inferred limit, in starts per second, while the limiter probes after 429s. */
  readonly ratePerSecond?: number;
  /** The last report of each quota. No call waits for a quota. */
  readonly quotas: readonly RateReport[];
}
