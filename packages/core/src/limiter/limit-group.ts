import type { ConstraintState } from '../constraints/constraint-state.ts';
import type { RateObservation, RateReport, WaitReason } from '../constraints/usage.ts';
import type { ObservedResponse } from '../feedback/observed-response.ts';
import type { LimitSet, StartedCost } from './limit-set.ts';

/**
 * A limit group: the shared limits plus its own, if any. A part of the service without own limits gets a
 * temporary group when the service says that it is unavailable.
 */
export class LimitGroup {
  readonly common: LimitSet;
  readonly own: LimitSet | undefined;
  readonly isTemporary: boolean;
  /** Waiters of this group, in all queues. */
  waiting = 0;
  readonly #rates: readonly ConstraintState[];
  /** The limit set that holds the only rate constraint. */
  readonly #counting: LimitSet;

  constructor(common: LimitSet, own: LimitSet | undefined, isTemporary = false) {
    this.common = common;
    this.own = own;
    this.isTemporary = isTemporary;
    this.#rates = [...common.constraints, ...(own?.constraints ?? [])].filter(
      ({ reason }) => reason === 'rate',
    );
    this.#counting = own?.constraints.some((state) => state === this.#rates[0]) ? own : common;
  }

  get isFeedbackDisabled(): boolean {
    return this.common.isFeedbackDisabled && this.own?.isFeedbackDisabled !== false;
  }

  /** Whether `cost` may start now, whatever the time. */
  canStartWithoutClock(cost: number): boolean {
    return this.isFeedbackDisabled && this.common.hasCapacity(cost) && this.own?.hasCapacity(cost) !== false;
  }

  canReleaseWithoutClock(cost: number): boolean {
    return (
      this.isFeedbackDisabled &&
      this.common.canReleaseWithoutClock(cost) &&
      this.own?.canReleaseWithoutClock(cost) !== false
    );
  }

  /**
   * The available units of the only rate constraint, plus all units that it ever started. `NaN` when there is
   * not exactly one such constraint, or when feedback is disabled.
   */
  availablePlusStarted(now: number): number {
    const only = this.#rates[0];
    return only === undefined || this.#rates.length > 1 || this.isFeedbackDisabled
      ? Number.NaN
      : availableOf(only, now) + this.#counting.started;
  }

  /**
   * The units that our own count leaves of the reported limit; `Infinity` when no constraint matches. With
   * only one rate constraint: the units available when the permit was issued, less the units started since.
   */
  availableFor(report: RateReport, availablePlusStarted: number, now: number): number {
    if (!Number.isNaN(availablePlusStarted)) return availablePlusStarted - this.#counting.started;
    const matching = this.#rates.filter((state) => state.describes(report));
    const states = matching.length > 0 ? matching : this.#rates;
    return Math.min(...states.map((state) => availableOf(state, now)));
  }

  get capacity(): number {
    return this.own === undefined ? this.common.capacity : Math.min(this.common.capacity, this.own.capacity);
  }

  earliest(cost: number, now: number): number {
    const at = this.common.earliest(cost, now);
    return this.own === undefined || at > now ? at : this.own.earliest(cost, now);
  }

  /** What delays `cost` now: a limit, or only the waiters ahead of it. */
  blocker(cost: number, now: number): WaitReason {
    return this.common.blocker(cost, now) ?? this.own?.blocker(cost, now) ?? 'turn';
  }

  soonest(cost: number, now: number): number {
    const at = this.common.soonest(cost, now);
    return this.own === undefined ? at : Math.max(at, this.own.soonest(cost, now));
  }

  exhaustedUntil(now: number): number | undefined {
    return this.common.exhaustedUntil(now) ?? this.own?.exhaustedUntil(now);
  }

  take(cost: number, now: number): void {
    this.common.take(cost, now);
    this.own?.take(cost, now);
  }

  release(permit: StartedCost, now: number, observation: RateObservation | undefined): void {
    const seen = observation?.unavailable ? { failed: true } : observation;
    this.common.release(permit, now, seen);
    this.own?.release(permit, now, seen);
  }

  /** Learns from a response: a temporary group, only whether its part of the service is available. */
  observe(observation: RateObservation, response: ObservedResponse): void {
    const { common, own, isTemporary } = this;
    const isOwn = !isTemporary || observation.unavailable === true;
    if (own === undefined || !isOwn) common.observe(observation, response);
    own?.observe(isOwn ? observation : {}, response);
  }
}

function availableOf(state: ConstraintState, now: number): number {
  return Math.max(0, Math.floor(state.available(now)));
}
