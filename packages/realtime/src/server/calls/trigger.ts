import type { CallOptions } from '@org/core';
import { optionsBag, wrongInput } from '../../internal/wrong-input.ts';
import { channelKind, requireChannelName } from '../../protocol/channel-name.ts';
import { requireEventName } from '../../protocol/event-name.ts';
import { requireSocketId } from '../../protocol/socket-id.ts';
import type { AppCalls } from './app-calls.ts';
import { type ChannelInfo, joinInfo } from './channel-info.ts';
import type { ChannelCounts } from './decode.ts';
import { encodeEventData } from './event-data.ts';

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

export function trigger(
  calls: AppCalls,
  input: { readonly channels: unknown; readonly event: unknown; readonly data: unknown },
  options: TriggerOptions | undefined,
  maxEventBytes: number,
): Promise<ReadonlyMap<string, ChannelCounts>> {
  const { exceptSocketId, info, ...callOptions } = optionsBag('options', options);
  const request = {
    channels: requireChannels(input.channels),
    event: requireEventName(input.event),
    data: encodeEventData(input.data, maxEventBytes),
    ...recipients(exceptSocketId, info),
  };
  return calls.execute(({ triggerEvent }) => triggerEvent, request, callOptions);
}

export function triggerBatch(
  calls: AppCalls,
  events: readonly BatchEvent[],
  options: CallOptions | undefined,
  maxEventBytes: number,
): Promise<readonly ChannelCounts[]> {
  if (!Array.isArray(events)) throw wrongInput('events', 'events must be a list.');
  if (events.length === 0 || events.length > 10)
    throw wrongInput('events', `A batch has 1 to 10 events; this one has ${events.length}.`);
  const batch = Array.from(events, (item: BatchEvent | undefined) => ({
    channel: requireTarget(item?.channel),
    event: requireEventName(item?.event),
    data: encodeEventData(item?.data, maxEventBytes),
    ...recipients(item?.exceptSocketId, item?.info),
  }));
  return calls.execute(({ triggerBatch }) => triggerBatch, { events: batch }, options);
}

function requireChannels(channels: unknown): readonly string[] {
  const list = typeof channels === 'string' ? [channels] : channels;
  if (!Array.isArray(list))
    throw wrongInput('channels', 'channels must be a channel name, or a list of them.');
  if (list.length === 0 || list.length > 100)
    throw wrongInput('channels', `An event has 1 to 100 channels; this one has ${list.length}.`);
  return Array.from(list, requireTarget); // not `map`, which skips holes
}

function requireTarget(channel: unknown): string {
  const name = requireChannelName(channel);
  if (channelKind(name).encrypted)
    throw wrongInput('channel', 'End-to-end encrypted channels are not supported yet.');
  return name;
}

function recipients(exceptSocketId: string | undefined, info: readonly ChannelInfo[] | undefined) {
  const socketId = exceptSocketId === undefined ? undefined : requireSocketId(exceptSocketId);
  return { socketId, info: joinInfo(info) };
}
