import { useMemo } from 'react';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes } from '../channels/event-types.ts';
import type { NoTarget } from '../stores/channel-store.ts';
import { createCountStore } from '../stores/count-store.ts';
import { useScope } from './provider.ts';
import { useSyncExternalStore } from './react.ts';
import { type ChannelSource, type UseChannelResult, useSource } from './use-channel.ts';

/**
 * Subscriptions to a channel in all clients, if the app has this event enabled. It is `undefined` before the
 * first count and on a server. @public
 */
export function useSubscriptionCount<Name extends string, Events extends EventTypes>(
  channel: UseChannelResult<Name, Events>,
): number | undefined;
/** The subscriptions to the channel of a definition, or of a name. */
export function useSubscriptionCount(
  target: ChannelDefinition<string, EventSchemas> | string | NoTarget,
): number | undefined;
export function useSubscriptionCount(source: ChannelSource): number | undefined {
  const scope = useScope();
  const { channel } = useSource(source);
  const store = useMemo(() => createCountStore(scope, channel), [scope, channel]);
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
}
