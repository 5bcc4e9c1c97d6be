import type { RealtimeContext } from '../context.ts';
import { encodeEvent } from '../frames.ts';
import { readChannelTraits } from './channel-name.ts';
import { broadcast } from './channel-registry.ts';

/** One checked event for one channel. */
export interface Publication {
  readonly channel: string;
  readonly event: string;
  readonly data: string;
  /** A connection that does not receive it. */
  readonly exceptSocketId?: string;
}

/** Delivers an event of the application's server, and stores it for a cache channel. */
export function publish(
  context: RealtimeContext,
  { channel, event, data, exceptSocketId }: Publication,
): void {
  const { cache, channels, connections, counters, events, journal } = context;
  const plain = encodeEvent(event, data, channel);
  const frame = events?.append(channel, plain) ?? plain;
  if (readChannelTraits(channel).isCache) cache.store(channel, { event, data }, frame);
  const found = channels.find(channel);
  if (found !== undefined) {
    found.isMissReported = false;
    const except = exceptSocketId === undefined ? undefined : connections.get(exceptSocketId);
    broadcast(found, frame, except);
  }
  counters.eventsPublished += 1;
  journal.record('event', {
    channel,
    event,
    preview: data,
    ...(exceptSocketId !== undefined && { socketId: exceptSocketId }),
  });
}
