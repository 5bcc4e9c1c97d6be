import type { Constraint } from '../constraints/constraint.ts';
import type { FeedbackSnapshot } from '../feedback/feedback-snapshot.ts';
import type { CallPriority } from './limiter.ts';

/** One limit and how much of it is in use. @public */
export interface LimitSnapshot {
  readonly constraint: Constraint;
  /** Places taken: running, and not yet free again. */
  readonly used: number;
  /** Places that could be taken now, if nothing else held the call. */
  readonly available: number;
}

/** A set of limits, and what the service's answers taught about it. @public */
export interface LimitSetSnapshot extends FeedbackSnapshot {
  readonly limits: readonly LimitSnapshot[];
}

/** Where a limiter stands. A copy: it does not change any more. @public */
export interface LimiterSnapshot extends LimitSetSnapshot {
  readonly name: string | undefined;
  readonly closed: boolean;
  /** Calls that wait. */
  readonly pending: number;
  readonly pendingByPriority: Readonly<Record<CallPriority, number>>;
  /** The limits of each group, in addition to the common ones. */
  readonly groups: Readonly<Record<string, LimitSetSnapshot>>;
}
