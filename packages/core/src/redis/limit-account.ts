import type { Constraint } from '../constraints/constraint.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import { fleetKindOf } from '../constraints/fleet-kinds.ts';
import { openConstraint } from '../constraints/kinds.ts';
import { TimeRing } from '../constraints/time-ring.ts';
import { FinishedLog } from './finished-log.ts';
import type { LimitReport } from './wire.ts';

/**
 * What this process uses of one limit, in every mode alike: what it has open and what it finished, to be told to the store; and the same
 * starts against its local share, so that the share is not new when the store goes away.
 *
 * A bucket's token counts as drawn at the answer, or after `burst - 1` intervals if that is sooner, see `BucketState`.
 *
 * @internal
 */
export class LimitAccount {
  readonly constraint: Constraint;
  readonly share: ConstraintState;
  /** The largest cost that the fleet's limit can ever let pass. */
  readonly capacity: number;
  /** How long something finished matters. */
  readonly rememberMs: number;
  /** How much the fleet used when the store last spoke. */
  used = 0;
  #open = 0;
  #total = 0;
  /** Of the total, what the store knows; and what it will know when it answers. */
  #known = 0;
  #told = 0;
  readonly #graceMs: number;
  readonly #starts = new TimeRing(0);
  readonly #log: FinishedLog;

  constructor(constraint: Constraint, localShare: number) {
    this.constraint = constraint;
    const kind = fleetKindOf(constraint);
    this.share = openConstraint(kind.shareOf(constraint, localShare));
    this.capacity = kind.capacityOf(constraint);
    this.rememberMs = kind.rememberMsOf(constraint);
    this.#graceMs = kind.graceMsOf(constraint);
    this.#log = new FinishedLog(this.rememberMs);
  }

  /** Something finished that the store was not told of. */
  get hasNews(): boolean {
    return this.#total > this.#known;
  }

  start(cost: number, now: number): void {
    this.#open += cost;
    this.share.take(cost, now);
    if (this.#graceMs < Number.POSITIVE_INFINITY) this.#starts.push(now, cost);
  }

  end(cost: number, startedAt: number, now: number): void {
    this.share.release(cost, startedAt, now);
    if (this.#graceMs < Number.POSITIVE_INFINITY) {
      this.#drawLate(now);
      if (startedAt + this.#graceMs <= now) return;
      this.#starts.drain(cost);
    }
    this.#finish(cost, now);
  }

  /** `isLost`: the store remembers nothing. */
  tell(now: number, isLost: boolean): LimitReport {
    this.#drawLate(now);
    this.#told = this.#total;
    const finished = this.#log.newest(isLost ? this.#total : this.#total - this.#known, now);
    return { open: this.#open, total: this.#total, finished };
  }

  /** The store has answered to what it was told. */
  acknowledge(used: number): void {
    this.#known = this.#told;
    this.used = used;
  }

  #drawLate(now: number): void {
    while (this.#starts.oldest + this.#graceMs <= now) {
      const at = this.#starts.oldest + this.#graceMs;
      this.#finish(this.#starts.shift(), at);
    }
  }

  #finish(cost: number, at: number): void {
    this.#open -= cost;
    this.#total += cost;
    if (this.rememberMs > 0) this.#log.add(at, cost);
  }
}
