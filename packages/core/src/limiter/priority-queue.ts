import type { TenantSchedule } from './fairness.ts';
import type { LimitGroup } from './limit-group.ts';
import type { Waiter } from './wait-queue.ts';
import { TenantQueue } from './wait-queue.ts';

const noTenant = '';

/** The waiters of one priority: one queue for all, or a queue for each tenant and a schedule. @internal */
export class PriorityQueue {
  readonly #level: number;
  readonly #limitGroups: readonly LimitGroup[];
  readonly #schedule: TenantSchedule | undefined;
  readonly #tenantQueues = new Map<string, TenantQueue>();
  /** The queue of all waiters when there is no `fairness`. */
  readonly #shared: TenantQueue | undefined;

  constructor(level: number, limitGroups: readonly LimitGroup[], schedule: TenantSchedule | undefined) {
    this.#level = level;
    this.#limitGroups = limitGroups;
    this.#schedule = schedule;
    if (schedule !== undefined) return;
    this.#shared = new TenantQueue(level, noTenant, limitGroups);
    this.#tenantQueues.set(noTenant, this.#shared);
  }

  get tenantQueues(): Iterable<TenantQueue> {
    return this.#tenantQueues.values();
  }

  get length(): number {
    let length = 0;
    for (const tenantQueue of this.tenantQueues) length += tenantQueue.length;
    return length;
  }

  /** The tenant's queue; `undefined` when the tenant has no waiter. */
  queueOfTenant(tenant: string | undefined): TenantQueue | undefined {
    return this.#shared ?? this.#tenantQueues.get(tenant ?? noTenant);
  }

  /** The queue for a new waiter of the tenant. */
  enter(tenant: string = noTenant): TenantQueue {
    const known = this.queueOfTenant(tenant);
    if (known !== undefined) return known;
    const tenantQueue = new TenantQueue(this.#level, tenant, this.#limitGroups);
    this.#tenantQueues.set(tenant, tenantQueue);
    this.#schedule?.enter(tenant);
    return tenantQueue;
  }

  /** Forgets the queue when its last waiter has left. */
  removeIfEmpty(tenantQueue: TenantQueue): void {
    if (this.#schedule === undefined || tenantQueue.length > 0) return;
    this.#tenantQueues.delete(tenantQueue.tenant);
    this.#schedule.leave(tenantQueue.tenant);
  }

  /** The next waiter whose group's own limits have capacity. */
  next(now: number, onBlocked: (waiter: Waiter, at: number) => void): Waiter | undefined {
    if (this.#shared !== undefined) return this.#shared.first(now, onBlocked);
    const first = (tenant: string) => this.#tenantQueues.get(tenant)?.first(now, onBlocked);
    const tenant = this.#schedule?.next((name) => first(name)?.cost);
    return tenant === undefined ? undefined : first(tenant);
  }

  charge(tenantQueue: TenantQueue, cost: number): void {
    this.#schedule?.charge(tenantQueue.tenant, cost);
  }
}
