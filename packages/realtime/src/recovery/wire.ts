import { isRecord } from '../internal/json.ts';
import { exactIds, quoteIntegers } from '../protocol/exact-ids.ts';
import type { Position } from './position.ts';

/** A message of a service, with the names of its events as version 7 has them. */
export interface Message {
  readonly event: string;
  readonly channel: string | undefined;
  /** All fields; integers that no number holds are text. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** For the client, as version 7 has it. */
  readonly text: string;
}

const ownPrefix = /^sockudo(_internal)?:/;

/** Reads a message of version 2; undefined for one that the client reports as unreadable. */
export function readMessage(text: string): Message | undefined {
  const fields = parseExact(text);
  if (!isRecord(fields) || typeof fields['event'] !== 'string') return undefined;
  const { event: name, channel } = fields;
  const isOwn = ownPrefix.test(name);
  const event = isOwn ? name.replace(ownPrefix, 'pusher$1:') : name;
  return {
    event,
    channel: typeof channel === 'string' ? channel : undefined,
    fields,
    text: isOwn ? renamed(event, text) : text,
  };
}

/** The value of `data`: JSON text, or an object. */
export function readFields({ fields: { data } }: Message): Readonly<Record<string, unknown>> {
  const value = typeof data === 'string' ? parseExact(data) : data;
  return isRecord(value) ? value : {};
}

function renamed(event: string, text: string): string {
  const message: unknown = exactIds(JSON.parse(text), text);
  return JSON.stringify({ ...(message as object), event });
}

function parseExact(text: string): unknown {
  try {
    return JSON.parse(/\d{16}/.test(text) ? quoteIntegers(text) : text);
  } catch {
    return undefined; // not JSON, or nested too deeply
  }
}

/** A frame of the client, as version 2 has it. The client writes `event` first. */
export function toVersion2(text: string): string {
  return text.replace(/^\{"event":"pusher:/, '{"event":"sockudo:');
}

/** A frame of the client for a service without version 2. */
export function toVersion7(text: string): string {
  if (!text.startsWith('{"event":"pusher:subscribe"') || !text.includes('"rewind":')) return text;
  const { data, event } = JSON.parse(text);
  return JSON.stringify({ event, data: { ...data, rewind: undefined } });
}

/** The request for the events after these positions. Serials are integers of JSON, of any size. */
export function resumeFrame(positions: ReadonlyMap<string, Position>): string {
  const entries = [...positions].map(([channel, { stream, serial, messageId }]) => {
    const last = messageId === undefined ? '' : `,"last_message_id":${JSON.stringify(messageId)}`;
    return `${JSON.stringify(channel)}:{"stream_id":${JSON.stringify(stream)},"serial":${serial}${last}}`;
  });
  return `{"event":"sockudo:resume","data":{"channel_positions":{${entries.join(',')}}}}`;
}
