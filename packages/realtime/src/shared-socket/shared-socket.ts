import type { OpenSocket } from '../connection/socket.ts';
import { readOptions } from '../internal/read-options.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import { type TabPlatform, tabGroup } from './tab-group.ts';
import { TabSocket } from './tab-socket.ts';

/** Options of `sharedSocket`. @public */
export interface SharedSocketOptions {
  /**
   * Tabs with the same name, app key and address share a connection. A connection belongs to one user, so
   * include the id of a user who signs in: `{ name: user.id }`.
   *
   * @defaultValue ''
   */
  readonly name?: string | undefined;
}

/**
 * The value of a client's option `socket` with which the tabs of a browser share one connection. It uses Web
 * Locks and BroadcastChannel; where they lack, each client has a connection of its own. @public
 *
 * @example
 * const socket = sharedSocket({ name: user.id }); // tabs of one user share a connection
 * const realtime = createRealtimeClient({ key: 'app-key', cluster: 'eu', socket });
 *
 * @throws InvalidInputError for a `name` that is not text
 */
export function sharedSocket(options?: SharedSocketOptions): OpenSocket {
  const { name } = readOptions('sharedSocket()', options, { name: '' });
  if (typeof name !== 'string') throw wrongInput('name', 'name must be a text.');
  return shareOn(findPlatform, name);
}

export function shareOn(platform: () => TabPlatform | undefined, name: string): OpenSocket {
  const open: OpenSocket = (url, listener, socketOptions) => {
    const found = platform();
    if (found === undefined) return socketOptions.openDefault(url, listener, socketOptions);
    // The number is that of the messages between tabs: other versions do not share.
    const group = tabGroup(found, JSON.stringify(['@org/realtime', 1, name, url]));
    return new TabSocket(group, url, listener, socketOptions);
  };
  return Object.assign(open, { isShared: true }); // which `recovery` refuses
}

/** Undefined outside of browsers: the clients of a server belong to different users. */
function findPlatform(): TabPlatform | undefined {
  const { BroadcastChannel, isSecureContext, navigator } = globalThis;
  if (isSecureContext !== true || typeof BroadcastChannel !== 'function') return undefined;
  return navigator.locks === undefined ? undefined : { BroadcastChannel, locks: navigator.locks };
}
