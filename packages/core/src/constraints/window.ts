import type { Constraint } from './constraint.ts';
import type { ConstraintState } from './constraint-state.ts';
import { TimeRing } from './time-ring.ts';

// Up to this many answers are remembered one by one. Those of larger limits share entries, at a cost of windowMs / 4096 of delay, and
// up to limit / 4096 of them wait for their date until somebody looks at the clock: who calls that often need not look each time.
const exactEntries = 4096;

/**
 * At most `limit` in any span of `windowMs`. The service counts a request somewhere between its start and its answer, so a place is
 * taken from the start until one window after the answer: whatever the phase of the service's windows, none sees more than the limit.
 *
 * @internal
 */
export class WindowState implements ConstraintState {
  readonly constraint: Constraint;
  readonly capacity: number;
  readonly #windowMs: number;
  readonly #answered: TimeRing;
  readonly #mostUndated: number;
  /** Started and not answered, plus answered less than a window ago. */
  #taken = 0;
  /** Answered since somebody last looked at the clock. */
  #undated = 0;

  constructor(constraint: Extract<Constraint, { kind: 'window' }>) {
    this.constraint = constraint;
    this.capacity = constraint.limit;
    this.#windowMs = constraint.windowMs;
    this.#mostUndated = Math.floor(constraint.limit / exactEntries);
    this.#answered = new TimeRing(constraint.limit > exactEntries ? constraint.windowMs / exactEntries : 0);
  }

  hasCapacity(cost: number): boolean {
    return this.#taken + cost <= this.capacity;
  }

  canReleaseWithoutClock(cost: number): boolean {
    return this.#undated + cost <= this.#mostUndated;
  }

  earliest(cost: number, now: number): number {
    if (this.hasCapacity(cost)) return now;
    this.#expire(now);
    const missing = this.#taken + cost - this.capacity;
    if (missing <= 0) return now;
    const answeredAt = this.#answered.instantOf(missing);
    return answeredAt === undefined ? Number.POSITIVE_INFINITY : answeredAt + this.#windowMs;
  }

  soonest(cost: number, now: number): number {
    this.#expire(now);
    const missing = this.#taken + cost - this.capacity;
    if (missing <= 0) return now;
    // A place that is freed and used again takes another whole window.
    const rounds = Math.floor((missing - 1) / this.capacity);
    const answeredAt = this.#answered.instantOf(missing - rounds * this.capacity) ?? now;
    return answeredAt + this.#windowMs + rounds * this.#windowMs;
  }

  take(cost: number): void {
    this.#taken += cost;
  }

  release(cost: number, _startedAt: number, now: number): void {
    if (Number.isNaN(now)) {
      this.#undated += cost;
      return;
    }
    // Keeps the ring as short as a window even when nobody ever has to wait.
    this.#expire(now);
    this.#answered.push(now, cost);
  }

  used(now: number): number {
    this.#expire(now);
    return this.#taken;
  }

  #expire(now: number): void {
    const ring = this.#answered;
    if (this.#undated > 0) {
      ring.push(now, this.#undated);
      this.#undated = 0;
    }
    while (ring.oldest + this.#windowMs <= now) this.#taken -= ring.shift();
  }
}
