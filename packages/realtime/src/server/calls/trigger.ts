import type { CallOptions, OrgError } from '@org/core';
import type { ChannelDescription } from '../../channels/describe-channel.ts';
import type { EventSchemas } from '../../channels/event-types.ts';
import { isRecord } from '../../internal/json.ts';
import { optionsBag } from '../../internal/read-options.ts';
import { wrongInput } from '../../internal/wrong-input.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import { requireEventName } from '../../protocol/event-name.ts';
import { requireSocketId } from '../../protocol/socket-id.ts';
import { ownOptions } from '../own-options.ts';
import type { AppCalls } from './app-calls.ts';
import { type ChannelInfo, joinInfo } from './channel-info.ts';
import type { ChannelCounts } from './decode.ts';
import { type EventEncoding, encodeTexts } from './encode-event.ts';
import type { TriggerInput } from './operations.ts';
import { partialTrigger, slicesOf } from './split.ts';
import { userChannel } from './targets.ts';
import { isDefinition, validateEvent } from './validate-event.ts';

/** Options of `trigger`. @public */
export interface TriggerOptions extends CallOptions {
  /** A connection that does not receive the event, usually the one that caused it. */
  readonly exceptSocketId?: string | undefined;
  /** Counts of the channels, in the result. Each doubles the service's price. */
  readonly info?: readonly ChannelInfo[] | undefined;
  /**
   * Allows more than 100 channels: one call of several requests, one after the other. A failure after the
   * first is a `PartialTriggerError`.
   *
   * @defaultValue false
   */
  readonly split?: boolean | undefined;
}

/** Options of `triggerBatch`. @public */
export interface BatchOptions extends CallOptions {
  /**
   * Allows more than 10 events: one call of several requests, one after the other. A failure after the first
   * is a `PartialTriggerError`.
   *
   * @defaultValue false
   */
  readonly split?: boolean | undefined;
}

/** One event of a batch. @public */
export interface BatchEvent {
  /** The channel of this event, or its definition. */
  readonly channel: string | ChannelDescription<string, EventSchemas>;
  /** The event's name. */
  readonly event: string;
  /** Sent as JSON; text is sent unchanged. */
  readonly data: unknown;
  /** A connection that does not receive the event, usually the one that caused it. */
  readonly exceptSocketId?: string | undefined;
  /** Counts of the channel, in the result. Each doubles the service's price. */
  readonly info?: readonly ChannelInfo[] | undefined;
}

const maxChannels = 100;
const maxBatch = 10;

interface Event {
  readonly channels: unknown;
  readonly event: unknown;
  readonly data: unknown;
}

type Counts = ReadonlyMap<string, ChannelCounts>;

export async function trigger(
  calls: AppCalls,
  given: Event,
  options: TriggerOptions | undefined,
  encoding: EventEncoding,
): Promise<Counts> {
  const bag = optionsBag('options', options);
  requireOwnName(bag);
  const { exceptSocketId, info, split = false, ...callOptions } = bag;
  const definition = isDefinition(given.channels) ? given.channels : undefined;
  const channels = requireChannels(definition?.name ?? given.channels, split, encoding);
  const event = requireEventName(given.event);
  const { idempotencyKey } = bag;
  const toEncode = { channels, data: given.data, codec: definition?.codec, idempotencyKey };
  const encoded = encodeTexts(encoding, toEncode);
  // The data that was encoded, even if the caller changes it during an asynchronous check.
  if (definition !== undefined) await Promise.all([validateEvent(definition, event, given.data), encoded]);
  const texts = encoded instanceof Promise ? await encoded : encoded;
  const request = {
    event,
    socketId: exceptSocketId === undefined ? undefined : requireSocketId(exceptSocketId),
    info: joinInfo(info, channels.some(isPresence)),
  };
  if (channels.length <= maxChannels) return sendTexts(calls, { ...request, channels }, texts, callOptions);
  const [data = '', ...more] = texts;
  if (more.length > 0)
    throw wrongInput('data', `An event that is split has at most ${maxChannels} channels.`);
  const inputs = slicesOf(channels, maxChannels).map((some) => ({ ...request, data, channels: some }));
  const explain = (error: OrgError, index: number) => partialTrigger(error, index, channels, maxChannels);
  const results = await calls.publish(({ triggerEvent }) => triggerEvent, inputs, callOptions, explain);
  return new Map(results.flatMap((counts) => [...counts]));
}

/** An event for all connections of a signed-in user. */
export async function sendToUser(
  calls: AppCalls,
  given: { readonly userId: unknown; readonly event: unknown; readonly data: unknown },
  options: CallOptions | undefined,
  encoding: EventEncoding,
): Promise<void> {
  const channels = [userChannel(given.userId)];
  const event = requireEventName(given.event);
  const { idempotencyKey } = optionsBag('options', options);
  const texts = await encodeTexts(encoding, { channels, data: given.data, codec: undefined, idempotencyKey });
  await sendTexts(calls, { channels, event, socketId: undefined, info: undefined }, texts, options);
}

/** Returns the counts of the last text. */
async function sendTexts(
  calls: AppCalls,
  event: Omit<TriggerInput, 'appId' | 'data' | 'key'>,
  texts: readonly string[],
  options: CallOptions | undefined,
): Promise<Counts> {
  const inputs = texts.map((data) => ({ ...event, data }));
  const counts = await calls.publish(({ triggerEvent }) => triggerEvent, inputs, options);
  return counts.at(-1) ?? new Map();
}

export async function triggerBatch(
  calls: AppCalls,
  events: readonly BatchEvent[],
  options: BatchOptions | undefined,
  encoding: EventEncoding,
): Promise<readonly ChannelCounts[]> {
  const { split = false, ...callOptions } = optionsBag('options', options);
  if (!Array.isArray(events)) throw wrongInput('events', 'events must be a list.');
  if (events.length === 0 || (events.length > maxBatch && !split))
    throw wrongInput('events', `A batch has 1 to 10 events; this one has ${events.length}. ${orSplit}`);
  // Not `map`, which skips holes.
  const batch = await Promise.all(Array.from(events, (event) => encodeItem(event, encoding)));
  const inputs = slicesOf(batch, maxBatch).map((some) => ({ events: some }));
  const explain = (error: OrgError, index: number) =>
    partialTrigger(error, index, [...batch.keys()], maxBatch);
  return (await calls.publish(({ triggerBatch }) => triggerBatch, inputs, callOptions, explain)).flat();
}

async function encodeItem(given: BatchEvent, encoding: EventEncoding) {
  const item = isRecord(given) ? ownOptions(given) : undefined;
  if (item?.event === undefined)
    throw wrongInput('events', 'event is missing: an event of a batch is { channel, event, data }.');
  requireOwnName(item);
  const definition = isDefinition(item.channel) ? item.channel : undefined;
  const channel = encoding.requireChannel(definition?.name ?? item.channel);
  const event = requireEventName(item.event);
  if (definition !== undefined) await validateEvent(definition, event, item.data);
  const { exceptSocketId, info } = item;
  const toEncode = { channels: [channel], data: item.data, codec: definition?.codec };
  const [data = '', ...more] = await encodeTexts(encoding, toEncode);
  if (more.length > 0) throw wrongInput('data', 'A batch does not take an event that is split: use trigger.');
  return {
    channel,
    event,
    data,
    socketId: exceptSocketId === undefined ? undefined : requireSocketId(exceptSocketId),
    info: joinInfo(info, isPresence(channel)),
  };
}

function requireChannels(
  channels: unknown,
  split: boolean,
  { requireChannel }: EventEncoding,
): readonly string[] {
  if (typeof channels === 'string') return [requireChannel(channels)];
  if (!Array.isArray(channels))
    throw wrongInput('channels', 'channels must be a channel name, a list of them, or a definition.');
  if (channels.length === 0 || (channels.length > maxChannels && !split))
    throw wrongInput(
      'channels',
      `An event has 1 to 100 channels; this one has ${channels.length}. ${orSplit}`,
    );
  return Array.from(channels, (name) => requireChannel(name)); // not `map`, which skips holes
}

/** The name of the option in the protocol: ignored, the event would come back to its sender. */
function requireOwnName(options: object): void {
  for (const name of ['socket_id', 'socketId'])
    if (name in options) throw wrongInput(name, `Pass exceptSocketId, not ${name}.`);
}

const orSplit = 'For more, set split: true.';

const isPresence = (channel: string) => channelKind(channel).presence;
