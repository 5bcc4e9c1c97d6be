import type { RateObservation, WaitReason } from '../rates.ts';

/** Priority of a waiter. A higher priority starts more often, but a lower one never starves. @public */
export type CallPriority = 'high' | 'normal' | 'low';

/** Options of one `acquire()`. @public */
export interface PermitRequest {
  /** Units of the limit that this call uses. @defaultValue 1 */
  readonly cost?: number | undefined;
  readonly priority?: CallPriority | undefined;
  /**
   * The limit group whose additional limits apply (an operation's `limitGroup`). The shared limits always
   * apply.
   */
  readonly group?: string | undefined;
  /**
   * The path template of the operation, for a call without a `group`: a response that says that the service
   * is `unavailable` pauses the calls of this path.
   */
  readonly path?: string | undefined;
  /**
   * The tenant of this call, where several tenants share the limits. Only a limiter with `fairness` uses it;
   * others treat all tenants as one.
   */
  readonly tenant?: string | undefined;
  /** Whether this is a retry. A retry goes to the head of its priority: new calls never starve an old one. */
  readonly retry?: boolean | undefined;
  /**
   * The longest useful wait, in milliseconds. A start that is certain to be later rejects with a
   * `ThrottleRejectedError`.
   */
  readonly maxWaitMs?: number | undefined;
  /** Aborting it rejects the waiter at once, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called once before a wait: the call cannot start at once and is not rejected. Must not throw. */
  readonly onWait?: ((wait: LimitWait) => void) | undefined;
}

/** What a waiter waits for. @public */
export interface LimitWait {
  readonly reason: WaitReason;
  /** Number of waiters, this one included. */
  readonly queueLength: number;
}

/** Permission to start one request. Call `release` exactly once; further calls do nothing. @public */
export interface Permit {
  /** How long the call waited for this permit, in milliseconds. */
  readonly waitedMs: number;
  /** Ends the use. Omit `observation` when the outcome says nothing about the service, as after an abort. */
  release(observation?: RateObservation): void;
}

/**
 * Delays requests until they may start. The caller owns the limiter and may share it among several clients:
 * they share one queue. @public
 */
export interface Limiter {
  acquire(request?: PermitRequest): Promise<Permit>;
  /**
   * The permit, if `acquire` would give it without a wait; otherwise `undefined`. It never overtakes a
   * waiter, and `acquire` reports the reason. A limiter that needs a round trip, like a shared limiter, has
   * no `tryAcquire` or always returns `undefined`.
   */
  tryAcquire?(request?: PermitRequest): Permit | undefined;
}
