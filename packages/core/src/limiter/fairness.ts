/**
 * Whose turn it is among the tenants that wait for one limiter. `deficitRoundRobin()` makes one; a limiter asks it for a schedule of its
 * own for each priority.
 *
 * @public
 */
export interface Fairness {
  createSchedule(): TenantSchedule;
}

/** The turns of the tenants that wait in one priority. It knows their names and costs, and nothing else. @public */
export interface TenantSchedule {
  /** The tenant has somebody who waits, and had nobody before. */
  enter(tenant: string): void;
  /** Nobody waits for the tenant any more. */
  leave(tenant: string): void;
  /**
   * Whose first call is to start next; `undefined` when nobody's can. `costOf` tells the cost of a tenant's first call, `undefined` when
   * that has to wait for a limit of its own. Asked again without {@link charge} in between, it gives the same answer.
   */
  next(costOf: (tenant: string) => number | undefined): string | undefined;
  /** A call of the tenant has started. */
  charge(tenant: string, cost: number): void;
}
