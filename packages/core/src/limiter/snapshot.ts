import type { CallPriority } from '../call-options.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { RateReport } from './limiter.ts';

/** One limit and how much of it is in use. @public */
export interface LimitSnapshot {
  readonly constraint: Constraint;
  /** Places taken: running, and not yet free again. */
  readonly used: number;
  /** Places that could be taken now, if nothing else held the call. */
  readonly available: number;
}

/** A set of limits, and what the service's answers taught about it. @public */
export interface GateSnapshot {
  readonly limits: readonly LimitSnapshot[];
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

/** Where a limiter stands. A copy: it does not change any more. @public */
export interface LimiterSnapshot extends GateSnapshot {
  readonly name: string | undefined;
  readonly closed: boolean;
  /** Calls that wait. */
  readonly pending: number;
  readonly pendingByPriority: Readonly<Record<CallPriority, number>>;
  /** The limits of each group, in addition to the common ones. */
  readonly groups: Readonly<Record<string, GateSnapshot>>;
}
