import type { RealtimeClient } from '../realtime-client.ts';
import { type ConnectionSnapshot, createConnectionStore } from '../stores/connection-store.ts';
import { createUserStore, type UserSnapshot } from '../stores/user-store.ts';
import { type Readable, readable, scopeOf } from './readable.ts';

/**
 * The connection, and how many channels wait for another attempt. @public
 *
 * @example
 * export const connection = connectionStore(realtime); // in a component: {$connection.state}
 */
export function connectionStore(client: RealtimeClient): Readable<ConnectionSnapshot> {
  return readable(createConnectionStore(scopeOf(client)));
}

/** Signs the user in, which needs the option `authenticate` of the client. @public */
export function userStore(client: RealtimeClient): Readable<UserSnapshot> {
  return readable(createUserStore(scopeOf(client)));
}
