import { isRecord } from '../internal/json.ts';
import { quoteIntegers } from '../protocol/exact-ids.ts';

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** A reply or a push. Integers that no number holds are text in `exact`. */
export interface Message {
  readonly fields: Fields;
  readonly exact: Fields;
}

/**
 * Reads one line of a frame; a frame has several objects, one in each line. Undefined for a line that is not
 * an object. Source: Centrifugo documentation, "Client protocol", framing.
 */
export function readMessage(line: string): Message | undefined {
  try {
    const fields: unknown = JSON.parse(line);
    if (!isRecord(fields)) return undefined;
    const exact: unknown = /\d{16}/.test(line) ? JSON.parse(quoteIntegers(line)) : fields;
    return isRecord(exact) ? { fields, exact } : undefined;
  } catch {
    return undefined; // not JSON, or nested too deeply
  }
}

/** The object at `name`; an empty one if there is none, because the service leaves zero values out. */
export function readFields(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isRecord(value) ? value : {};
}

export function readList(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.map((each) => (isRecord(each) ? each : {})) : [];
}

/** The text at `name`; empty if there is none. */
export function readText(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** An offset as decimal digits: it may exceed what a number holds. The service leaves 0 out. */
export function readOffset({ offset = 0 }: Fields): string | undefined {
  const isNumber = typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0;
  const isDigits = typeof offset === 'string' && /^[1-9]\d{15,19}$/.test(offset);
  return isNumber || isDigits ? `${offset}` : undefined;
}

/** A command of the client. `offset` is written as a number, whatever its size. */
export function writeCommand(id: number, name: string, fields: Fields, offset?: string): string {
  const text = JSON.stringify({ id, [name]: fields });
  return offset === undefined ? text : `${text.slice(0, -2)},"offset":${offset}}}`;
}

/** A frame for the client, with its data as text inside JSON. */
export function writeFrame(event: string, data: unknown, channel?: string, userId?: string): string {
  const text = data === undefined ? undefined : JSON.stringify(data);
  return JSON.stringify({ event, channel, data: text, user_id: userId });
}
