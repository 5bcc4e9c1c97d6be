import type { ConstraintState } from '../constraints/constraint-state.ts';
import type { RateObservation, WaitReason } from '../constraints/usage.ts';
import type { ObservedResponse } from '../feedback/observed-response.ts';
import type { LimitSetSnapshot } from './snapshot.ts';

/** The cost of one permit, and when it started. */
export interface StartedCost {
  readonly cost: number;
  /** Sum of the costs started on the whole limiter up to this permit: the order of start. */
  readonly sequence: number;
  /** `NaN` when no constraint needs it. */
  readonly startedAt: number;
}

/**
 * Limits that are acquired together: the limits of every call, or those that a group adds. Instants are of
 * the runtime's monotonic clock.
 */
export interface LimitSet
  extends Pick<
    ConstraintState,
    'capacity' | 'hasCapacity' | 'canReleaseWithoutClock' | 'earliest' | 'soonest' | 'take'
  > {
  readonly constraints: readonly ConstraintState[];
  /** Cost of all starts so far. */
  readonly started: number;
  /** Whether permits are released without observations: nothing is learned, so the clock may be skipped. */
  readonly isFeedbackDisabled: boolean;
  /** What delays `cost` now; `undefined` when nothing here does. */
  blocker(cost: number, now: number): WaitReason | undefined;
  /** The instant at which an exhausted quota is available again, if one is exhausted. */
  exhaustedUntil(now: number): number | undefined;
  release(permit: StartedCost, now: number, observation: RateObservation | undefined): void;
  observe(observation: RateObservation, response: ObservedResponse): void;
  /** Forgets every pause, exhausted quota and reported limit. */
  clearPauses(): void;
  snapshot(now: number): LimitSetSnapshot;
}
