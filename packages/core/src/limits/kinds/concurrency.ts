import { wholeNumberOption } from '../../options/numbers.ts';
import type { RateObservation } from '../../rates.ts';
import type { Constraint, ConstraintOf } from './constraint.ts';
import type { ConstraintState } from './constraint-state.ts';
import type { FleetKind } from './fleet-kind.ts';

/**
 * At most `limit` calls at the same time, from the permit until the response was read.
 *
 * @example
 * const limiter = createLimiter({ limits: [perMinute(100), maxConcurrency(4)] });
 *
 * @throws ConfigurationError when `limit` is not a positive whole number
 * @public
 */
export function maxConcurrency(limit: number): Constraint {
  wholeNumberOption('limit', limit, undefined, 1);
  return { kind: 'concurrency', limit };
}

export class ConcurrencyState implements ConstraintState {
  constraint: ConstraintOf<'concurrency'>;
  readonly capacity: number;
  readonly reason = 'concurrency';
  protected taken = 0;

  constructor(constraint: ConstraintOf<'concurrency'>) {
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
    return this.hasCapacity(cost) ? now : Infinity;
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

  available(): number {
    return this.constraint.limit - this.taken;
  }

  describes(): boolean {
    return false;
  }
}

export const concurrencyInFleet: FleetKind<ConstraintOf<'concurrency'>> = {
  nameOf: () => 'concurrency',
  capacityOf: ({ limit }) => limit,
  fieldsOf: () => ({}),
  shareOf: ({ limit }, share) => ({ kind: 'concurrency', limit: Math.max(1, Math.floor(limit * share)) }),
  rememberMsOf: () => 0,
  graceMsOf: () => Infinity,
};
