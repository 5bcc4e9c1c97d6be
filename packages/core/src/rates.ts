/**
 * What a request waits for: capacity of a `rate` limit, of a `concurrency` limit, the end of a `pause` after
 * the service's responses, or its `turn` behind other waiters. @public
 */
export type WaitReason = 'rate' | 'concurrency' | 'pause' | 'turn';

/**
 * What one attempt shows about the service and its limits. Every field is optional: services differ. @public
 */
export interface RateObservation {
  /** The service throttled the request (429 or equivalent). */
  readonly throttled?: boolean | undefined;
  /**
   * The service is unreachable, timed out, or failed (500 or equivalent). Not set for a rejected request
   * (4xx) or for a `throttled` one.
   */
  readonly failed?: boolean | undefined;
  /**
   * With `throttled`: a part of the service is unavailable for now (503), which says nothing about limits.
   * Only calls of the same group pause, or of the same `path` where there is no group: for a minute at most,
   * until one trial call succeeds. It is never a quota.
   */
  readonly unavailable?: boolean | undefined;
  /** The wait that the service asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly limits?: readonly RateReport[] | undefined;
}

/** One limit as a service reports it. @public */
export interface RateReport {
  /** The service's name for this limit, if it has several: a policy, a bucket, a resource. */
  readonly name?: string | undefined;
  /** The partition of the limit, if the service divides it by key, user or region. */
  readonly partition?: string | undefined;
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  readonly resetAfterMs?: number | undefined;
  /**
   * The unit of `resetAfterMs` is a guess. The report is shown, but a quota error never lasts that long
   * because of it.
   */
  readonly resetGuessed?: true | undefined;
  /** Length of the limit's window in milliseconds, if known. */
  readonly windowMs?: number | undefined;
  /**
   * A `rate` delays calls. A `quota` (of a day, a month, a plan) is counted and reported, but no call waits
   * for it: once the service refuses a call because of a quota, calls reject with a `QuotaExceededError`,
   * whose `resetAt` is the instant of the reset.
   */
  readonly kind: 'rate' | 'quota';
}
