export const hostedLimits = {
  /** Characters of a channel name, prefix included. */
  channelNameLength: 200,
  eventNameLength: 200,
  /** UTF-8 bytes of one event's data text. */
  eventDataBytes: 10_240,
  channelsPerTrigger: 100,
  eventsPerBatch: 10,
  /** Distinct users of one presence channel. */
  presenceMembers: 100,
  /** UTF-8 bytes of `user_info` as JSON. */
  presenceUserBytes: 1_024,
  presenceUserIdLength: 128,
  /** For each connection. */
  clientEventsPerSecond: 10,
  watchlistUsers: 100,

  /** Open connections. The next is closed with 4004. */
  connections: 4_000,
  channels: 20_000,
  channelsPerConnection: 2_000,
  /** Bytes of one WebSocket message from a client. */
  frameBytes: 64 * 1024,
  /** Of one client. A faster one is closed with 1008. */
  framesPerSecond: 5_000,
  /** Bytes for a client that does not read. Above it the connection is cut. */
  bufferedBytes: 8 * 1024 * 1024,
  /** Bytes of one REST body. */
  requestBytes: 1024 * 1024,
  /** Cache channels. The oldest is dropped. */
  cachedChannels: 1_000,
  /** Events of one channel that a client can get after a reconnect. */
  recoveryEvents: 100,
  /** Channels with such events. The oldest is dropped. */
  recoveryChannels: 1_000,
  /** Characters of the events that are kept for recovery, in all channels. */
  recoveryBytes: 32 * 1024 * 1024,
  /** Activity entries kept for `recentEvents`. */
  recentEvents: 200,
  /** Webhook events that wait. Above it new ones are dropped and counted. */
  pendingWebhooks: 1_000,
};

/** The limits of a service. The first group is the hosted service's; the second bounds this process. */
export type RealtimeLimits = Readonly<typeof hostedLimits>;
