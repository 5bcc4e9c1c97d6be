import { AdaptiveConcurrencyState } from '../constraints/adaptive-concurrency.ts';
import type { ConcurrencyPolicy } from '../constraints/concurrency-policy.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import { openConstraint } from '../constraints/open-constraint.ts';
import type { RateObservation, WaitReason } from '../constraints/usage.ts';
import { Feedback } from '../feedback/feedback.ts';
import type { ObservedAnswer } from '../feedback/observed-answer.ts';
import type { LimitSetSnapshot } from './snapshot.ts';

/** What a permit took, and when. @internal */
export interface StartedCost {
  readonly cost: number;
  /** Sum of the costs started on the whole limiter up to this one: the order of start. */
  readonly sequence: number;
  /** `NaN` when no constraint needs it. */
  readonly startedAt: number;
}

/**
 * Limits that are asked together, and what was learned about them: one gate holds what is common to all calls, one more what a group
 * has of its own.
 *
 * @internal
 */
export class LimitSet {
  readonly constraints: readonly ConstraintState[];
  /** Cost of all that ever started. */
  started = 0;
  readonly #capacity: number;
  readonly #feedback: Feedback;

  constructor(
    constraints: readonly Constraint[],
    maxPauseMs: number,
    probing: boolean,
    adaptive?: ConcurrencyPolicy,
  ) {
    const states = constraints.map(openConstraint);
    this.constraints = adaptive === undefined ? states : [...states, new AdaptiveConcurrencyState(adaptive)];
    this.#feedback = new Feedback(maxPauseMs, probing);
    this.#capacity = Math.min(...this.constraints.map((constraint) => constraint.capacity));
  }

  /** The largest cost that can ever pass. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Is nothing learned from how calls go? */
  get isFeedbackDisabled(): boolean {
    return this.#feedback.isFeedbackDisabled;
  }

  // What every permit passes loops by index: iterators are too much code for the compiler to inline all of it, which costs a tenth.

  /** Is there surely room for `cost` in all limits, whatever the time is? */
  hasCapacity(cost: number): boolean {
    const { constraints } = this;
    for (let index = 0; index < constraints.length; index += 1)
      if (constraints[index]?.hasCapacity(cost) === false) return false;
    return true;
  }

  /** May `cost` come back without anybody looking at the clock? */
  canReleaseWithoutClock(cost: number): boolean {
    const { constraints } = this;
    for (let index = 0; index < constraints.length; index += 1)
      if (constraints[index]?.canReleaseWithoutClock(cost) === false) return false;
    return true;
  }

  /** When `cost` may start as far as is known now; not after `now` means at once. */
  earliest(cost: number, now: number): number {
    let at = this.#feedback.earliest(cost, now);
    for (const constraint of this.constraints) {
      const free = constraint.earliest(cost, now);
      if (free > at) at = free;
    }
    return at;
  }

  /** What holds `cost` back now; `undefined` when nothing here does. */
  blocker(cost: number, now: number): WaitReason | undefined {
    const blocking = this.constraints.find((state) => state.earliest(cost, now) > now);
    if (blocking !== undefined) return blocking.constraint.kind === 'concurrency' ? 'concurrency' : 'rate';
    return this.#feedback.earliest(cost, now) > now ? 'pause' : undefined;
  }

  /** A sure lower bound for the start of the last of `cost` units that start in a row. */
  soonest(cost: number, now: number): number {
    let at = this.#feedback.soonest(cost, now);
    for (const constraint of this.constraints) at = Math.max(at, constraint.soonest(cost, now));
    return at;
  }

  take(cost: number, now: number): void {
    this.#feedback.start(cost, now);
    this.started += cost;
    const { constraints } = this;
    for (let index = 0; index < constraints.length; index += 1) constraints[index]?.take(cost, now);
  }

  release(permit: StartedCost, now: number, observation: RateObservation | undefined): void {
    const { cost, sequence, startedAt } = permit;
    this.#feedback.end(cost, sequence, observation, now);
    const { constraints } = this;
    for (let index = 0; index < constraints.length; index += 1)
      constraints[index]?.release(cost, startedAt, now, observation);
  }

  observe(observation: RateObservation, answer: ObservedAnswer): void {
    this.#feedback.observe(observation, answer);
  }

  /** Until when a quota is used up, if it is. */
  exhaustedUntil(now: number): number | undefined {
    return this.#feedback.exhaustedUntil(now);
  }

  snapshot(now: number): LimitSetSnapshot {
    const limits = this.constraints.map((state) => {
      const { constraint, capacity } = state;
      const used = state.used(now);
      // What adapts has less than its capacity at times.
      const limit = constraint.kind === 'concurrency' ? constraint.limit : capacity;
      return { constraint, used, available: Math.max(0, limit - used) };
    });
    return { limits, ...this.#feedback.snapshot(now) };
  }
}
