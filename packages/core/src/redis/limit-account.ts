import type { Constraint } from '../limits/kinds/constraint.ts';
import type { ConstraintState } from '../limits/kinds/constraint-state.ts';
import { fleetKindOf } from '../limits/kinds/fleet-kinds.ts';
import { openConstraint } from '../limits/kinds/kinds.ts';
import { TimeRing } from '../limits/kinds/time-ring.ts';
import type { LimitReport } from './wire.ts';

// Finishes that are close together share an entry.
const logEntries = 1_024;

/**
 * This process's usage of one limit, in every mode: its open and finished cost, for the store. It counts the
 * same starts against the local share, so the share is already in use when the store becomes unavailable.
 *
 * A bucket's token counts as taken at the response, or after `burst - 1` intervals if that is sooner, see
 * `BucketState`.
 */
export class LimitAccount {
  readonly constraint: Constraint;
  readonly share: ConstraintState;
  /** The largest cost that the fleet's limit can ever start. */
  readonly capacity: number;
  /** How long finished cost counts. */
  readonly rememberMs: number;
  /** The fleet's usage in the store's last reply. */
  used = 0;
  #open = 0;
  #total = 0;
  /** The part of the total that the store acknowledged, and the part in the current report. */
  #acknowledged = 0;
  #reported = 0;
  readonly #graceMs: number;
  readonly #starts = new TimeRing(0);
  /** Finished cost that still counts, by the instant of its finish. */
  readonly #finished: TimeRing;

  constructor(constraint: Constraint, localShare: number) {
    this.constraint = constraint;
    const kind = fleetKindOf(constraint);
    this.share = openConstraint(kind.shareOf(constraint, localShare));
    this.capacity = kind.capacityOf(constraint);
    this.rememberMs = kind.rememberMsOf(constraint);
    this.#graceMs = kind.graceMsOf(constraint);
    this.#finished = new TimeRing(this.rememberMs / logEntries);
  }

  /** Whether finished cost is not acknowledged by the store. */
  get hasUnreported(): boolean {
    return this.#total > this.#acknowledged;
  }

  start(cost: number, now: number): void {
    this.#open += cost;
    this.share.take(cost, now);
    if (this.#graceMs < Infinity) this.#starts.push(now, cost);
  }

  end(cost: number, startedAt: number, now: number): void {
    this.share.release(cost, startedAt, now);
    if (this.#graceMs < Infinity) {
      this.#finishLate(now);
      if (startedAt + this.#graceMs <= now) return;
      this.#starts.drain(cost);
    }
    this.#finish(cost, now);
  }

  /** The report for the store. `isLost`: the store has lost its state. */
  report(now: number, isLost: boolean): LimitReport {
    this.#finishLate(now);
    this.#reported = this.#total;
    this.#forgetFinished(now);
    const newest = this.#finished.newest(isLost ? this.#total : this.#total - this.#acknowledged);
    const finished = newest.map((part, index) =>
      index % 2 === 0 ? Math.max(0, Math.floor((now - part) * 1_000)) : part,
    );
    return { open: this.#open, total: this.#total, finished };
  }

  /** Records the store's reply to the last report. */
  acknowledge(used: number): void {
    this.#acknowledged = this.#reported;
    this.used = used;
  }

  #finishLate(now: number): void {
    while (this.#starts.oldest + this.#graceMs <= now) {
      const at = this.#starts.oldest + this.#graceMs;
      this.#finish(this.#starts.shift(), at);
    }
  }

  #finish(cost: number, at: number): void {
    this.#open -= cost;
    this.#total += cost;
    this.#forgetFinished(at);
    if (this.rememberMs > 0) this.#finished.push(at, cost);
  }

  #forgetFinished(now: number): void {
    while (this.#finished.oldest + this.rememberMs <= now) this.#finished.shift();
  }
}
