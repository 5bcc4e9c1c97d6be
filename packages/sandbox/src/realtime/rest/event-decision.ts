import type { SandboxResponse } from '../../http/exchange.ts';
import { isChannelName, parseUserChannel } from '../channels/channel-name.ts';
import type { Publication } from '../channels/publish.ts';
import type { RealtimeLimits } from '../limits.ts';
import { isSocketId } from '../socket-id.ts';
import { refuse } from './response.ts';
import { formatTooLarge } from './texts.ts';

/** The unchecked parts of an event. */
export interface EventWish {
  readonly body: Readonly<Record<string, unknown>>;
  readonly channels: readonly unknown[];
}

export type EventDecision =
  | { readonly isAllowed: true; readonly publications: readonly Publication[] }
  | { readonly isAllowed: false; readonly refusal: SandboxResponse };

/** Checks one event of `POST /events` or of a batch. Returns the events to publish. */
export function decideEvent(limits: RealtimeLimits, { body, channels }: EventWish): EventDecision {
  const { name, data, socket_id: socketId } = body;
  if (typeof name !== 'string' || name === '') return badRequest('Missing required parameter: name');
  if (name.length > limits.eventNameLength) return badRequest(`Too long event name: '${name}'`);
  if (reservedPattern.test(name)) return badRequest(`Reserved event name: '${name}'`);
  if (data === undefined) return badRequest('Missing required parameter: data');
  if (typeof data !== 'string') return badRequest('The data parameter must be a string');
  if (Buffer.byteLength(data) > limits.eventDataBytes) {
    return { isAllowed: false, refusal: refuse(413, formatTooLarge(limits.eventDataBytes)) };
  }
  const hasSocketId = socketId !== undefined && socketId !== null;
  if (hasSocketId && typeof socketId !== 'string') return badRequest('Invalid socket id: not a string');
  if (hasSocketId && !isSocketId(socketId)) return badRequest(`Invalid socket id: '${socketId}'`);
  if (channels.length > limits.channelsPerTrigger) {
    return badRequest(`Can't trigger a message to more than ${limits.channelsPerTrigger} channels`);
  }
  const publications: Publication[] = [];
  for (const channel of channels) {
    const wrong = refuseTarget(channel, limits);
    if (typeof channel !== 'string' || wrong !== undefined)
      return badRequest(wrong ?? 'Invalid channel name');
    publications.push({
      channel,
      event: name,
      data,
      ...(hasSocketId && { exceptSocketId: socketId }),
    });
  }
  return { isAllowed: true, publications };
}

const reservedPattern = /^pusher(_internal)?:/;

function refuseTarget(channel: unknown, limits: RealtimeLimits): string | undefined {
  if (typeof channel !== 'string') return 'Invalid channel name: not a string';
  if (channel.length > limits.channelNameLength) return `Channel name too long: '${channel}'`;
  const isUserChannel = parseUserChannel(channel) !== undefined;
  return isUserChannel || isChannelName(channel, limits.channelNameLength)
    ? undefined
    : `Invalid channel name: '${channel}'`;
}

function badRequest(text: string): EventDecision {
  return { isAllowed: false, refusal: refuse(400, text) };
}
