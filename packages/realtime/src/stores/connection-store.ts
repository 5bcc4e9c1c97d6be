import type { OrgError } from '@org/core';
import type { RealtimeState } from '../channels/realtime-events.ts';
import type { ClientScope } from './client-scope.ts';
import type { Store } from './store.ts';

/** The connection at a moment. @public */
export interface ConnectionSnapshot {
  /** The state of the connection. On a server it is `idle`. */
  readonly state: RealtimeState;
  /** While connected: the channels that wait for another attempt after a temporary failure. */
  readonly waiting: number;
  /** The cause, while reconnecting, suspended or failed. */
  readonly error: OrgError | undefined;
  /** The delay before the next attempt to connect. */
  readonly retryInMs: number | undefined;
}

const onServer: ConnectionSnapshot = { state: 'idle', waiting: 0, error: undefined, retryInMs: undefined };

/** The connection, and how many channels wait. */
export function createConnectionStore(scope: ClientScope): Store<ConnectionSnapshot> {
  const read = (): ConnectionSnapshot => {
    const { client, parts } = scope;
    const connection = parts?.connection;
    return {
      state: client.state,
      waiting: client.state === 'connected' ? (parts?.subscriptions.waiting ?? 0) : 0,
      error: connection && 'loss' in connection.state ? connection.lastError : undefined,
      retryInMs: connection && 'pace' in connection.state ? connection.retryInMs : undefined,
    };
  };
  let snapshot: ConnectionSnapshot | undefined;
  return {
    getSnapshot: () => (snapshot ??= read()),
    getServerSnapshot: () => onServer,
    subscribe(changed) {
      snapshot = read();
      const update = () => {
        snapshot = read();
        changed();
      };
      const offs = [
        scope.client.on('state', update),
        // The event of the state has the first channel that waits, not how many follow.
        scope.client.on('channel', () => read().waiting !== snapshot?.waiting && update()),
      ];
      return () => {
        for (const off of offs) off();
      };
    },
  };
}
