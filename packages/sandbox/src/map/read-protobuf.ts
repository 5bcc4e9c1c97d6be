// The reading part of Protocol Buffers for OpenStreetMap files. Source: protobuf.dev, "Encoding".

/** Called with each field: a varint as a number, a length-delimited field as its bytes. */
export type OnField = (number: number, value: number | Uint8Array) => void;

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** @throws Error for bytes that are not a message */
export function readFields(bytes: Uint8Array, onField: OnField): void {
  const cursor = { bytes, at: 0 };
  while (cursor.at < bytes.length) {
    const key = readVarint(cursor);
    const [number, wire] = [Math.floor(key / 8), key % 8];
    if (wire === 0) onField(number, readVarint(cursor));
    else if (wire === 2) onField(number, readSlice(cursor, readVarint(cursor)));
    else if (wire === 1 || wire === 5) readSlice(cursor, wire === 1 ? 8 : 4);
    else throw new Error('Not a Protocol Buffers message.');
  }
}

function readSlice(cursor: Cursor, length: number): Uint8Array {
  const end = cursor.at + length;
  if (end > cursor.bytes.length) throw new Error('A field is longer than its message.');
  const slice = cursor.bytes.subarray(cursor.at, end);
  cursor.at = end;
  return slice;
}

// Numbers up to 2^53: shifts work on 32 bits only.
function readVarint(cursor: Cursor): number {
  let value = 0;
  let factor = 1;
  for (let count = 0; count < 10; count += 1) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) throw new Error('A number is cut off.');
    cursor.at += 1;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
    factor *= 0x80;
  }
  throw new Error('A number is too long.');
}

/** The numbers of a packed field. */
export function readPacked(bytes: Uint8Array): number[] {
  const cursor = { bytes, at: 0 };
  const numbers: number[] = [];
  while (cursor.at < bytes.length) numbers.push(readVarint(cursor));
  return numbers;
}

/** The numbers of a packed field of signed differences. */
export function readDeltas(bytes: Uint8Array): number[] {
  let last = 0;
  return readPacked(bytes).map((folded) => {
    last += folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    return last;
  });
}
