import type { RateObservation, RateReport } from '../../rates.ts';
import type { Constraint } from './constraint.ts';

/** The usage of one constraint. All instants are of the runtime's monotonic clock. @public */
export interface ConstraintState {
  readonly constraint: Constraint;
  /** The largest cost that can ever start. */
  readonly capacity: number;
  /** The reason that a waiter reports. */
  readonly reason: 'rate' | 'concurrency';
  /** Whether `cost` fits at any time; then the clock is not read. */
  hasCapacity(cost: number): boolean;
  /** Whether the release of `cost` needs no time. */
  canReleaseWithoutClock(cost: number): boolean;
  /** The earliest start of `cost`, as known now: `<= now` means at once, `Infinity` means after a release. */
  earliest(cost: number, now: number): number;
  /**
   * A lower bound for the start of the last of `cost` units that start in a row, for any releases until then.
   */
  soonest(cost: number, now: number): number;
  /** `now` is `NaN` when {@link hasCapacity} was enough. */
  take(cost: number, now: number): void;
  /**
   * `now` is `NaN` when {@link canReleaseWithoutClock} allows it; adaptive constraints learn from
   * `observation`.
   */
  release(cost: number, startedAt: number, now: number, observation?: RateObservation): void;
  /** How much of the limit is in use. */
  used(now: number): number;
  /** How much of the limit is available; less than {@link capacity} while an adaptive limit is low. */
  available(now: number): number;
  /** Whether a report of the service describes this limit. */
  describes(report: RateReport): boolean;
}

/** A concurrency limit that follows the outcomes of calls. `aimd()` makes one. @public */
export interface AdaptiveConcurrency {
  /** Opens the limit of a new limiter. */
  open(): ConstraintState;
}
