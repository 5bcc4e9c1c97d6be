import type { Fairness } from './fairness.ts';
import type { LimitGroup } from './group.ts';
import type { CallPriority } from './limiter.ts';
import { isTooLate, type PriorityQueue, TenantQueue, type Waiter, type WaitQueue } from './wait-queue.ts';

// Starts of each priority in a round when all three have waiters: lower priorities are slowed, never starved.
const shares = [4, 2, 1] as const;

/**
 * Selects the next waiter. Priorities share starts 4 : 2 : 1. Within a priority, the tenant schedule decides
 * if there is one; then the oldest waiter of all groups starts first. A group without own capacity is
 * skipped. A shared limit without capacity blocks all waiters: small costs never overtake a large one
 * forever.
 */
export class Scheduler {
  readonly priorities: readonly [PriorityQueue, PriorityQueue, PriorityQueue];
  /** Remaining starts of each priority in this round. */
  readonly credits: number[] = [...shares];
  readonly #isFair: boolean;
  #now = 0;
  /** The earliest start of the waiters that the last {@link next} skipped. */
  wakeAt = Infinity;
  /** A waiter that the last {@link next} skipped and that is certain to exceed its `maxWaitMs`. */
  late: Waiter | undefined;
  /** The earliest start of {@link late}. */
  lateAt = Infinity;

  constructor(fairness: Fairness | undefined) {
    const open = (level: number) => fairness?.openQueue(level) ?? new TenantQueue(level, '');
    this.priorities = [open(0), open(1), open(2)];
    this.#isFair = fairness !== undefined;
  }

  /** The queue that a call would wait in, if it exists. */
  queueOf(
    limitGroup: LimitGroup,
    priority: CallPriority | undefined,
    tenant: string | undefined,
  ): WaitQueue | undefined {
    return this.#priorityQueue(priority).queueOfTenant(tenant)?.queueOf(limitGroup);
  }

  /** The queue for a new waiter. */
  enter(limitGroup: LimitGroup, priority: CallPriority | undefined, tenant: string | undefined): WaitQueue {
    return this.#priorityQueue(priority).enter(tenant).openQueue(limitGroup);
  }

  /** Moves the waiters of a part of the service to the queues of its group, in their order. */
  move(part: string, limitGroup: LimitGroup): void {
    for (const waiter of this.waiters()) {
      if (waiter.part !== part) continue;
      waiter.queue.remove(waiter);
      waiter.queue = waiter.queue.tenantQueue.openQueue(limitGroup);
      waiter.queue.add(waiter);
    }
  }

  remove(waiter: Waiter): void {
    waiter.queue.remove(waiter);
    const { tenantQueue } = waiter.queue;
    this.priorities[tenantQueue.level]?.removeIfEmpty(tenantQueue);
  }

  /** The next waiter whose group's own limits have capacity. The caller checks the shared limits. */
  next(now: number): Waiter | undefined {
    this.wakeAt = Infinity;
    this.late = undefined;
    this.#now = now;
    let withoutCredit: Waiter | undefined;
    for (let level = 0; level < shares.length; level += 1) {
      const waiter = this.priorities[level]?.next(now, this.#skip);
      if (waiter === undefined) continue;
      if ((this.credits[level] ?? 0) > 0) return waiter;
      withoutCredit ??= waiter;
    }
    return withoutCredit;
  }

  /** Counts the start of a waiter. A priority that has used its share begins a new round for all. */
  charge({ queue: { tenantQueue }, cost }: Waiter): void {
    charge(this.credits, tenantQueue.level);
    this.priorities[tenantQueue.level]?.charge(tenantQueue, cost);
  }

  /**
   * The waiter to reject on overflow: the newest of the tenant with the most waiters. No tenant blocks the
   * others.
   */
  victim(newcomer: Waiter): Waiter {
    if (!this.#isFair) return newcomer;
    let longest: TenantQueue = newcomer.queue.tenantQueue;
    for (const { tenantQueues } of this.priorities)
      for (const tenantQueue of tenantQueues) if (tenantQueue.length > longest.length) longest = tenantQueue;
    return longest.newest() ?? newcomer;
  }

  /** The number of waiters of each priority. */
  lengths(): Readonly<Record<CallPriority, number>> {
    const [high, normal, low] = this.priorities;
    return { high: high.length, normal: normal.length, low: low.length };
  }

  /** A copy of all waiters. */
  waiters(): readonly Waiter[] {
    const all: Waiter[] = [];
    for (const { tenantQueues } of this.priorities)
      for (const { queues } of tenantQueues)
        for (const { head } of queues)
          for (let waiter = head; waiter !== undefined; waiter = waiter.next) all.push(waiter);
    return all;
  }

  readonly #skip = (waiter: Waiter, at: number): void => {
    this.wakeAt = Math.min(this.wakeAt, at);
    if (!isTooLate(waiter, at, this.#now)) return;
    this.late = waiter;
    this.lateAt = at;
  };

  #priorityQueue(priority: CallPriority | undefined): PriorityQueue {
    const [high, normal, low] = this.priorities;
    return priority === 'high' ? high : priority === 'low' ? low : normal;
  }
}

export function charge(credits: number[], level: number): void {
  if ((credits[level] ?? 0) === 0)
    for (let index = 0; index < shares.length; index += 1) credits[index] = shares[index] ?? 0;
  credits[level] = (credits[level] ?? 0) - 1;
}
