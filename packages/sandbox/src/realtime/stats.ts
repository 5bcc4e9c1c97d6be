/** Counters since the start, and current gauges. */
export interface RealtimeStats {
  /** Current. */
  readonly connections: number;
  /** Current. */
  readonly channels: number;
  readonly connectionsAccepted: number;
  readonly connectionsRefused: number;
  readonly framesReceived: number;
  readonly framesSent: number;
  readonly subscriptionsAccepted: number;
  readonly subscriptionsRefused: number;
  readonly eventsPublished: number;
  readonly clientEvents: number;
  readonly requests: number;
  readonly requestsRefused: number;
  readonly webhooksDelivered: number;
  readonly webhooksFailed: number;
}

export type RealtimeCounters = {
  -readonly [Name in Exclude<keyof RealtimeStats, 'connections' | 'channels'>]: number;
};

export function createCounters(): RealtimeCounters {
  return {
    connectionsAccepted: 0,
    connectionsRefused: 0,
    framesReceived: 0,
    framesSent: 0,
    subscriptionsAccepted: 0,
    subscriptionsRefused: 0,
    eventsPublished: 0,
    clientEvents: 0,
    requests: 0,
    requestsRefused: 0,
    webhooksDelivered: 0,
    webhooksFailed: 0,
  };
}
