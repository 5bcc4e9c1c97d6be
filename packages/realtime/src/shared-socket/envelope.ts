import { isRecord } from '../internal/json.ts';
import { readInternal } from '../protocol/frame.ts';

/** A frame with its `data` unread, but for the service's own events. */
export interface Envelope {
  readonly event: string;
  readonly channel: string | undefined;
  /** Text or a JSON value. */
  readonly data: unknown;
}

/** Reads a frame of the service or of a tab; undefined when it is none. */
export function readEnvelope(text: string): Envelope | undefined {
  const value = parseJson(text);
  if (!isRecord(value) || typeof value['event'] !== 'string') return undefined;
  const { event, channel, data } = value;
  return {
    event,
    channel: typeof channel === 'string' ? channel : undefined,
    data: event.startsWith('pusher_internal:') ? readInternal(data, text) : data,
  };
}

/** The value of `data`: JSON text is parsed, other text stays. */
export function readData(data: unknown): unknown {
  return typeof data === 'string' ? (parseJson(data) ?? data) : data;
}

/** The fields of `data`, which is an object, or text with one. */
export function readFields(data: unknown): Readonly<Record<string, unknown>> {
  const value = readData(data);
  return isRecord(value) ? value : {};
}

/** A frame as the service writes it: `data` is JSON text. */
export function writeFrame(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, channel, data: typeof data === 'string' ? data : JSON.stringify(data) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
