import type { RealtimeContext } from '../context.ts';
import type { ChannelKind } from './channel-name.ts';

/** A snapshot of an occupied channel. */
export interface ChannelSnapshot {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly subscriptionCount: number;
  /** Distinct users; empty unless it is a presence channel. */
  readonly userIds: readonly string[];
  /** The last event of a cache channel. */
  readonly cached?: { readonly event: string; readonly data: string; readonly expiresAt: Date };
}

export function snapshotChannels({ channels, cache }: RealtimeContext): readonly ChannelSnapshot[] {
  return channels.list().map(({ name, traits, subscribers, roster }) => {
    const cached = traits.isCache ? cache.read(name) : undefined;
    return {
      name,
      kind: traits.kind,
      subscriptionCount: subscribers.size,
      userIds: roster.userIds(),
      ...(cached && {
        cached: { event: cached.event, data: cached.data, expiresAt: new Date(cached.expiresAt) },
      }),
    };
  });
}
