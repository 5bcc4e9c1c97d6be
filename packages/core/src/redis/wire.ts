import type { Constraint } from '../limits/kinds/constraint.ts';
import { fleetKindOf } from '../limits/kinds/fleet-kinds.ts';

/**
 * The format of keys, values, requests and replies. A release with another format must have another number:
 * it has other keys then, and the two count side by side.
 */
export const formatVersion = 1;

/** Limits that are acquired together: the common limits, or those of a group. */
export interface LimitSetDefinition {
  readonly id: string;
  readonly constraints: readonly Constraint[];
}

/** One request to the script. Durations are whole microseconds, except `keep`. */
export interface FleetRequest {
  readonly process: string;
  /** Rises with every request: a request that an offline client queued has no effect after a later one. */
  readonly sequence: number;
  /** The epoch of the store's state that this process knows; empty before the first reply. */
  readonly epoch: string;
  readonly limits: readonly LimitReport[];
  /** By limit set: the pause that the service requested; -1 clears the pause of the fleet. */
  readonly pauses: readonly number[];
  /**
   * The demand, in the order of starts: 1-based index of the group's limit set (0: none), cost, and count.
   */
  readonly ask: readonly (readonly [limitSet: number, cost: number, count: number])[];
  /** When this process sends its next request if the store knows no time. */
  readonly poll: number;
  /** How late that request may be and still find this process's share. */
  readonly patience: number;
  readonly lease: number;
  /** How long the store has been unavailable to this process; 0 while it is available. */
  readonly away: number;
  /**
   * How long a store grants nothing after it lost its state or was unavailable: every process reports first.
   */
  readonly settle: number;
  /** Milliseconds until the state of an inactive fleet expires. */
  readonly keep: number;
  readonly leaving: boolean;
}

/** One process's usage of one limit. */
export interface LimitReport {
  readonly open: number;
  /** Cost finished since the process started. */
  readonly total: number;
  /** Flat pairs of age and cost, oldest first; at least everything that the store has not acknowledged. */
  readonly finished: readonly number[];
}

export interface FleetReply {
  readonly epoch: string;
  /** The request arrived after a later one, and had no effect. */
  readonly stale: boolean;
  /** The store has lost the state of this process; the request had no effect. */
  readonly lost: boolean;
  /** By entry of `ask`: how many calls may start. */
  readonly grants: readonly number[];
  /** By limit set: microseconds until the next start; 0 without a wait, -1 when it depends on a finish. */
  readonly waits: readonly number[];
  readonly pauses: readonly number[];
  /** By limit: the fleet's usage. */
  readonly used: readonly number[];
  /** The number of other waiting processes. */
  readonly waiting: number;
}

/** @throws SyntaxError for a text that the script never returns. */
export function readReply(text: string): FleetReply {
  const reply = JSON.parse(text) as Partial<FleetReply>;
  if (typeof reply.epoch !== 'string') throw new SyntaxError('not a reply of the limiter script');
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

/** The keys of a shared limiter, all in one cluster slot, and its limit sets in the script's JSON. */
export function describeLimit(
  prefix: string,
  key: string,
  limitSets: readonly LimitSetDefinition[],
): { keys: string[]; limitSets: string } {
  const name = `${prefix}:v${formatVersion}:{${key}}`;
  const keys = [`${name}:numbers`, `${name}:leases`, `${name}:accounts`, `${name}:waiters`];
  const described = limitSets.map(({ id, constraints }) => {
    const names = constraints.map((constraint) => `${id}/${fleetKindOf(constraint).nameOf(constraint)}`);
    const limits = constraints.map((constraint, index) => {
      const kind = fleetKindOf(constraint);
      const duplicates = names.slice(0, index).filter((other) => other === names[index]).length;
      const limit = {
        id: `${names[index]}${duplicates > 0 ? `#${duplicates}` : ''}`,
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
