import type { Channel } from './pusher-channel.ts';

/** The channels of a `Pusher`. Laravel Echo reads `channels`. @public */
export class Channels {
  readonly channels: Record<string, Channel> = Object.create(null);

  /** The channel with this name. */
  find(name: string): Channel | undefined {
    return this.channels[name];
  }

  /** All channels, in the order of their first subscription. */
  all(): Channel[] {
    return Object.values(this.channels);
  }

  add(channel: Channel): Channel {
    this.channels[channel.name] = channel;
    return channel;
  }

  remove(name: string): void {
    delete this.channels[name];
  }
}
