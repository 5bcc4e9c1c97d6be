import type { ChannelTraits } from './channel-name.ts';
import { readChannelTraits } from './channel-name.ts';
import type { Connection } from './connection.ts';
import type { Frame } from './frames.ts';
import type { PresenceRoster } from './presence.ts';
import { createPresenceRoster } from './presence.ts';

/** A channel while somebody is subscribed. */
export interface Channel {
  readonly name: string;
  readonly traits: ChannelTraits;
  readonly subscribers: Set<Connection>;
  /** Empty and unused unless the channel is a presence channel. */
  readonly roster: PresenceRoster;
  /** The webhook about an empty cache was sent, and nothing was published since. */
  isMissReported: boolean;
}

/** The occupied channels. A channel is made by its first subscriber and forgotten with its last. */
export interface ChannelRegistry {
  readonly size: number;
  find(name: string): Channel | undefined;
  list(): readonly Channel[];
  /** Adds a subscriber; the channel is made when needed. */
  join(name: string, connection: Connection): Channel;
  /** Removes a subscriber; the channel, if it was subscribed. */
  leave(name: string, connection: Connection): Channel | undefined;
}

export function createChannelRegistry(): ChannelRegistry {
  const channels = new Map<string, Channel>();
  return {
    get size() {
      return channels.size;
    },
    find: (name) => channels.get(name),
    list: () => [...channels.values()],
    join(name, connection) {
      const channel = channels.get(name) ?? createChannel(name);
      channels.set(name, channel);
      channel.subscribers.add(connection);
      connection.channels.add(name);
      return channel;
    },
    leave(name, connection) {
      const channel = channels.get(name);
      connection.channels.delete(name);
      if (channel === undefined || !channel.subscribers.delete(connection)) return undefined;
      if (channel.subscribers.size === 0) channels.delete(name);
      return channel;
    },
  };
}

/** Sends one frame to all subscribers but one; gives the number of receivers. */
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
