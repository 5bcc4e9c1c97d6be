import { positiveOption, wholeNumberOption } from '../../options/numbers.ts';
import type { RateReport } from '../../rates.ts';
import type { Constraint, ConstraintOf } from './constraint.ts';
import type { ConstraintState } from './constraint-state.ts';
import type { FleetKind } from './fleet-kind.ts';
import { TimeRing } from './time-ring.ts';

/**
 * `ratePerSecond` calls on average, and up to `burst` at once after a pause: the limit of services that
 * describe theirs as a token or leaky bucket.
 *
 * @example
 * const limiter = createLimiter({ limits: [tokenBucket(20, 40)] });
 *
 * @throws ConfigurationError when a number is not positive, or `burst` is not whole
 * @public
 */
export function tokenBucket(ratePerSecond: number, burst: number): Constraint {
  positiveOption('ratePerSecond', ratePerSecond);
  wholeNumberOption('burst', burst, undefined, 1);
  return { kind: 'bucket', ratePerSecond, burst };
}

const graceEntries = 1024;
// A bucket without burst tolerates no jitter: a part of its interval is the grace for late arrivals.
const burstlessGrace = 0.25;

/**
 * `ratePerSecond` on average with bursts of `burst` (GCRA): its only state is the theoretical arrival time
 * of the next request.
 *
 * The service takes its token when the request arrives: after the start and before the response. A token
 * taken late is refilled late, so a request is booked at its response. A request without a response is booked
 * at the end of the grace. The grace is `burst - 1` intervals: the longest that costs no throughput with slow
 * responses.
 */
export class BucketState implements ConstraintState {
  readonly constraint: Constraint;
  readonly capacity: number;
  readonly reason = 'rate';
  readonly #intervalMs: number;
  readonly #graceMs: number;
  /** Starts that are not booked yet. */
  readonly #open: TimeRing;
  #openCost = 0;
  #arrival = -Infinity;

  constructor(constraint: ConstraintOf<'bucket'>) {
    this.constraint = constraint;
    this.capacity = constraint.burst;
    this.#intervalMs = 1_000 / constraint.ratePerSecond;
    this.#graceMs = graceMsOf(constraint);
    this.#open = new TimeRing(constraint.burst > graceEntries ? this.#graceMs / graceEntries : 0);
  }

  hasCapacity(): boolean {
    return false;
  }

  canReleaseWithoutClock(): boolean {
    return false;
  }

  earliest(cost: number, now: number): number {
    this.#bookLate(now);
    const excess = this.#openCost + cost - this.capacity;
    if (excess > 0) return this.#open.oldest + this.#graceMs;
    return Math.max(now, this.#arrival + excess * this.#intervalMs);
  }

  soonest(cost: number, now: number): number {
    this.#bookLate(now);
    const excess = this.#openCost + cost - this.capacity;
    return Math.max(now, Math.max(now, this.#arrival) + excess * this.#intervalMs);
  }

  take(cost: number, now: number): void {
    this.#open.push(now, cost);
    this.#openCost += cost;
  }

  release(cost: number, startedAt: number, now: number): void {
    this.#bookLate(now);
    if (startedAt + this.#graceMs <= now) return;
    // The oldest open start is closed, whichever call got the response: the remaining ones are never older
    // than the real ones.
    this.#open.drain(cost);
    this.#book(cost, now);
  }

  used(now: number): number {
    this.#bookLate(now);
    return this.#openCost + Math.max(0, this.#arrival - now) / this.#intervalMs;
  }

  available(now: number): number {
    return this.capacity - this.used(now);
  }

  describes({ limit }: RateReport): boolean {
    return limit === this.capacity;
  }

  #bookLate(now: number): void {
    while (this.#open.oldest + this.#graceMs <= now) {
      const at = this.#open.oldest + this.#graceMs;
      this.#book(this.#open.shift(), at);
    }
  }

  #book(cost: number, at: number): void {
    this.#openCost -= cost;
    this.#arrival = Math.max(this.#arrival, at) + cost * this.#intervalMs;
  }
}

function graceMsOf({ burst, ratePerSecond }: ConstraintOf<'bucket'>): number {
  return (1_000 / ratePerSecond) * (burst > 1 ? burst - 1 : burstlessGrace);
}

export const bucketInFleet: FleetKind<ConstraintOf<'bucket'>> = {
  nameOf: () => 'bucket',
  capacityOf: ({ burst }) => burst,
  fieldsOf: ({ ratePerSecond }) => ({ interval: 1_000_000 / ratePerSecond }),
  shareOf: ({ burst, ratePerSecond }, share) => ({
    kind: 'bucket',
    ratePerSecond: ratePerSecond * share,
    burst: Math.max(1, Math.floor(burst * share)),
  }),
  rememberMsOf: ({ burst, ratePerSecond }) => (burst * 1_000) / ratePerSecond,
  graceMsOf,
};
