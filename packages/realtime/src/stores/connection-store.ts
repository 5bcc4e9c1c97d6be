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
    const { channels, state } = scope.client;
    const waiting = state === 'connected' ? channels.filter((channel) => channel.state === 'waiting') : [];
    return { ...onServer, state, waiting: waiting.length };
  };
  let snapshot: ConnectionSnapshot | undefined;
  return {
    getSnapshot: () => (snapshot ??= read()),
    getServerSnapshot: () => onServer,
    subscribe(changed) {
      snapshot = read();
      return scope.client.on('state', ({ error, retryInMs, state, waiting = 0 }) => {
        snapshot = { error, retryInMs, state, waiting };
        changed();
      });
    },
  };
}
