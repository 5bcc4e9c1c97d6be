import { PbfReader } from 'pbf';

/**
 * Reads a message of Protocol Buffers. `onField` takes the value of a field that it knows from the reader.
 *
 * @throws Error for bytes that are not a message: pbf alone reads past the end of a cut one
 */
export function readMessage(bytes: Uint8Array, onField: (field: number, reader: PbfReader) => void): void {
  const reader = new PbfReader(bytes);
  reader.readFields((field) => onField(field, reader), undefined);
  if (reader.pos > reader.length) throw new Error('A field is longer than its message.');
}

/** The numbers of a packed field of signed differences. */
export function readDeltas(reader: PbfReader): number[] {
  let last = 0;
  return reader.readPackedSVarint().map((difference) => {
    last += difference;
    return last;
  });
}
