import type { CallPriority } from '../call-options.ts';

/** What a caller asks of a limiter. @public */
export interface PermitRequest {
  /** How much of the limit this uses; 1 unless told. */
  readonly cost?: number | undefined;
  readonly priority?: CallPriority | undefined;
  /** Which of the limiter's groups of limits counts (an operation's `limitGroup`); all share what is common. */
  readonly group?: string | undefined;
  /**
   * On whose behalf, where several share the limits. Counts only in a limiter that was made with `fairness`; others serve all tenants as
   * one.
   */
  readonly tenant?: string | undefined;
  /** A retry goes to the head of its class, so that old calls do not starve behind new ones. */
  readonly retry?: boolean | undefined;
  /** Reject at once with a `ThrottleRejectedError` when the start is surely later than this. */
  readonly maxWaitMs?: number | undefined;
  /** Leaves the queue at once, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called before the wait, when the request cannot start at once but is not refused either. Must not throw. */
  readonly onWait?: ((wait: LimitWait) => void) | undefined;
}

/**
 * What a request waits for: a place in a `rate` limit, in a `concurrency` limit, the end of a `pause` that the service's answers led
 * to, or its `turn` behind others.
 *
 * @public
 */
export type WaitReason = 'rate' | 'concurrency' | 'pause' | 'turn';

/** What one waiting permit waits for. @public */
export interface LimitWait {
  readonly reason: WaitReason;
  /** Requests that wait now, this one included. */
  readonly queueLength: number;
}

/** Leave to start now. Give it back with `release`, always, once; later calls do nothing. @public */
export interface Permit {
  /** How long the caller waited for it, in milliseconds. */
  readonly waitedMs: number;
  /** Ends the use. Say how it went; say nothing when that tells nothing about the service, as after an abort. */
  release(observation?: RateObservation): void;
}

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

/**
 * Says when a request may start. The caller owns it and may give the same one to several clients; it is one queue for all of them.
 *
 * @public
 */
export interface Limiter {
  acquire(request?: PermitRequest): Promise<Permit>;
  /**
   * The permit, if `acquire` would give it without any wait; `undefined` if not, whatever the reason: nobody who waits is overtaken, and
   * `acquire` tells what is wrong. Limiters that have to ask somebody first, as a fleet's, have none or never give one.
   */
  tryAcquire?(request?: PermitRequest): Permit | undefined;
}
