import { setTimeout as sleep } from 'node:timers/promises';
import { type Given, readSince, type SandboxApi, type Tool } from './tool.ts';

/** What `GET /api/channels` has of it. */
interface ChannelsView {
  readonly channels: readonly { readonly name: string }[];
  /** Newest first. */
  readonly activity: readonly Activity[];
}

interface Activity {
  readonly at: string;
  readonly kind: string;
  readonly channel?: string;
  readonly event?: string;
}

const pauseMs = 100;

/** The events since an instant; if there are none, those that come in time. */
async function watch(api: SandboxApi, given: Given, signal: AbortSignal) {
  const { channel, event, timeoutMs = 10_000 } = given;
  const since = readSince(given['since']) ?? Date.now();
  const end = performance.now() + Number(timeoutMs);
  for (;;) {
    const { channels, activity } = await api.get<ChannelsView>('/api/channels');
    const events = activity
      .filter(({ kind, at }) => kind.endsWith('event') && Date.parse(at) >= since)
      .filter((each) => each.channel === channel && (event === undefined || each.event === event))
      .reverse();
    if (events.length > 0 || performance.now() >= end)
      return { channel, subscribed: channels.find(({ name }) => name === channel) ?? null, events };
    await sleep(pauseMs, undefined, { signal });
  }
}

/** Channels of the realtime service. */
export const channelTools: readonly Tool[] = [
  {
    name: 'watch_channel',
    description:
      'The events on a channel since an instant, oldest first, or the next ones; and its subscribers. ' +
      'Without any event in time, the list is empty.',
    arguments: {
      channel: { type: 'string', description: 'Its name: private-orders' },
      event: { type: 'string', description: 'Only events of this name' },
      since: { type: 'string', description: 'An instant: 2026-11-29T12:00:00Z. Default now' },
      timeoutMs: { type: 'integer', minimum: 0, maximum: 120_000, description: 'Default 10000' },
    },
    required: ['channel'],
    isReadOnly: true,
    run: watch,
  },
];
