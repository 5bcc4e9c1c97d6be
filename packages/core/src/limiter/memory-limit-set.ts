import type { ConstraintState } from '../constraints/constraint-state.ts';
import type { RateObservation, WaitReason } from '../constraints/usage.ts';
import { Feedback, type FeedbackOptions } from '../feedback/feedback.ts';
import type { ObservedResponse } from '../feedback/observed-response.ts';
import type { LimitSet, StartedCost } from './limit-set.ts';
import type { LimitSetSnapshot } from './snapshot.ts';

/** The limits of one limiter or group, in this process's memory, and what responses taught about them. */
export class MemoryLimitSet implements LimitSet {
  readonly constraints: readonly ConstraintState[];
  started = 0;
  readonly capacity: number;
  readonly #feedback: Feedback;

  constructor(constraints: readonly ConstraintState[], feedback: FeedbackOptions) {
    this.constraints = constraints;
    this.#feedback = new Feedback(feedback);
    this.capacity = Math.min(...constraints.map((constraint) => constraint.capacity));
  }

  get isFeedbackDisabled(): boolean {
    return this.#feedback.isFeedbackDisabled;
  }

  // Every permit runs these loops. They use an index: V8 does not inline iterators, and those cost a tenth
  // more.

  hasCapacity(cost: number): boolean {
    const { constraints } = this;
    for (let index = 0; index < constraints.length; index += 1)
      if (constraints[index]?.hasCapacity(cost) === false) return false;
    return true;
  }

  canReleaseWithoutClock(cost: number): boolean {
    const { constraints } = this;
    for (let index = 0; index < constraints.length; index += 1)
      if (constraints[index]?.canReleaseWithoutClock(cost) === false) return false;
    return true;
  }

  earliest(cost: number, now: number): number {
    let at = this.#feedback.earliest(cost, now);
    for (const constraint of this.constraints) {
      const free = constraint.earliest(cost, now);
      if (free > at) at = free;
    }
    return at;
  }

  blocker(cost: number, now: number): WaitReason | undefined {
    const blocking = this.constraints.find((state) => state.earliest(cost, now) > now);
    if (blocking !== undefined) return blocking.reason;
    return this.#feedback.earliest(cost, now) > now ? 'pause' : undefined;
  }

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

  observe(observation: RateObservation, response: ObservedResponse): void {
    this.#feedback.observe(observation, response);
  }

  exhaustedUntil(now: number): number | undefined {
    return this.#feedback.exhaustedUntil(now);
  }

  clearPauses(): void {
    this.#feedback.clearPauses();
  }

  snapshot(now: number): LimitSetSnapshot {
    const limits = this.constraints.map((state) => ({
      constraint: state.constraint,
      used: state.used(now),
      available: Math.max(0, state.available(now)),
    }));
    return { limits, ...this.#feedback.snapshot(now) };
  }
}
