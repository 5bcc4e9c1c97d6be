export function createCounters() {
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

export type RealtimeCounters = ReturnType<typeof createCounters>;

/** Counters since the start, and current gauges. */
export interface RealtimeStats extends Readonly<RealtimeCounters> {
  /** Current. */
  readonly connections: number;
  /** Current. */
  readonly channels: number;
}
