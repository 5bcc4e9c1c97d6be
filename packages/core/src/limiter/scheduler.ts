import type { Fairness } from './fairness.ts';
import type { LimitGroup } from './limit-group.ts';
import type { CallPriority } from './limiter.ts';
import { PriorityQueue } from './priority-queue.ts';
import type { TenantQueue } from './wait-queue.ts';
import { isTooLate, type Waiter, type WaitQueue } from './wait-queue.ts';

// Starts of each class in a round when all three wait: the lower ones are slowed, never starved.
const shares = [4, 2, 1] as const;

/**
 * Whose turn it is. Classes share 4 : 2 : 1; within a class the tenants' schedule decides where there is one, and then the oldest goes
 * first, over all groups. A group whose own limit is used up steps aside for the others; a limit that is common to all holds everybody,
 * so that a large cost cannot be overtaken for ever.
 *
 * @internal
 */
export class Scheduler {
  readonly classes: readonly [PriorityQueue, PriorityQueue, PriorityQueue];
  /** What each class may still start in this round. */
  readonly credits: number[] = [...shares];
  readonly #isFair: boolean;
  #now = 0;
  /** When the calls that had to step aside in the last {@link next} may go. */
  wakeAt = Number.POSITIVE_INFINITY;
  /** A call that stepped aside in the last {@link next} and will surely not start in time. */
  late: Waiter | undefined;
  /** When it could start at the earliest. */
  lateAt = Number.POSITIVE_INFINITY;

  constructor(limitGroups: readonly LimitGroup[], fairness: Fairness | undefined) {
    const open = (level: number) => new PriorityQueue(level, limitGroups, fairness?.createSchedule());
    this.classes = [open(0), open(1), open(2)];
    this.#isFair = fairness !== undefined;
  }

  /** The queue that a call would wait in, if there is one already. */
  queueOf(
    limitGroup: LimitGroup,
    priority: CallPriority | undefined,
    tenant: string | undefined,
  ): WaitQueue | undefined {
    return this.#classOf(priority).queueOfTenant(tenant)?.queueOf(limitGroup);
  }

  /** The queue for a call that is about to wait. */
  enter(limitGroup: LimitGroup, priority: CallPriority | undefined, tenant: string | undefined): WaitQueue {
    return this.#classOf(priority).enter(tenant).queueOf(limitGroup);
  }

  remove(waiter: Waiter): void {
    waiter.queue.remove(waiter);
    const { tenantQueue } = waiter.queue;
    this.classes[tenantQueue.level]?.left(tenantQueue);
  }

  /** The next waiter whose group lets it pass; the common limits are not asked. */
  next(now: number): Waiter | undefined {
    this.wakeAt = Number.POSITIVE_INFINITY;
    this.late = undefined;
    this.#now = now;
    let withoutCredit: Waiter | undefined;
    for (let level = 0; level < shares.length; level += 1) {
      const waiter = this.classes[level]?.next(now, this.#blocked);
      if (waiter === undefined) continue;
      if ((this.credits[level] ?? 0) > 0) return waiter;
      withoutCredit ??= waiter;
    }
    return withoutCredit;
  }

  /** Counts the start of a waiter; a class that has used its share begins a new round for all. */
  charge({ queue: { tenantQueue }, cost }: Waiter): void {
    charge(this.credits, tenantQueue.level);
    this.classes[tenantQueue.level]?.charge(tenantQueue, cost);
  }

  /** Who has to go when one more than may wait has come: the newest of the tenant that has most waiting, so that no tenant shuts others out. */
  victim(newcomer: Waiter): Waiter {
    if (!this.#isFair) return newcomer;
    let longest: TenantQueue = newcomer.queue.tenantQueue;
    for (const { tenantQueues } of this.classes)
      for (const tenantQueue of tenantQueues) if (tenantQueue.length > longest.length) longest = tenantQueue;
    return longest.newest() ?? newcomer;
  }

  /** How many wait in each priority. */
  lengths(): Readonly<Record<CallPriority, number>> {
    const [high, normal, low] = this.classes;
    return { high: high.length, normal: normal.length, low: low.length };
  }

  /** All who wait. A copy. */
  waiters(): readonly Waiter[] {
    const all: Waiter[] = [];
    for (const { tenantQueues } of this.classes)
      for (const { queues } of tenantQueues)
        for (const { head } of queues)
          for (let waiter = head; waiter !== undefined; waiter = waiter.next) all.push(waiter);
    return all;
  }

  readonly #blocked = (waiter: Waiter, at: number): void => {
    this.wakeAt = Math.min(this.wakeAt, at);
    if (!isTooLate(waiter, at, this.#now)) return;
    this.late = waiter;
    this.lateAt = at;
  };

  #classOf(priority: CallPriority | undefined): PriorityQueue {
    const [high, normal, low] = this.classes;
    return priority === 'high' ? high : priority === 'low' ? low : normal;
  }
}

/** @internal */
export function charge(credits: number[], level: number): void {
  if ((credits[level] ?? 0) === 0)
    for (let index = 0; index < shares.length; index += 1) credits[index] = shares[index] ?? 0;
  credits[level] = (credits[level] ?? 0) - 1;
}
