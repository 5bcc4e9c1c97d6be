import type { Connection } from '../connection.ts';

/** The member of a presence subscription, from its signed `channel_data`. */
export interface PresenceMember {
  /** As received: a number stays a number in `ids`. */
  readonly id: string | number;
  readonly info: unknown;
}

interface Seat {
  readonly member: PresenceMember;
  readonly connections: Set<Connection>;
}

/** The distinct users of one presence channel. A user stays until its last connection leaves. */
export type PresenceRoster = ReturnType<typeof createPresenceRoster>;

export function createPresenceRoster() {
  const seats = new Map<string, Seat>();
  const members = new Map<Connection, PresenceMember>();
  return {
    get size() {
      return seats.size;
    },
    has: (userId: string) => seats.has(userId),
    /** Returns `true` for a new user. */
    join(connection: Connection, member: PresenceMember) {
      const key = String(member.id);
      members.set(connection, member);
      const seat = seats.get(key);
      if (seat === undefined) seats.set(key, { member, connections: new Set([connection]) });
      else seat.connections.add(connection);
      return seat === undefined;
    },
    /** Returns the user that left with its last connection, if any. */
    leave(connection: Connection) {
      const member = members.get(connection);
      if (member === undefined) return undefined;
      members.delete(connection);
      const key = String(member.id);
      const seat = seats.get(key);
      seat?.connections.delete(connection);
      return seat?.connections.size === 0 && seats.delete(key) ? key : undefined;
    },
    memberOf: (connection: Connection) => members.get(connection),
    userIds: () => [...seats.keys()],
    snapshot: () => takeSnapshot([...seats.values()].map((seat) => seat.member)),
  };
}

/** The `presence` object of a successful subscription. */
function takeSnapshot(members: readonly PresenceMember[]) {
  // Without a prototype, because a user id may be `__proto__`.
  const hash: Record<string, unknown> = Object.create(null);
  for (const { id, info } of members) hash[String(id)] = info ?? null;
  return { count: members.length, ids: members.map(({ id }) => id), hash };
}
