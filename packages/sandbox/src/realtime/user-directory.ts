import type { Connection, SignedInUser } from './connection.ts';
import { encodeObjectEvent } from './frames.ts';

type UserStatus = 'online' | 'offline';

/** Signed-in users, their connections, and their watchlists. */
export type UserDirectory = ReturnType<typeof createUserDirectory>;

export function createUserDirectory() {
  const byUser = new Map<string, Set<Connection>>();
  const watchers = new Map<string, Set<Connection>>();

  const tellWatchers = (userId: string, status: UserStatus): void => {
    for (const watcher of [...(watchers.get(userId) ?? [])]) watcher.send(encodeStatus([[status, [userId]]]));
  };

  const tellCurrentStatus = (connection: Connection, watchlist: readonly string[]): void => {
    if (watchlist.length === 0) return;
    const online = watchlist.filter((userId) => byUser.has(userId));
    const offline = watchlist.filter((userId) => !byUser.has(userId));
    connection.send(
      encodeStatus([
        ['online', online],
        ['offline', offline],
      ]),
    );
  };

  const unwatch = (connection: Connection): void => {
    for (const watched of connection.user?.watchlist ?? []) removeFrom(watchers, watched, connection);
  };

  return {
    connectionsOf: (userId: string) => [...(byUser.get(userId) ?? [])],
    isOnline: (userId: string) => byUser.has(userId),
    /**
     * Makes `user` the user of a connection, notifies the user's watchers, and sends the connection its
     * watchlist. A repeated sign-in replaces the watchlist, and the watchers notice nothing.
     */
    add(connection: Connection, user: SignedInUser) {
      unwatch(connection);
      connection.user = user;
      if (addTo(byUser, user.id, connection)) tellWatchers(user.id, 'online');
      for (const watched of user.watchlist) addTo(watchers, watched, connection);
      tellCurrentStatus(connection, user.watchlist);
    },
    remove(connection: Connection) {
      const { user } = connection;
      if (user === undefined) return;
      unwatch(connection);
      if (removeFrom(byUser, user.id, connection)) tellWatchers(user.id, 'offline');
    },
  };
}

function encodeStatus(statuses: readonly (readonly [status: UserStatus, userIds: readonly string[]])[]) {
  const events = statuses
    .filter(([, userIds]) => userIds.length > 0)
    .map(([name, user_ids]) => ({ name, user_ids }));
  return encodeObjectEvent('pusher_internal:watchlist_events', { events });
}

/** Returns `true` for the first of its key. */
function addTo(groups: Map<string, Set<Connection>>, key: string, connection: Connection): boolean {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([connection]));
  else group.add(connection);
  return group === undefined;
}

/** Returns `true` for the last of its key. */
function removeFrom(groups: Map<string, Set<Connection>>, key: string, connection: Connection): boolean {
  const group = groups.get(key);
  group?.delete(connection);
  return group?.size === 0 && groups.delete(key);
}
