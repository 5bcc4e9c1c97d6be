import type { Constraint } from '../constraints/constraint.ts';
import { fleetKindOf } from '../constraints/fleet-kinds.ts';

/** Limits that are asked together: the common ones, or those of a group. @internal */
export interface LimitSetDefinition {
  readonly id: string;
  readonly constraints: readonly Constraint[];
}

/** What one call tells and asks. Durations are whole microseconds unless their name says otherwise. @internal */
export interface FleetRequest {
  readonly process: string;
  /** Rises with every call, so that one which a client kept while it was offline does nothing behind a later one. */
  readonly sequence: number;
  /** Which memory of the store this process knows; empty before the first answer. */
  readonly epoch: string;
  readonly limits: readonly LimitReport[];
  /** By gate: how long the service asked everybody to stay away. */
  readonly pauses: readonly number[];
  /** Number of the group's gate as Lua counts (0: none), cost, how many; in the order in which they are to start. */
  readonly ask: readonly (readonly [limitSet: number, cost: number, count: number])[];
  /** When this process comes again if the store cannot tell it when to. */
  readonly poll: number;
  /** How late it may come and still find its part. */
  readonly patience: number;
  readonly lease: number;
  /** How long this process has been without the store; 0 when it was not. */
  readonly away: number;
  /** How long a store that forgot, or was away, lets nobody start, so that everybody can tell it first. */
  readonly settle: number;
  /** Milliseconds until the store may forget a fleet that fell silent. */
  readonly keep: number;
  readonly leaving: boolean;
}

/** What one process knows of its own use of one limit. @internal */
export interface LimitReport {
  readonly open: number;
  /** Finished since the process began. */
  readonly total: number;
  /** How long ago, how much, how long ago, how much, … from the oldest; at least what the store has not acknowledged. */
  readonly finished: readonly number[];
}

/** @internal */
export interface FleetReply {
  readonly epoch: string;
  /** The call came behind a later one, and did nothing. */
  readonly stale: boolean;
  /** The store does not remember this process, and did nothing. */
  readonly lost: boolean;
  /** By wish: how many may start. */
  readonly grants: readonly number[];
  /** By gate: microseconds until it may let the next pass; 0 when nobody is held, -1 when only a finish can tell. */
  readonly waits: readonly number[];
  readonly pauses: readonly number[];
  /** By limit: how much of it the fleet uses. */
  readonly used: readonly number[];
  /** Other processes that wait. */
  readonly waiting: number;
}

/** @throws SyntaxError for what the script never says. @internal */
export function readReply(text: string): FleetReply {
  const reply = JSON.parse(text) as Partial<FleetReply>;
  if (typeof reply.epoch !== 'string') throw new SyntaxError('not an answer of the script');
  return {
    epoch: reply.epoch,
    stale: reply.stale === true,
    lost: reply.lost === true,
    grants: listOf(reply.grants),
    waits: listOf(reply.waits),
    pauses: listOf(reply.pauses),
    used: listOf(reply.used),
    waiting: reply.waiting ?? 0,
  };
}

// Lua has one kind of table, so an empty list arrives as an empty object.
function listOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value : [];
}

/** The keys of a limit, all in one slot of a cluster, and its gates as the script wants them. @internal */
export function describeLimit(
  prefix: string,
  key: string,
  limitSets: readonly LimitSetDefinition[],
): { keys: string[]; limitSets: string } {
  const name = `${prefix}:{${key}}`;
  const keys = [`${name}:numbers`, `${name}:leases`, `${name}:accounts`, `${name}:waiters`];
  const described = limitSets.map(({ id, constraints }) => {
    const names = constraints.map((constraint) => `${id}/${fleetKindOf(constraint).nameOf(constraint)}`);
    const limits = constraints.map((constraint, index) => {
      const kind = fleetKindOf(constraint);
      const twins = names.slice(0, index).filter((other) => other === names[index]).length;
      const limit = {
        id: `${names[index]}${twins > 0 ? `#${twins}` : ''}`,
        kind: constraint.kind,
        capacity: kind.capacityOf(constraint),
        ...kind.fieldsOf(constraint),
      };
      return limit.span === undefined ? limit : { ...limit, key: keys.push(`${name}:${limit.id}`) };
    });
    return { id, limits };
  });
  return { keys, limitSets: JSON.stringify(described) };
}
