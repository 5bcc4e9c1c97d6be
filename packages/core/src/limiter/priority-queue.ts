import type { TenantSchedule } from './fairness.ts';
import type { LimitGroup } from './limit-group.ts';
import type { Waiter } from './wait-queue.ts';
import { TenantQueue } from './wait-queue.ts';

const everybody = '';

/** Those who wait in one priority: one line for everybody, or a line for each tenant that waits and a schedule of their turns. @internal */
export class PriorityQueue {
  readonly #level: number;
  readonly #limitGroups: readonly LimitGroup[];
  readonly #schedule: TenantSchedule | undefined;
  readonly #tenantQueues = new Map<string, TenantQueue>();
  /** Everybody's, where tenants do not count. */
  readonly #shared: TenantQueue | undefined;

  constructor(level: number, limitGroups: readonly LimitGroup[], schedule: TenantSchedule | undefined) {
    this.#level = level;
    this.#limitGroups = limitGroups;
    this.#schedule = schedule;
    if (schedule !== undefined) return;
    this.#shared = new TenantQueue(level, everybody, limitGroups);
    this.#tenantQueues.set(everybody, this.#shared);
  }

  get tenantQueues(): Iterable<TenantQueue> {
    return this.#tenantQueues.values();
  }

  get length(): number {
    let length = 0;
    for (const tenantQueue of this.tenantQueues) length += tenantQueue.length;
    return length;
  }

  /** The line of a tenant, if anybody waits in it or it is everybody's. */
  queueOfTenant(tenant: string | undefined): TenantQueue | undefined {
    return this.#shared ?? this.#tenantQueues.get(tenant ?? everybody);
  }

  /** The line of a tenant who is about to wait. */
  enter(tenant: string = everybody): TenantQueue {
    const known = this.queueOfTenant(tenant);
    if (known !== undefined) return known;
    const tenantQueue = new TenantQueue(this.#level, tenant, this.#limitGroups);
    this.#tenantQueues.set(tenant, tenantQueue);
    this.#schedule?.enter(tenant);
    return tenantQueue;
  }

  /** Somebody left the line. */
  left(tenantQueue: TenantQueue): void {
    if (this.#schedule === undefined || tenantQueue.length > 0) return;
    this.#tenantQueues.delete(tenantQueue.tenant);
    this.#schedule.leave(tenantQueue.tenant);
  }

  /** Who is next, of those whose group lets them pass. */
  next(now: number, blocked: (waiter: Waiter, at: number) => void): Waiter | undefined {
    if (this.#shared !== undefined) return this.#shared.first(now, blocked);
    const first = (tenant: string) => this.#tenantQueues.get(tenant)?.first(now, blocked);
    const tenant = this.#schedule?.next((name) => first(name)?.cost);
    return tenant === undefined ? undefined : first(tenant);
  }

  charge(tenantQueue: TenantQueue, cost: number): void {
    this.#schedule?.charge(tenantQueue.tenant, cost);
  }
}
