import type { Constraint } from './constraint.ts';
import type { RateObservation } from './usage.ts';

/** What one constraint remembers. All instants are of the runtime's monotonic clock. @internal */
export interface ConstraintState {
  readonly constraint: Constraint;
  /** The largest cost that can ever pass. */
  readonly capacity: number;
  /** Is there surely room for `cost`, whatever the time is? */
  hasCapacity(cost: number): boolean;
  /** May `cost` come back without anybody looking at the clock? */
  canReleaseWithoutClock(cost: number): boolean;
  /** When `cost` may start as far as is known now: not after `now` means at once, `Infinity` means only a release can tell. */
  earliest(cost: number, now: number): number;
  /** A sure lower bound for the start of the last of `cost` units that start in a row, whatever is released in between. */
  soonest(cost: number, now: number): number;
  /** `now` is `NaN` when it was enough to ask {@link hasCapacity}. */
  take(cost: number, now: number): void;
  /** `now` is `NaN` when {@link canReleaseWithoutClock} allows it; `observation`: how it went, for those who learn from it. */
  release(cost: number, startedAt: number, now: number, observation?: RateObservation): void;
  /** How much of the limit is in use. */
  used(now: number): number;
}
