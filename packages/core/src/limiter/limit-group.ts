import type { ConstraintState } from '../constraints/constraint-state.ts';
import type { RateObservation, RateReport, WaitReason } from '../constraints/usage.ts';
import type { LimitSet, StartedCost } from './limit-set.ts';

/** The way of one group: the common gate, and perhaps a gate of its own. @internal */
export class LimitGroup {
  readonly common: LimitSet;
  readonly own: LimitSet | undefined;
  /** Calls that wait in it, in all queues. */
  waiting = 0;
  readonly #rates: readonly ConstraintState[];
  /** The gate whose starts the only rate constraint counts. */
  readonly #counting: LimitSet;

  constructor(common: LimitSet, own: LimitSet | undefined) {
    this.common = common;
    this.own = own;
    this.#rates = [...common.constraints, ...(own?.constraints ?? [])].filter(
      ({ reason }) => reason === 'rate',
    );
    this.#counting = own?.constraints.some((state) => state === this.#rates[0]) ? own : common;
  }

  /** Is nothing learned from how calls go? */
  get isFeedbackDisabled(): boolean {
    return this.common.isFeedbackDisabled && this.own?.isFeedbackDisabled !== false;
  }

  /** May `cost` start at once, without anybody looking at the clock? */
  canStartWithoutClock(cost: number): boolean {
    return this.isFeedbackDisabled && this.common.hasCapacity(cost) && this.own?.hasCapacity(cost) !== false;
  }

  /** May `cost` come back without anybody looking at the clock? */
  canReleaseWithoutClock(cost: number): boolean {
    return (
      this.isFeedbackDisabled &&
      this.common.canReleaseWithoutClock(cost) &&
      this.own?.canReleaseWithoutClock(cost) !== false
    );
  }

  /** What the only rate constraint has left and all that it ever let start; `NaN` when there is not exactly one, or nothing to learn. */
  availablePlusStarted(now: number): number {
    const only = this.#rates[0];
    return only === undefined || this.#rates.length > 1 || this.isFeedbackDisabled
      ? Number.NaN
      : availableOf(only, now) + this.#counting.started;
  }

  /**
   * What our own count leaves of the limit that a report speaks of; `Infinity` when no constraint is set for it. Of the only constraint, what was
   * left when the permit of the answer was given, less what has started since.
   */
  availableFor(report: RateReport, availablePlusStarted: number, now: number): number {
    if (!Number.isNaN(availablePlusStarted)) return availablePlusStarted - this.#counting.started;
    const fitting = this.#rates.filter((state) => state.describes(report));
    return Math.min(...(fitting.length > 0 ? fitting : this.#rates).map((state) => availableOf(state, now)));
  }

  /** The largest cost that can ever pass. */
  get capacity(): number {
    return this.own === undefined ? this.common.capacity : Math.min(this.common.capacity, this.own.capacity);
  }

  earliest(cost: number, now: number): number {
    const at = this.common.earliest(cost, now);
    return this.own === undefined || at > now ? at : this.own.earliest(cost, now);
  }

  /** What holds `cost` back now: a gate, or only those who came before. */
  blocker(cost: number, now: number): WaitReason {
    return this.common.blocker(cost, now) ?? this.own?.blocker(cost, now) ?? 'turn';
  }

  soonest(cost: number, now: number): number {
    const at = this.common.soonest(cost, now);
    return this.own === undefined ? at : Math.max(at, this.own.soonest(cost, now));
  }

  /** Until when a quota is used up, if one is. */
  exhaustedUntil(now: number): number | undefined {
    return this.common.exhaustedUntil(now) ?? this.own?.exhaustedUntil(now);
  }

  take(cost: number, now: number): void {
    this.common.take(cost, now);
    this.own?.take(cost, now);
  }

  release(permit: StartedCost, now: number, observation: RateObservation | undefined): void {
    this.common.release(permit, now, observation);
    this.own?.release(permit, now, observation);
  }
}

function availableOf(state: ConstraintState, now: number): number {
  return Math.max(0, Math.floor(state.available(now)));
}
