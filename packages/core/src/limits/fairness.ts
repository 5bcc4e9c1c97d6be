import type { PriorityQueue } from './wait-queue.ts';

/** Schedules the tenants that wait for one limiter. `deficitRoundRobin()` makes one. @public */
export interface Fairness {
  createSchedule(): TenantSchedule;
  /** Opens the queue of one priority, with a schedule of its own. */
  openQueue(level: number): PriorityQueue;
}

/** The order of the tenants that wait in one priority. It knows only their names and costs. @public */
export interface TenantSchedule {
  /** The tenant's first waiter arrived. */
  enter(tenant: string): void;
  /** The tenant's last waiter left. */
  leave(tenant: string): void;
  /**
   * The tenant whose first call starts next; `undefined` when none can start. `costOf` returns the cost of a
   * tenant's first call, or `undefined` while the call's group has no capacity. Returns the same tenant until
   * {@link charge} is called.
   */
  next(costOf: (tenant: string) => number | undefined): string | undefined;
  /** A call of the tenant has started. */
  charge(tenant: string, cost: number): void;
}
