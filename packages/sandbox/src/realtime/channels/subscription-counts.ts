import type { RealtimeClock } from '../clock.ts';
import { encodeJsonEvent } from '../frames.ts';
import type { WebhookQueue } from '../webhooks/queue.ts';
import { broadcast, type Channel } from './channel-registry.ts';

// "Above 100 subscribers at most every 5 s": Pusher Channels, Subscription count events.
const crowdedFrom = 100;
const crowdedPauseMs = 5_000;

/** Sends the number of subscribers to non-presence channels. */
export type SubscriptionCounts = ReturnType<typeof createSubscriptionCounts>;

export function createSubscriptionCounts(clock: RealtimeClock, webhooks: WebhookQueue, isEnabled: boolean) {
  const pending = new Map<string, { latest: Channel; readonly cancel: () => void }>();

  const announce = (channel: Channel): void => {
    const count = channel.subscribers.size;
    const frame = encodeJsonEvent(
      'pusher_internal:subscription_count',
      { subscription_count: count },
      channel.name,
    );
    broadcast(channel, frame);
    webhooks.emit({ name: 'subscription_count', channel: channel.name, subscription_count: count });
  };

  return {
    /** Call it after each subscribe and unsubscribe. */
    changed(channel: Channel) {
      if (!isEnabled || channel.traits.kind === 'presence' || channel.name.startsWith('#')) return;
      const waiting = pending.get(channel.name);
      if (waiting !== undefined) {
        waiting.latest = channel; // the channel may have been removed and created again
        return;
      }
      if (channel.subscribers.size <= crowdedFrom) return void announce(channel);
      const cancel = clock.after(crowdedPauseMs, () => {
        const { latest } = pending.get(channel.name) ?? { latest: channel };
        pending.delete(channel.name);
        announce(latest);
      });
      pending.set(channel.name, { latest: channel, cancel });
    },
    close() {
      for (const { cancel } of pending.values()) cancel();
      pending.clear();
    },
  };
}
