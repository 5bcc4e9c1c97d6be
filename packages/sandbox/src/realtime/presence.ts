import type { Connection } from './connection.ts';

/** Who a presence subscription belongs to, as its signed `channel_data` says. */
export interface PresenceMember {
  /** As the client sent it: numbers are accepted, and stay numbers in `ids`. */
  readonly id: string | number;
  readonly info: unknown;
}

/** The `presence` object of a successful subscription. */
export interface PresenceSnapshot {
  readonly count: number;
  readonly ids: readonly (string | number)[];
  readonly hash: Readonly<Record<string, unknown>>;
}

/** The distinct users of one presence channel; a user stays until the last of its connections leaves. */
export interface PresenceRoster {
  readonly size: number;
  has(userId: string): boolean;
  /** `true` when the user was not here before. */
  join(connection: Connection, member: PresenceMember): boolean;
  /** The user that left for good, if one did. */
  leave(connection: Connection): string | undefined;
  memberOf(connection: Connection): PresenceMember | undefined;
  userIds(): readonly string[];
  snapshot(): PresenceSnapshot;
}

interface Seat {
  readonly member: PresenceMember;
  readonly connections: Set<Connection>;
}

export function createPresenceRoster(): PresenceRoster {
  const seats = new Map<string, Seat>();
  const members = new Map<Connection, PresenceMember>();
  return {
    get size() {
      return seats.size;
    },
    has: (userId) => seats.has(userId),
    join(connection, member) {
      const key = String(member.id);
      members.set(connection, member);
      const seat = seats.get(key);
      if (seat === undefined) seats.set(key, { member, connections: new Set([connection]) });
      else seat.connections.add(connection);
      return seat === undefined;
    },
    leave(connection) {
      const member = members.get(connection);
      if (member === undefined) return undefined;
      members.delete(connection);
      const key = String(member.id);
      const seat = seats.get(key);
      seat?.connections.delete(connection);
      return seat?.connections.size === 0 && seats.delete(key) ? key : undefined;
    },
    memberOf: (connection) => members.get(connection),
    userIds: () => [...seats.keys()],
    snapshot: () => takeSnapshot([...seats.values()].map((seat) => seat.member)),
  };
}

function takeSnapshot(members: readonly PresenceMember[]): PresenceSnapshot {
  // Without a prototype: a user may be called `__proto__`.
  const hash: Record<string, unknown> = Object.create(null);
  for (const { id, info } of members) hash[String(id)] = info ?? null;
  return { count: members.length, ids: members.map(({ id }) => id), hash };
}
