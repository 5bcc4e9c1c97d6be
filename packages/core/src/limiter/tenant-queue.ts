import type { Lane } from './limit-group.ts';
import { goesFirst, type Waiter, WaitQueue } from './wait-queue.ts';

/** Those who wait together in one priority, on behalf of one tenant where tenants count: a queue for each lane. @internal */
export class Line {
  /** Place of its priority, 0 for the highest. */
  readonly level: number;
  readonly tenant: string;
  readonly queues: readonly WaitQueue[];
  /** Those in all of its queues, which count it. */
  length = 0;

  constructor(level: number, tenant: string, lanes: readonly Lane[]) {
    this.level = level;
    this.tenant = tenant;
    this.queues = lanes.map((lane) => new WaitQueue(this, lane));
  }

  queueOf(lane: Lane): WaitQueue {
    return this.queues.find((queue) => queue.lane === lane) as WaitQueue;
  }

  /** The first whose group lets it pass; `blocked` hears of those who have to step aside for those behind them. */
  first(now: number, blocked: (waiter: Waiter, at: number) => void): Waiter | undefined {
    let best: Waiter | undefined;
    for (const { head, lane } of this.queues) {
      if (head === undefined || (best !== undefined && !goesFirst(head, best))) continue;
      const at = lane.own === undefined ? now : lane.own.earliest(head.cost, now);
      if (at <= now) best = head;
      else blocked(head, at);
    }
    return best;
  }

  /** The one that came last. */
  newest(): Waiter | undefined {
    let newest: Waiter | undefined;
    for (const { tail } of this.queues)
      if (tail !== undefined && (newest === undefined || tail.ticket > newest.ticket)) newest = tail;
    return newest;
  }
}
