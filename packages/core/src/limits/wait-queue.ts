import { earliestIn, type LimitGroup } from './group.ts';
import type { Permit } from './limiter.ts';

/** A waiter, linked into the queue of its tenant and group. */
export interface Waiter {
  next: Waiter | undefined;
  previous: Waiter | undefined;
  queue: WaitQueue;
  /** The group or the path that a 503 pauses. */
  readonly part: string;
  readonly cost: number;
  readonly isRetry: boolean;
  /** Order of arrival in all queues. */
  readonly ticket: number;
  readonly queuedAt: number;
  /** The longest useful wait. `undefined`, not `Infinity`, when unlimited: most waiters have none. */
  readonly maxWaitMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: unknown) => void;
}

/** First in, first out; retries go before other waiters. Every operation is O(1). */
export class WaitQueue {
  readonly tenantQueue: TenantQueue;
  readonly limitGroup: LimitGroup;
  head: Waiter | undefined;
  tail: Waiter | undefined;
  /** Sum of the waiters' costs. */
  cost = 0;
  #lastRetry: Waiter | undefined;

  constructor(tenantQueue: TenantQueue, limitGroup: LimitGroup) {
    this.tenantQueue = tenantQueue;
    this.limitGroup = limitGroup;
  }

  add(waiter: Waiter): void {
    this.#insertAfter(waiter, waiter.isRetry ? this.#lastRetry : this.tail);
    if (waiter.isRetry) this.#lastRetry = waiter;
    this.tenantQueue.length += 1;
    this.limitGroup.waiting += 1;
    this.cost += waiter.cost;
  }

  holds(waiter: Waiter): boolean {
    return waiter.previous !== undefined || this.head === waiter;
  }

  remove(waiter: Waiter): void {
    if (this.#lastRetry === waiter) this.#lastRetry = waiter.previous;
    if (waiter.previous === undefined) this.head = waiter.next;
    else waiter.previous.next = waiter.next;
    if (waiter.next === undefined) this.tail = waiter.previous;
    else waiter.next.previous = waiter.previous;
    waiter.next = undefined;
    waiter.previous = undefined;
    const { tenantQueue } = this;
    if (this.head === undefined && this.limitGroup.isTemporary)
      tenantQueue.queues = tenantQueue.queues.filter((queue) => queue !== this);
    tenantQueue.length -= 1;
    this.limitGroup.waiting -= 1;
    this.cost -= waiter.cost;
  }

  #insertAfter(waiter: Waiter, before: Waiter | undefined): void {
    const after = before === undefined ? this.head : before.next;
    waiter.previous = before;
    waiter.next = after;
    if (before === undefined) this.head = waiter;
    else before.next = waiter;
    if (after === undefined) this.tail = waiter;
    else after.previous = waiter;
  }
}

/**
 * Whether the waiter is certain to exceed its `maxWaitMs`, given that it starts no earlier than `at`
 * (`Infinity`: unknown).
 */
export function isTooLate(waiter: Waiter, at: number, now: number): boolean {
  if (waiter.maxWaitMs === undefined) return false;
  return (at === Infinity ? now : at) > waiter.queuedAt + waiter.maxWaitMs;
}

/** Whether `left` starts before `right`; both are heads of queues of one priority. */
export function goesFirst(left: Waiter, right: Waiter): boolean {
  return left.isRetry === right.isRetry ? left.ticket < right.ticket : left.isRetry;
}

/** The waiters of one priority. */
export interface PriorityQueue {
  readonly tenantQueues: Iterable<TenantQueue>;
  /** Number of waiters. */
  readonly length: number;
  /** The tenant's queue; `undefined` when the tenant has no waiter. */
  queueOfTenant(tenant: string | undefined): TenantQueue | undefined;
  /** The queue for a new waiter of the tenant. */
  enter(tenant: string | undefined): TenantQueue;
  /** Forgets the queue when its last waiter has left. */
  removeIfEmpty(tenantQueue: TenantQueue): void;
  /**
   * The next waiter whose group's own limits have capacity. Calls `onBlocked` for each waiter that it skips.
   */
  next(now: number, onBlocked: (waiter: Waiter, at: number) => void): Waiter | undefined;
  /** A waiter of the tenant has started. */
  charge(tenantQueue: TenantQueue, cost: number): void;
}

/**
 * The waiters of one priority and tenant: one queue for each limit group. Without fairness, all waiters of a
 * priority are in one such queue.
 */
export class TenantQueue implements PriorityQueue {
  /** Index of the priority, 0 for the highest. */
  readonly level: number;
  readonly tenant: string;
  queues: readonly WaitQueue[] = [];
  /** Number of waiters in all of its queues. The queues update it. */
  length = 0;

  constructor(level: number, tenant: string) {
    this.level = level;
    this.tenant = tenant;
  }

  get tenantQueues(): readonly TenantQueue[] {
    return [this];
  }

  queueOfTenant(): TenantQueue {
    return this;
  }

  enter(): TenantQueue {
    return this;
  }

  removeIfEmpty(): void {}

  charge(): void {}

  /** The queue of the group, if it has one. */
  queueOf(limitGroup: LimitGroup): WaitQueue | undefined {
    return this.queues.find((queue) => queue.limitGroup === limitGroup);
  }

  /** The queue for a new waiter of the group. */
  openQueue(limitGroup: LimitGroup): WaitQueue {
    const known = this.queueOf(limitGroup);
    if (known !== undefined) return known;
    const queue = new WaitQueue(this, limitGroup);
    this.queues = [...this.queues, queue];
    return queue;
  }

  next(now: number, onBlocked: (waiter: Waiter, at: number) => void): Waiter | undefined {
    let best: Waiter | undefined;
    for (const { head, limitGroup } of this.queues) {
      if (head === undefined || (best !== undefined && !goesFirst(head, best))) continue;
      const at = limitGroup.own === undefined ? now : earliestIn(limitGroup.own, head.cost, now);
      if (at <= now) best = head;
      else onBlocked(head, at);
    }
    return best;
  }

  /** The waiter that arrived last. */
  newest(): Waiter | undefined {
    let newest: Waiter | undefined;
    for (const { tail } of this.queues)
      if (tail !== undefined && (newest === undefined || tail.ticket > newest.ticket)) newest = tail;
    return newest;
  }
}
