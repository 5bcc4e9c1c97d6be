/** A place in the events of a channel. Source: Sockudo documentation, "Protocol V2", connection recovery. */
export interface Position {
  /** The stream: another one has nothing in common with this. */
  readonly stream: string;
  /** The number of an event in its stream, as decimal digits: it may exceed what a number holds. */
  readonly serial: string;
  readonly messageId?: string | undefined;
}

const maxStream = 200;

/** Reads the position of an event, of a confirmation, or of a replay's end. */
export function readPosition(fields: Readonly<Record<string, unknown>>): Position | undefined {
  const { stream_id: stream, serial: given, message_id: messageId } = fields;
  const serial = readSerial(given);
  if (typeof stream !== 'string' || stream === '' || stream.length > maxStream) return undefined;
  if (serial === undefined) return undefined;
  return { stream, serial, messageId: readMessageId(messageId) };
}

/** Bounded, because many of them are remembered. */
export function readMessageId(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxStream ? value : undefined;
}

function readSerial(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? `${value}` : undefined;
  return typeof value === 'string' && /^(?:0|[1-9]\d{0,19})$/.test(value) ? value : undefined;
}

/** Orders the serials of one stream. */
export function compareSerials(one: string, two: string): number {
  if (one.length !== two.length) return one.length - two.length;
  return one < two ? -1 : Number(one > two);
}

export function nextSerial(serial: string): string {
  return `${BigInt(serial) + 1n}`;
}

/** How many events are after the first place, and not after the second one, of the same stream. */
export function distance(from: Position, to: Position): bigint {
  const count = BigInt(to.serial) - BigInt(from.serial);
  return count > 0n ? count : 0n;
}

/** Whether the place is in the stream of `limit`, and not after it. */
export function isUpTo(position: Position, limit: Position | undefined): boolean {
  return limit?.stream === position.stream && compareSerials(position.serial, limit.serial) <= 0;
}

/** The later place; in another stream, the second one. */
export function later(one: Position | undefined, two: Position): Position {
  return one !== undefined && isUpTo(two, one) ? one : two;
}
