/** The limits of a service. The first group is the hosted service's; the second bounds this process. */
export interface RealtimeLimits {
  /** Characters of a channel name, prefix included. */
  readonly channelNameLength: number;
  readonly eventNameLength: number;
  /** UTF-8 bytes of one event's data text. */
  readonly eventDataBytes: number;
  readonly channelsPerTrigger: number;
  readonly eventsPerBatch: number;
  /** Distinct users of one presence channel. */
  readonly presenceMembers: number;
  /** UTF-8 bytes of `user_info` as JSON. */
  readonly presenceUserBytes: number;
  readonly presenceUserIdLength: number;
  /** For each connection. */
  readonly clientEventsPerSecond: number;
  readonly watchlistUsers: number;

  /** Open connections. The next is closed with 4004. */
  readonly connections: number;
  readonly channels: number;
  readonly channelsPerConnection: number;
  /** Bytes of one WebSocket message from a client. */
  readonly frameBytes: number;
  /** Of one client. A faster one is closed with 1008. */
  readonly framesPerSecond: number;
  /** Bytes for a client that does not read. Above it the connection is cut. */
  readonly bufferedBytes: number;
  /** Bytes of one REST body. */
  readonly requestBytes: number;
  /** Cache channels. The oldest is dropped. */
  readonly cachedChannels: number;
  /** Events of one channel that a client can get after a reconnect. */
  readonly recoveryEvents: number;
  /** Channels with such events. The oldest is dropped. */
  readonly recoveryChannels: number;
  /** Characters of the events that are kept for recovery, in all channels. */
  readonly recoveryBytes: number;
  /** Activity entries kept for `recentEvents`. */
  readonly recentEvents: number;
  /** Webhook events that wait. Above it new ones are dropped and counted. */
  readonly pendingWebhooks: number;
}

export const hostedLimits: RealtimeLimits = {
  channelNameLength: 200,
  eventNameLength: 200,
  eventDataBytes: 10_240,
  channelsPerTrigger: 100,
  eventsPerBatch: 10,
  presenceMembers: 100,
  presenceUserBytes: 1_024,
  presenceUserIdLength: 128,
  clientEventsPerSecond: 10,
  watchlistUsers: 100,

  connections: 4_000,
  channels: 20_000,
  channelsPerConnection: 2_000,
  frameBytes: 64 * 1024,
  framesPerSecond: 5_000,
  bufferedBytes: 8 * 1024 * 1024,
  requestBytes: 1024 * 1024,
  cachedChannels: 1_000,
  recoveryEvents: 100,
  recoveryChannels: 1_000,
  recoveryBytes: 32 * 1024 * 1024,
  recentEvents: 200,
  pendingWebhooks: 1_000,
};
