import type { RealtimeClock } from './clock.ts';

/** The kinds of activity. */
export type ActivityKind =
  | 'connected'
  | 'refused'
  | 'disconnected'
  | 'subscribed'
  | 'subscription-refused'
  | 'unsubscribed'
  | 'resumed'
  | 'signed-in'
  | 'event'
  | 'client-event'
  | 'request-refused'
  | 'webhook'
  | 'webhook-failed'
  | 'protocol-error';

/** One activity of the service, for people. */
export interface RealtimeActivity {
  /** The number of the entry. */
  readonly sequence: number;
  readonly at: Date;
  readonly kind: ActivityKind;
  readonly socketId?: string;
  readonly channel?: string;
  readonly event?: string;
  readonly userId?: string;
  /** The data of an event, cut after 2,000 characters. */
  readonly preview?: string;
  /** A reason or a status. */
  readonly detail?: string;
}

export type ActivityDetails = Omit<RealtimeActivity, 'sequence' | 'at' | 'kind'>;

const previewLength = 2_000;
const detailLength = 500;

export type Journal = ReturnType<typeof createJournal>;

export function createJournal(clock: RealtimeClock, capacity: number) {
  const entries: RealtimeActivity[] = [];
  const listeners = new Set<(activity: RealtimeActivity) => void>();
  let sequence = 0;
  return {
    record(kind: ActivityKind, details: ActivityDetails = {}) {
      sequence += 1;
      const activity = { sequence, at: new Date(clock.now()), kind, ...cut(details) };
      entries.push(activity);
      if (entries.length > capacity) entries.shift();
      for (const listener of [...listeners]) notify(listener, activity);
    },
    /** Oldest first. */
    list: () => [...entries],
    clear: () => void entries.splice(0),
    /** Returns the function that ends the subscription. */
    subscribe(listener: (activity: RealtimeActivity) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function cut(details: ActivityDetails): ActivityDetails {
  return {
    ...details,
    ...(details.preview !== undefined && { preview: details.preview.slice(0, previewLength) }),
    ...(details.detail !== undefined && { detail: details.detail.slice(0, detailLength) }),
    ...(details.channel !== undefined && { channel: details.channel.slice(0, detailLength) }),
    ...(details.event !== undefined && { event: details.event.slice(0, detailLength) }),
  };
}

// A listener that throws must not affect the client of the current frame.
function notify(listener: (activity: RealtimeActivity) => void, activity: RealtimeActivity): void {
  try {
    listener(activity);
  } catch {
    // The other listeners are called.
  }
}
