import type { OrgError } from '@org/core';
import { computed, type Ref } from 'vue';
import type { RealtimeState } from '../channels/realtime-events.ts';
import { createConnectionStore } from '../stores/connection-store.ts';
import { createCountStore } from '../stores/count-store.ts';
import { useScope } from './plugin.ts';
import { type ChannelSource, useSource } from './use-channel.ts';
import { useSnapshot } from './use-snapshot.ts';

/** The connection in a component. @public */
export interface UseConnectionResult {
  /** The state of the connection. On a server it is `idle`. */
  readonly state: Readonly<Ref<RealtimeState>>;
  /** While connected: the channels that wait for another attempt after a temporary failure. */
  readonly waiting: Readonly<Ref<number>>;
  /** The cause, while reconnecting, suspended or failed. */
  readonly error: Readonly<Ref<OrgError | undefined>>;
  /** The delay before the next attempt to connect. */
  readonly retryInMs: Readonly<Ref<number | undefined>>;
}

/** The connection, and how many channels wait for another attempt. @public */
export function useConnection(): UseConnectionResult {
  const scope = useScope();
  const snapshot = useSnapshot(() => createConnectionStore(scope));
  return {
    state: computed(() => snapshot.value.state),
    waiting: computed(() => snapshot.value.waiting),
    error: computed(() => snapshot.value.error),
    retryInMs: computed(() => snapshot.value.retryInMs),
  };
}

/** The state of the connection. On a server it is `idle`. @public */
export function useConnectionState(): Readonly<Ref<RealtimeState>> {
  return useConnection().state;
}

/**
 * Subscriptions to a channel in all clients, if the app has this event enabled; `undefined` before the first
 * count and on a server. It takes what `useEvent` takes. @public
 */
export function useSubscriptionCount(source: ChannelSource): Readonly<Ref<number | undefined>> {
  const scope = useScope();
  const { channel } = useSource(source);
  return useSnapshot(() => createCountStore(scope, channel.value));
}
