import type { TenantSchedule } from '../limits/fairness.ts';
import { type PriorityQueue, TenantQueue, type Waiter } from '../limits/wait-queue.ts';

const noTenant = '';

/** The waiters of one priority: a queue for each tenant, in the order of a schedule. */
export class FairQueue implements PriorityQueue {
  readonly #level: number;
  readonly #schedule: TenantSchedule;
  readonly #tenantQueues = new Map<string, TenantQueue>();

  constructor(level: number, schedule: TenantSchedule) {
    this.#level = level;
    this.#schedule = schedule;
  }

  get tenantQueues(): Iterable<TenantQueue> {
    return this.#tenantQueues.values();
  }

  get length(): number {
    let length = 0;
    for (const tenantQueue of this.tenantQueues) length += tenantQueue.length;
    return length;
  }

  queueOfTenant(tenant: string = noTenant): TenantQueue | undefined {
    return this.#tenantQueues.get(tenant);
  }

  enter(tenant: string = noTenant): TenantQueue {
    const known = this.#tenantQueues.get(tenant);
    if (known !== undefined) return known;
    const tenantQueue = new TenantQueue(this.#level, tenant);
    this.#tenantQueues.set(tenant, tenantQueue);
    this.#schedule.enter(tenant);
    return tenantQueue;
  }

  removeIfEmpty({ length, tenant }: TenantQueue): void {
    if (length > 0) return;
    this.#tenantQueues.delete(tenant);
    this.#schedule.leave(tenant);
  }

  next(now: number, onBlocked: (waiter: Waiter, at: number) => void): Waiter | undefined {
    const first = (tenant: string) => this.#tenantQueues.get(tenant)?.next(now, onBlocked);
    const tenant = this.#schedule.next((name) => first(name)?.cost);
    return tenant === undefined ? undefined : first(tenant);
  }

  charge({ tenant }: TenantQueue, cost: number): void {
    this.#schedule.charge(tenant, cost);
  }
}
