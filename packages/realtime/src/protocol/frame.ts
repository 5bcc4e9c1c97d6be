import { exactIds } from './exact-ids.ts';

/** One message of the protocol, as received. */
export interface Frame {
  readonly event: string;
  readonly channel?: string | undefined;
  /** Undefined when the frame has none. */
  readonly data: unknown;
  /** The text of `data` before it was parsed; absent when the service did not send text. */
  readonly raw?: string | undefined;
  /** The authenticated sender of a client event on a presence channel. */
  readonly userId?: string | undefined;
}

export type DecodedFrame =
  | { readonly ok: true; readonly frame: Frame }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads one text frame. `data` is JSON text inside JSON, so it is parsed a second time; text that is not JSON
 * stays text. Unknown fields are ignored. A frame always has all fields, with which its readers are fast.
 * Source: Pusher documentation, "Pusher Channels Protocol", double encoding; pusher-js 8, `protocol.ts`.
 */
export function decodeFrame(text: string): DecodedFrame {
  const message = parseJson(text, undefined);
  if (message === undefined) return refuse('it is not JSON');
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return refuse('it is not a JSON object');
  const { event, channel, data, user_id: userId } = message as Readonly<Record<string, unknown>>;
  if (typeof event !== 'string' || event === '') return refuse('it has no event name');
  if (channel !== undefined && channel !== null && typeof channel !== 'string')
    return refuse('its channel is not text');
  const isText = typeof data === 'string';
  const frame: Frame = {
    event,
    channel: channel ?? undefined,
    data: isText ? parseJson(data, data) : data,
    raw: isText ? data : undefined,
    userId: userId && (typeof userId === 'string' || typeof userId === 'number') ? `${userId}` : undefined,
  };
  const hasIds = event.startsWith('pusher_internal:') || typeof userId === 'number';
  return { ok: true, frame: hasIds && /\d{16}/.test(text) ? withExactIds(frame, text) : frame };
}

/** The frame with ids that no number holds, from the text. Data has ids in the service's own events. */
function withExactIds(frame: Frame, text: string): Frame {
  const { event, data, userId } = frame;
  const { user_id: exact } = exactIds({ user_id: userId }, text) as { readonly user_id?: unknown };
  return {
    ...frame,
    data: event.startsWith('pusher_internal:') ? readInternal(frame.raw ?? data, text) : data,
    userId: userId && `${exact}`,
  };
}

/** The data of an event of the service itself: text of JSON, or a value inside the frame. */
export function readInternal(data: unknown, text: string): unknown {
  if (typeof data === 'string') return exactIds(parseJson(data, data), data);
  const { data: exact } = exactIds({ data }, text) as { readonly data: unknown };
  return exact;
}

/** A message to the service: control frames carry an object, client events any JSON value. */
export interface OutgoingFrame {
  readonly event: string;
  readonly data: unknown;
  readonly channel?: string;
}

/** JSON has no `undefined`, so that can be the fallback of a text that is not JSON. */
function parseJson(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fallback; // also for JSON that is nested too deeply for the parser
  }
}

function refuse(reason: string): DecodedFrame {
  return { ok: false, reason };
}
