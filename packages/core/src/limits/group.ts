import type { RateObservation, RateReport, WaitReason } from '../rates.ts';
import type { ConstraintState } from './kinds/constraint-state.ts';
import type { ObservedResponse } from './learned/observed-response.ts';
import type { LimitSet } from './limit-set.ts';

/** A permit, as its limits see it. */
export interface StartedCost {
  readonly limitGroup: LimitGroup;
  readonly cost: number;
  /** `NaN` when no limit needs it. */
  readonly startedAt: number;
  /** Sum of the costs started on the whole limiter up to this permit: the order of start. */
  readonly sequence: number;
  /** What {@link LimitGroup.take} returned. */
  readonly availablePlusStarted: number;
}

/**
 * A limit group: the shared limits plus its own, if any. A part of the service without own limits gets a
 * temporary group when the service says that it is unavailable.
 */
export class LimitGroup {
  readonly common: LimitSet;
  readonly own: LimitSet | undefined;
  readonly isTemporary: boolean;
  readonly capacity: number;
  /** Waiters of this group, in all queues. */
  waiting = 0;
  /** The common set first. */
  readonly sets: readonly LimitSet[];
  readonly #rates: readonly ConstraintState[];
  /** The limit set that holds the only rate constraint. */
  readonly #counting: LimitSet;

  constructor(common: LimitSet, own: LimitSet | undefined, isTemporary = false) {
    this.common = common;
    this.own = own;
    this.isTemporary = isTemporary;
    this.sets = own === undefined ? [common] : [common, own];
    this.capacity = Math.min(...this.sets.map(({ capacity }) => capacity));
    this.#rates = this.sets.flatMap(({ constraints }) =>
      constraints.filter(({ reason }) => reason === 'rate'),
    );
    this.#counting = own?.constraints.some((state) => state === this.#rates[0]) ? own : common;
  }

  /** Whether `cost` may start now, whatever the time. */
  canStartWithoutClock(cost: number): boolean {
    return this.sets.every(({ limits }) => limits.every((limit) => limit.hasCapacity(cost)));
  }

  canReleaseWithoutClock(cost: number): boolean {
    return this.sets.every(({ limits }) => limits.every((limit) => limit.canReleaseWithoutClock(cost)));
  }

  /** The earliest start of `cost`, as known now. While the shared limits delay it, they alone count. */
  earliest(cost: number, now: number): number {
    const { common, own } = this;
    const at = earliestIn(common, cost, now);
    return own === undefined || at > now ? at : earliestIn(own, cost, now);
  }

  /** What delays `cost` now: a limit, or only the waiters ahead of it. */
  blocker(cost: number, now: number): WaitReason {
    for (const set of this.sets) {
      if (set.pause.isActive) set.expire(now);
      for (const limit of set.limits)
        if (limit.earliest(cost, now) > now && limit.reason !== 'turn') return limit.reason;
    }
    return 'turn';
  }

  /** A lower bound for the start of the last of `cost` units. */
  soonest(cost: number, now: number): number {
    const all = this.sets.flatMap(({ limits }) => limits);
    return Math.max(now, ...all.map((limit) => limit.soonest(cost, now)));
  }

  /** When an exhausted quota is available again. */
  exhaustedUntil(now: number): number | undefined {
    return this.common.exhaustedUntil(now) ?? this.own?.exhaustedUntil(now);
  }

  /**
   * Takes `cost`. Returns the available units of the only rate constraint, plus all units that it ever
   * started; `NaN` when there is not exactly one such constraint, or when nothing is learned.
   */
  take(cost: number, now: number): number {
    const { sets } = this;
    let isLearning = false;
    for (let place = 0; place < sets.length; place += 1) {
      const set = sets[place] as LimitSet;
      const { limits } = set;
      isLearning ||= !set.isFeedbackDisabled;
      set.started += cost;
      set.inFlight += cost;
      for (let index = limits.length - 1; index >= 0; index -= 1) limits[index]?.take(cost, now);
    }
    const only = this.#rates[0];
    if (only === undefined || this.#rates.length > 1 || !isLearning) return Number.NaN;
    return Math.max(0, Math.floor(only.available(now))) + this.#counting.started;
  }

  release(permit: StartedCost, now: number, observation: RateObservation | undefined): void {
    const { cost, sequence, startedAt } = permit;
    const { sets } = this;
    const seen = observation?.unavailable ? { failed: true } : observation;
    for (let place = 0; place < sets.length; place += 1) {
      const set = sets[place] as LimitSet;
      set.inFlight -= cost;
      // What is learned sees the first release of all, and all from the first with an observation.
      if (seen !== undefined && !set.hasObservations) set.expectObservations(true);
      const { limits } = set;
      for (let index = 0; index < limits.length; index += 1)
        limits[index]?.release(cost, startedAt, now, seen, sequence);
      if (set.hasObservations === undefined) set.expectObservations(false);
    }
  }

  /**
   * Learns from the response to a permit: a temporary group, only whether its part of the service is
   * available.
   */
  observe(permit: StartedCost, observation: RateObservation, now: number, latestSequence: number): void {
    const { common, own, isTemporary } = this;
    const { availablePlusStarted, cost, limitGroup, sequence, startedAt } = permit;
    const availableFor = (report: RateReport) => limitGroup.availableFor(report, availablePlusStarted, now);
    const response: ObservedResponse = { now, startedAt, sequence, latestSequence, cost, availableFor };
    const isOwn = !isTemporary || observation.unavailable === true;
    if (own === undefined || !isOwn) common.observe(observation, response);
    own?.observe(isOwn ? observation : {}, response);
  }

  /**
   * The units that our own count leaves of the reported limit; `Infinity` when no constraint matches. With
   * only one rate constraint: the units available when the permit was issued, less the units started since.
   */
  availableFor(report: RateReport, availablePlusStarted: number, now: number): number {
    if (!Number.isNaN(availablePlusStarted)) return availablePlusStarted - this.#counting.started;
    const matching = this.#rates.filter((state) => state.describes(report));
    const states = matching.length > 0 ? matching : this.#rates;
    return Math.min(...states.map((state) => Math.max(0, Math.floor(state.available(now)))));
  }
}

/**
 * The earliest start that a set of limits allows. Every permit runs this loop. It uses an index: V8 does not
 * inline iterators, and those cost a tenth more.
 */
export function earliestIn(set: LimitSet, cost: number, now: number): number {
  if (set.pause.isActive) set.expire(now);
  const { limits } = set;
  let at = now;
  for (let index = 0; index < limits.length; index += 1) {
    const free = limits[index]?.earliest(cost, now) as number;
    if (free > at) at = free;
  }
  return at;
}
