import { isRecord } from '@org/core/driver';
import { parseJson, readJson } from '../json.ts';

/** One text frame, with its event and channel for fault injection. */
export interface Frame {
  readonly event: string;
  readonly channel: string | undefined;
  readonly text: string;
  /** For clients of version 2, where the frame has a place in its channel. */
  readonly version2?: string;
}

/** A frame of a client, with decoded `data`. */
export interface ClientFrame {
  readonly event: string;
  readonly channel?: string;
  readonly data: unknown;
}

/** An event frame with text as `data`, in the hosted service's order of keys. */
export function encodeEvent(event: string, data: string, channel?: string, userId?: string): Frame {
  return { event, channel, text: JSON.stringify({ event, data, channel, user_id: userId }) };
}

/** An event frame with JSON text as `data`, as in all responses of the service. */
export function encodeJsonEvent(event: string, value: unknown, channel?: string): Frame {
  return encodeEvent(event, JSON.stringify(value), channel);
}

export function encodeObjectEvent(event: string, data: unknown, channel?: string): Frame {
  return { event, channel, text: JSON.stringify({ event, data, channel }) };
}

/** A frame as clients of version 2 get it: other prefixes, and more fields. */
export function encodeVersion2({ text }: Frame, fields: Readonly<Record<string, unknown>>): string {
  const message = JSON.parse(text) as { readonly event: string };
  const event = message.event.replace(/^pusher(?=:|_internal:)/, 'sockudo');
  return JSON.stringify({ ...message, event, ...fields });
}

export function encodeError(code: number | null, message: string): Frame {
  return encodeObjectEvent('pusher:error', { code, message });
}

/** Parses a client's text; `undefined` for an invalid frame. */
export function decodeClientFrame(text: string): ClientFrame | undefined {
  const frame = readJson(text);
  if (!isRecord(frame) || typeof frame['event'] !== 'string' || frame['event'] === '') return undefined;
  const channel = frame['channel'];
  if (channel !== undefined && channel !== null && typeof channel !== 'string') return undefined;
  return { event: frame['event'], data: frame['data'], ...(typeof channel === 'string' && { channel }) };
}

/** Control frames carry an object; some clients send it as JSON text. */
export function readCommandData(data: unknown): Record<string, unknown> {
  const value = typeof data === 'string' ? readJson(data) : data;
  return isRecord(value) ? value : {};
}

/**
 * The `user_id` of a member's data. One that no number holds is text: backends write ids of 64 bits as
 * integers, and a rounded one is another user.
 */
export function readUserId(memberText: string): unknown {
  const exact = (
    name: string,
    value: unknown,
    { source = '' }: { readonly source?: string } = {},
  ): unknown =>
    name === 'user_id' && typeof value === 'number' && /^-?\d{16,}$/.test(source) ? source : value;
  try {
    return Object(parseJson(memberText, exact)).user_id;
  } catch {
    return undefined;
  }
}
