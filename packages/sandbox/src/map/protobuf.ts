// The part of Protocol Buffers for OpenStreetMap files: varints, zig-zag, length-delimited fields. Source:
// protobuf.dev, "Encoding".

/** A field of a message, already encoded. */
export type Field = Uint8Array;

/**
 * Base-128 varint, low group first, of a whole number from 0 to 2^53 - 1.
 *
 * @throws RangeError for any other number
 */
export function encodeVarint(value: number): number[] {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`Not a whole number from 0 to 2^53 - 1: ${value}`);
  const bytes: number[] = [];
  let rest = value;
  // Not shifts: they work on 32 bits only.
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}

/**
 * Folds the sign into the lowest bit, so that small negative numbers stay short: 0, -1, 1, -2 become 0, 1, 2,
 * 3.
 */
export function encodeZigZag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/** Each number as its difference to the one before, the first as itself. */
export function encodeDeltas(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

export function varintField(number: number, value: number): Field {
  return Uint8Array.from([...encodeVarint(number * 8), ...encodeVarint(value)]);
}

export function bytesField(number: number, bytes: Uint8Array): Field {
  const head = [...encodeVarint(number * 8 + 2), ...encodeVarint(bytes.length)];
  return concatBytes([Uint8Array.from(head), bytes]);
}

export function textField(number: number, text: string): Field {
  return bytesField(number, new TextEncoder().encode(text));
}

/** A packed list of unsigned numbers. An empty list has no field. */
export function packedField(number: number, values: readonly number[]): Field {
  if (values.length === 0) return new Uint8Array();
  return bytesField(number, Uint8Array.from(values.flatMap(encodeVarint)));
}

/** A packed list of signed numbers that lie close together: differences, zig-zag. */
export function packedDeltaField(number: number, values: readonly number[]): Field {
  return packedField(number, encodeDeltas(values).map(encodeZigZag));
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
