import type { Constraint } from './kinds/constraint.ts';
import type { FeedbackSnapshot } from './learned/feedback-snapshot.ts';
import type { CallPriority } from './limiter.ts';

/** One limit and its usage. @public */
export interface LimitSnapshot {
  readonly constraint: Constraint;
  /** Units in use: of running calls, and of ended calls that still count. */
  readonly used: number;
  /** Units that this limit has available now. */
  readonly available: number;
}

/** A set of limits, and what the service's responses taught about it. @public */
export interface LimitSetSnapshot extends FeedbackSnapshot {
  readonly limits: readonly LimitSnapshot[];
}

/** The state of a limiter at one moment. A copy: it does not change. @public */
export interface LimiterSnapshot extends LimitSetSnapshot {
  readonly name: string | undefined;
  readonly closed: boolean;
  /** Number of waiters. */
  readonly pending: number;
  readonly pendingByPriority: Readonly<Record<CallPriority, number>>;
  /** The limits of each group, in addition to the shared limits. */
  readonly groups: Readonly<Record<string, LimitSetSnapshot>>;
}
