import type { RateObservation, WaitReason } from '../constraints/usage.ts';

/** Who goes first at a limiter: waiting calls of a higher class, though never so many that a lower one starves. @public */
export type CallPriority = 'high' | 'normal' | 'low';

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
