import type { Constraint } from './constraint.ts';
import type { ConstraintState } from './constraint-state.ts';
import type { RateObservation } from './usage.ts';

/** At most `limit` at the same time. @internal */
export class ConcurrencyState implements ConstraintState {
  constraint: Constraint;
  readonly capacity: number;
  protected taken = 0;

  constructor(constraint: Extract<Constraint, { kind: 'concurrency' }>) {
    this.constraint = constraint;
    this.capacity = constraint.limit;
  }

  hasCapacity(cost: number): boolean {
    return this.taken + cost <= this.capacity;
  }

  canReleaseWithoutClock(_cost: number): boolean {
    return true;
  }

  earliest(cost: number, now: number): number {
    return this.hasCapacity(cost) ? now : Number.POSITIVE_INFINITY;
  }

  soonest(_cost: number, now: number): number {
    return now;
  }

  take(cost: number): void {
    this.taken += cost;
  }

  release(cost: number, _startedAt: number, _now: number, _observation?: RateObservation): void {
    this.taken -= cost;
  }

  used(): number {
    return this.taken;
  }
}
