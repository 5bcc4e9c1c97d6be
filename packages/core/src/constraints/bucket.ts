import type { Constraint } from './constraint.ts';
import type { ConstraintState } from './constraint-state.ts';
import { TimeRing } from './time-ring.ts';

const graceEntries = 1024;
// A bucket without burst tolerates no jitter at all, so a part of its interval is given to arrivals that come late.
const lonelyGrace = 0.25;

/**
 * `ratePerSecond` on average with bursts of `burst`: GCRA, whose whole state is the theoretical arrival time of the next request.
 *
 * The service draws its token when the request arrives, which is after the start and before the answer. A token drawn late is refilled
 * late, so a request is booked at its answer; one that has not been answered within the grace is booked as if it had arrived then. The
 * grace, `burst - 1` intervals, is the longest that costs no throughput however slow the answers are.
 *
 * @internal
 */
export class BucketState implements ConstraintState {
  readonly constraint: Constraint;
  readonly capacity: number;
  readonly #intervalMs: number;
  readonly #graceMs: number;
  /** Starts that are not booked yet. */
  readonly #open: TimeRing;
  #openCost = 0;
  #arrival = Number.NEGATIVE_INFINITY;

  constructor(constraint: Extract<Constraint, { kind: 'bucket' }>) {
    this.constraint = constraint;
    this.capacity = constraint.burst;
    this.#intervalMs = 1_000 / constraint.ratePerSecond;
    this.#graceMs = this.#intervalMs * (constraint.burst > 1 ? constraint.burst - 1 : lonelyGrace);
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
    // The oldest open start is closed, whoever answered: the ones left are then never older than the truth.
    this.#open.drain(cost);
    this.#book(cost, now);
  }

  used(now: number): number {
    this.#bookLate(now);
    return this.#openCost + Math.max(0, this.#arrival - now) / this.#intervalMs;
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
