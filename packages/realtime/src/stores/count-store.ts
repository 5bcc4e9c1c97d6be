import type { Channel } from '../channels/channel.ts';
import type { ClientScope } from './client-scope.ts';
import type { Store } from './store.ts';

/** Subscriptions to a channel in all clients. */
export function createCountStore(
  scope: ClientScope,
  channel: Channel | undefined,
): Store<number | undefined> {
  return {
    subscribe: (changed) =>
      scope.client.on('subscription-count', (event) => event.channel === channel?.name && changed()),
    getSnapshot: () => channel?.subscriptionCount,
    getServerSnapshot: () => undefined,
  };
}
