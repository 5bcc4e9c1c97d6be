import type { ChannelSnapshot } from './channels/channel-snapshot.ts';
import type { RealtimeActivity } from './journal.ts';

/** Options of a wait for a subscriber. */
export interface SubscriberWait {
  /** Only this member of a presence channel. */
  readonly userId?: string;
  readonly signal?: AbortSignal;
  /** @default 10 000 */
  readonly timeoutMs?: number;
}

/** The parts of a service that the wait reads. */
export interface SubscriberSource {
  channels(): readonly ChannelSnapshot[];
  subscribe(listener: (activity: RealtimeActivity) => void): () => void;
}

/** Resolves when the channel has a subscriber; rejects with the channels that have one. */
export async function waitForSubscriber(
  service: SubscriberSource,
  channel: string,
  { userId, signal, timeoutMs = 10_000 }: SubscriberWait = {},
): Promise<ChannelSnapshot> {
  const find = () =>
    service
      .channels()
      .find(({ name, userIds }) => name === channel && (userId === undefined || userIds.includes(userId)));
  signal?.throwIfAborted();
  const present = find();
  if (present) return present;
  const refusals: string[] = [];
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      unsubscribe();
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const onAbort = (): void => settle(() => reject(signal?.reason));
    const timer = setTimeout(() => {
      const who = userId === undefined ? 'No client' : `No client of the user ${userId}`;
      const missing = `${who} subscribed to ${channel} within ${timeoutMs} ms.`;
      settle(() => reject(new Error([missing, describeChannels(service.channels()), ...refusals].join(' '))));
    }, timeoutMs);
    const unsubscribe = service.subscribe((activity) => {
      if (activity.kind === 'subscription-refused' && activity.channel === channel)
        refusals[0] = `A subscription was refused: ${activity.detail}`;
      const found = find();
      if (found) settle(() => resolve(found));
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function describeChannels(channels: readonly ChannelSnapshot[]): string {
  if (channels.length === 0) return 'No channel has a subscriber.';
  const lines = channels.slice(0, 10).map(({ name, userIds }) => {
    const users = userIds.length === 0 ? '' : ` (users ${userIds.slice(0, 5).join(', ')})`;
    return `\n  ${name}${users}`;
  });
  return `${channels.length} channels have subscribers:${lines.join('')}`;
}
