/**
 * What a request waits for: a place in a `rate` limit, in a `concurrency` limit, the end of a `pause` that the service's answers led
 * to, or its `turn` behind others.
 *
 * @public
 */
export type WaitReason = 'rate' | 'concurrency' | 'pause' | 'turn';

/** What one attempt says about the service and its limits. All optional: services differ. @public */
export interface RateObservation {
  /** The service refused for its rate (429 or its kin). */
  readonly throttled?: boolean | undefined;
  /**
   * The service is in trouble: it could not be reached, did not answer in time, or failed (500 and its kin). Not for calls it rightly turned
   * down, nor for `throttled` ones.
   */
  readonly failed?: boolean | undefined;
  /** Do not come back before this. */
  readonly retryAfterMs?: number | undefined;
  readonly limits?: readonly RateReport[] | undefined;
}

/** One limit as a service reports it. @public */
export interface RateReport {
  /** What the service calls it, where it has several: a policy, a bucket, a resource. */
  readonly name?: string | undefined;
  /** Which part of the service's limit it is, where it divides it by key, user or place. */
  readonly partition?: string | undefined;
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  readonly resetAfterMs?: number | undefined;
  /** The unit of a reset this far away was guessed: it is shown, but nobody is kept out that long because of it. */
  readonly resetGuessed?: true | undefined;
  /** Length of the window the numbers speak of, when known. */
  readonly windowMs?: number | undefined;
  /**
   * `rate` is paced; `quota` (a day, a month, a plan) is counted and reported but never waited for: when the service refuses because of one,
   * calls end with a `QuotaExceededError` that knows when it frees.
   */
  readonly kind: 'rate' | 'quota';
}
