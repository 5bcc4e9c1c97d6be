import type { Connection } from '../connection.ts';
import type { Frame } from '../frames.ts';
import { type ChannelTraits, readChannelTraits } from './channel-name.ts';
import { createPresenceRoster, type PresenceRoster } from './presence.ts';

/** An occupied channel. */
export interface Channel {
  readonly name: string;
  readonly traits: ChannelTraits;
  readonly subscribers: Set<Connection>;
  /** Empty and unused unless the channel is a presence channel. */
  readonly roster: PresenceRoster;
  /** Whether the webhook about an empty cache was sent since the last event. */
  isMissReported: boolean;
}

/** The occupied channels. The first subscriber creates a channel, the last one removes it. */
export type ChannelRegistry = ReturnType<typeof createChannelRegistry>;

export function createChannelRegistry() {
  const channels = new Map<string, Channel>();
  return {
    get size() {
      return channels.size;
    },
    find: (name: string) => channels.get(name),
    list: () => [...channels.values()],
    /** Adds a subscriber, and the channel if needed. */
    join(name: string, connection: Connection) {
      const channel = channels.get(name) ?? createChannel(name);
      channels.set(name, channel);
      channel.subscribers.add(connection);
      connection.channels.add(name);
      return channel;
    },
    /** Removes a subscriber. Returns the channel, if it was subscribed. */
    leave(name: string, connection: Connection) {
      const channel = channels.get(name);
      connection.channels.delete(name);
      if (channel === undefined || !channel.subscribers.delete(connection)) return undefined;
      if (channel.subscribers.size === 0) channels.delete(name);
      return channel;
    },
  };
}

/** Sends one frame to all subscribers but one. Returns the number of receivers. */
export function broadcast(channel: Channel, frame: Frame, except?: Connection): number {
  let receivers = 0;
  for (const connection of [...channel.subscribers]) {
    if (connection === except) continue;
    connection.send(frame);
    receivers += 1;
  }
  return receivers;
}

function createChannel(name: string): Channel {
  return {
    name,
    traits: readChannelTraits(name),
    subscribers: new Set(),
    roster: createPresenceRoster(),
    isMissReported: false,
  };
}
