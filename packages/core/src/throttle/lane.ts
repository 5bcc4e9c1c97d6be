import type { CallPriority } from '../call-options.ts';
import type { ConstraintState } from './constraint-state.ts';
import type { Gate } from './gate.ts';
import type { RateReport } from './limiter.ts';
import type { GivenPermit } from './permit.ts';
import { WaitQueue } from './queue.ts';

/** @internal */
export const priorities = ['high', 'normal', 'low'] as const satisfies readonly CallPriority[];

/** The way of one group: the common gate, perhaps a gate of its own, and a queue for each priority. @internal */
export class Lane {
  readonly common: Gate;
  readonly own: Gate | undefined;
  /** In the order of {@link priorities}. */
  readonly queues: readonly [WaitQueue, WaitQueue, WaitQueue] = [
    new WaitQueue(this, 0),
    new WaitQueue(this, 1),
    new WaitQueue(this, 2),
  ];

  readonly #rates: readonly ConstraintState[];

  constructor(common: Gate, own: Gate | undefined) {
    this.common = common;
    this.own = own;
    this.#rates = [...common.constraints, ...(own?.constraints ?? [])].filter(
      ({ constraint }) => constraint.kind !== 'concurrency',
    );
  }

  /** What the only rate constraint has left; `NaN` when there is not exactly one. */
  roomOfOnly(now: number): number {
    const only = this.#rates[0];
    return only === undefined || this.#rates.length > 1 ? Number.NaN : roomOf(only, now);
  }

  /** What our own count leaves of the limit that a report speaks of; `Infinity` when no constraint is set for it. */
  roomFor(report: RateReport, now: number): number {
    const fitting = this.#rates.filter(
      ({ constraint, capacity }) =>
        capacity === report.limit ||
        (constraint.kind === 'window' && constraint.windowMs === report.windowMs),
    );
    return Math.min(...(fitting.length > 0 ? fitting : this.#rates).map((state) => roomOf(state, now)));
  }

  queueOf(priority: CallPriority | undefined): WaitQueue {
    const [high, normal, low] = this.queues;
    return priority === 'high' ? high : priority === 'low' ? low : normal;
  }

  /** The largest cost that can ever pass. */
  get capacity(): number {
    return this.own === undefined ? this.common.capacity : Math.min(this.common.capacity, this.own.capacity);
  }

  earliest(cost: number, now: number): number {
    const at = this.common.earliest(cost, now);
    return this.own === undefined || at > now ? at : this.own.earliest(cost, now);
  }

  soonest(cost: number, now: number): number {
    const at = this.common.soonest(cost, now);
    return this.own === undefined ? at : Math.max(at, this.own.soonest(cost, now));
  }

  take(cost: number, now: number): void {
    this.common.take(cost, now);
    this.own?.take(cost, now);
  }

  release(permit: GivenPermit, refused: boolean, now: number): void {
    this.common.release(permit, refused, now);
    this.own?.release(permit, refused, now);
  }
}

function roomOf(state: ConstraintState, now: number): number {
  return Math.max(0, Math.floor(state.capacity - state.used(now)));
}
