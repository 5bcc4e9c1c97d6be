import type { LimitGroup } from '../limits/group.ts';
import { charge, type Scheduler } from '../limits/scheduler.ts';
import { goesFirst, type TenantQueue, type Waiter } from '../limits/wait-queue.ts';

/** Consecutive waiters of one group and cost, in the order of starts. */
export interface PermitDemand {
  readonly limitGroup: LimitGroup;
  readonly cost: number;
  count: number;
}

/**
 * The first `max` waiters of some groups, in the order of their starts if all were granted. Tenants
 * alternate, from the one at index `round`. The order between tenants need not be exact: a grant goes to the
 * waiter that is first when it arrives.
 */
export function demandOf(
  scheduler: Scheduler,
  limitGroups: readonly LimitGroup[],
  max: number,
  round: number,
): PermitDemand[] {
  const credits = [...scheduler.credits];
  const priorities = scheduler.priorities.map(({ tenantQueues }) =>
    alternateTenants([...tenantQueues], limitGroups, round),
  );
  const heads = priorities.map((waiters) => waiters.next().value);
  const demand: PermitDemand[] = [];
  for (let taken = 0; taken < max; taken += 1) {
    const withCredit = heads.findIndex((head, level) => head !== undefined && (credits[level] ?? 0) > 0);
    const level = withCredit === -1 ? heads.findIndex((head) => head !== undefined) : withCredit;
    const waiter = heads[level];
    if (waiter === undefined) break;
    heads[level] = priorities[level]?.next().value;
    charge(credits, level);
    const { limitGroup } = waiter.queue;
    const last = demand.at(-1);
    if (last?.limitGroup === limitGroup && last.cost === waiter.cost) last.count += 1;
    else demand.push({ limitGroup, cost: waiter.cost, count: 1 });
  }
  return demand;
}

type Waiters = Generator<Waiter, undefined>;

function* alternateTenants(
  tenantQueues: readonly TenantQueue[],
  limitGroups: readonly LimitGroup[],
  round: number,
): Waiters {
  const start = tenantQueues.length > 0 ? round % tenantQueues.length : 0;
  const rows = [...tenantQueues.slice(start), ...tenantQueues.slice(0, start)].map((tenantQueue) =>
    oldestFirst(tenantQueue, limitGroups),
  );
  for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
    const waiter = row.next().value;
    if (waiter === undefined) continue;
    yield waiter;
    rows.push(row);
  }
  return undefined;
}

function* oldestFirst(tenantQueue: TenantQueue, limitGroups: readonly LimitGroup[]): Waiters {
  const heads = tenantQueue.queues
    .filter(({ limitGroup }) => limitGroups.includes(limitGroup))
    .map(({ head }) => head);
  for (;;) {
    let first: Waiter | undefined;
    for (const head of heads)
      if (head !== undefined && (first === undefined || goesFirst(head, first))) first = head;
    if (first === undefined) return undefined;
    heads[heads.indexOf(first)] = first.next;
    yield first;
  }
}
