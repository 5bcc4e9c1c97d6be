import type { CallPriority } from '../call-options.ts';
import type { Gate } from './gate.ts';
import { WaitQueue } from './queue.ts';

/** @internal */
export const priorities = ['high', 'normal', 'low'] as const satisfies readonly CallPriority[];

/** The way of one group: the common gate, perhaps a gate of its own, and a queue for each priority. @internal */
export class Lane {
  readonly common: Gate;
  readonly own: Gate | undefined;
  /** In the order of {@link priorities}. */
  readonly queues: readonly [WaitQueue, WaitQueue, WaitQueue] = [
    new WaitQueue(0),
    new WaitQueue(1),
    new WaitQueue(2),
  ];

  constructor(common: Gate, own: Gate | undefined) {
    this.common = common;
    this.own = own;
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

  release(cost: number, sequence: number, startedAt: number, now: number): void {
    this.common.release(cost, sequence, startedAt, now);
    this.own?.release(cost, sequence, startedAt, now);
  }
}
