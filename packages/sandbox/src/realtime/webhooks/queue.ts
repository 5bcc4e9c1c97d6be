import type { RealtimeClock } from '../clock.ts';
import type { WebhookEvent } from './target.ts';

/** Collects events until they are due. */
export interface WebhookQueue {
  emit(event: WebhookEvent): void;
  close(): void;
}

export interface WebhookQueueOptions {
  readonly clock: RealtimeClock;
  /** The delay of departures, which are dropped if the client returns in this time. */
  readonly delayMs: number;
  /** Events in this time share one delivery; 0 delivers each alone. */
  readonly batchMs: number;
  readonly capacity: number;
  deliver(events: readonly WebhookEvent[]): void;
  /** An event was dropped, because the queue is full. */
  overflow(event: WebhookEvent): void;
}

export function createWebhookQueue(options: WebhookQueueOptions): WebhookQueue {
  const { clock, delayMs, batchMs, capacity, deliver } = options;
  const departures = new Map<string, () => void>();
  let batch: WebhookEvent[] = [];
  let cancelBatch: (() => void) | undefined;

  const release = (event: WebhookEvent): void => {
    if (batchMs <= 0) return void deliver([event]);
    if (batch.length >= capacity) return void options.overflow(event);
    batch.push(event);
    cancelBatch ??= clock.after(batchMs, () => {
      const events = batch;
      batch = [];
      cancelBatch = undefined;
      deliver(events);
    });
  };

  return {
    emit(event) {
      const subject = departureSubject(event);
      const isDeparture = event.name === 'channel_vacated' || event.name === 'member_removed';
      if (subject === undefined || delayMs <= 0) return release(event);
      const cancel = departures.get(subject);
      departures.delete(subject);
      cancel?.();
      if (!isDeparture) {
        if (cancel === undefined) release(event); // otherwise the client returned in time
        return;
      }
      if (departures.size >= capacity) return options.overflow(event);
      departures.set(
        subject,
        clock.after(delayMs, () => {
          departures.delete(subject);
          release(event);
        }),
      );
    },
    close() {
      cancelBatch?.();
      for (const cancel of departures.values()) cancel();
      departures.clear();
      batch = [];
    },
  };
}

/** The subject of an arrival or departure; `undefined` for other events. */
function departureSubject({ name, channel, user_id }: WebhookEvent): string | undefined {
  if (name === 'channel_occupied' || name === 'channel_vacated') return channel;
  if (name === 'member_added' || name === 'member_removed') return `${channel} ${user_id}`;
  return undefined;
}
