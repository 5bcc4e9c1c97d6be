import type { CallOptions } from '@org/core';
import { optionsBag, wrongInput } from '../../internal/wrong-input.ts';
import { requireChannelName } from '../../protocol/channel-name.ts';
import { requireEventName } from '../../protocol/event-name.ts';
import { requireSocketId } from '../../protocol/socket-id.ts';
import type { AppCalls } from './app-calls.ts';
import { type ChannelInfo, joinInfo } from './channel-info.ts';
import type { ChannelCounts } from './decode.ts';
import { type EventEncoding, encodeEvent } from './encode-event.ts';

/** Options of `trigger`. @public */
export interface TriggerOptions extends CallOptions {
  /** A connection that does not receive the event, usually the one that caused it. */
  readonly exceptSocketId?: string | undefined;
  /** Counts of the channels, in the result. Each doubles the service's price. */
  readonly info?: readonly ChannelInfo[] | undefined;
}

/** One event of a batch. @public */
export interface BatchEvent {
  /** The channel of this event. */
  readonly channel: string;
  /** The event's name. */
  readonly event: string;
  /** Sent as JSON; text is sent unchanged. */
  readonly data: unknown;
  /** A connection that does not receive the event, usually the one that caused it. */
  readonly exceptSocketId?: string | undefined;
  /** Counts of the channel, in the result. Each doubles the service's price. */
  readonly info?: readonly ChannelInfo[] | undefined;
}

export async function trigger(
  calls: AppCalls,
  input: { readonly channels: unknown; readonly event: unknown; readonly data: unknown },
  options: TriggerOptions | undefined,
  encoding: EventEncoding,
): Promise<ReadonlyMap<string, ChannelCounts>> {
  const { exceptSocketId, info, ...callOptions } = optionsBag('options', options);
  const channels = requireChannels(input.channels);
  const request = {
    channels,
    event: requireEventName(input.event),
    data: await encodeEvent(encoding, channels, input.data),
    ...recipients(exceptSocketId, info),
  };
  return calls.execute(({ triggerEvent }) => triggerEvent, request, callOptions);
}

export async function triggerBatch(
  calls: AppCalls,
  events: readonly BatchEvent[],
  options: CallOptions | undefined,
  encoding: EventEncoding,
): Promise<readonly ChannelCounts[]> {
  if (!Array.isArray(events)) throw wrongInput('events', 'events must be a list.');
  if (events.length === 0 || events.length > 10)
    throw wrongInput('events', `A batch has 1 to 10 events; this one has ${events.length}.`);
  const batch = await Promise.all(Array.from(events, (item) => encodeItem(item, encoding)));
  return calls.execute(({ triggerBatch }) => triggerBatch, { events: batch }, options);
}

async function encodeItem(item: BatchEvent | undefined, encoding: EventEncoding) {
  const channel = requireChannelName(item?.channel);
  return {
    channel,
    event: requireEventName(item?.event),
    data: await encodeEvent(encoding, [channel], item?.data),
    ...recipients(item?.exceptSocketId, item?.info),
  };
}

function requireChannels(channels: unknown): readonly string[] {
  const list = typeof channels === 'string' ? [channels] : channels;
  if (!Array.isArray(list))
    throw wrongInput('channels', 'channels must be a channel name, or a list of them.');
  if (list.length === 0 || list.length > 100)
    throw wrongInput('channels', `An event has 1 to 100 channels; this one has ${list.length}.`);
  return Array.from(list, (name) => requireChannelName(name)); // not `map`, which skips holes
}

function recipients(exceptSocketId: string | undefined, info: readonly ChannelInfo[] | undefined) {
  const socketId = exceptSocketId === undefined ? undefined : requireSocketId(exceptSocketId);
  return { socketId, info: joinInfo(info) };
}
