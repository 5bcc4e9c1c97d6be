import { isRecord } from '../../internal/json.ts';
import { isProtocolEvent } from '../../protocol/event-name.ts';
import type { ChannelEvent } from '../channel.ts';

/** Reads the result of the caller's `refetch`. @throws TypeError */
export function refetchedEvents(given: unknown, channel: string, nowMs: number): readonly ChannelEvent[] {
  if (typeof given !== 'object' || given === null || !(Symbol.iterator in given))
    throw new TypeError('refetch must resolve with an array of { name, data }.');
  return [...(given as Iterable<unknown>)].map((event) => toChannelEvent(event, channel, nowMs));
}

function toChannelEvent(given: unknown, channel: string, nowMs: number): ChannelEvent {
  const { name, data, userId } = isRecord(given) ? given : {};
  if (typeof name !== 'string' || name === '' || isProtocolEvent(name))
    throw new TypeError('An event of refetch has no name: return { name, data }.');
  return {
    name,
    channel,
    data,
    ...(typeof userId === 'string' && { userId }),
    receivedAt: new Date(nowMs),
    refetched: true,
  };
}
