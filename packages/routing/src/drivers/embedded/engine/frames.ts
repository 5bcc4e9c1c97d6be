/** A message between this process and the process of the engine: a number, a kind, and bytes. */
export interface Frame {
  /** The call, from 1; 0 asks for a sign of life, or is one. The first says that the engine is ready. */
  readonly id: number;
  /** Of a request, the index of the method; of a response, {@link frameKind}. */
  readonly kind: number;
  readonly payload: Buffer;
}

export const frameKind = { result: 0, refusal: 1 } as const;

/** The bytes before the payload: id (4), kind (1), length of the payload (4), numbers in big-endian order. */
export const headerBytes = 9;

/** The header of a frame. The payload follows it. */
export function frameHeader(id: number, kind: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt32BE(id, 0);
  header.writeUInt8(kind, 4);
  header.writeUInt32BE(length, 5);
  return header;
}

/**
 * Reads frames from chunks of any size. A payload is copied once, into a buffer of its length: to join the
 * chunks again and again would cost the square of the length.
 */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  const header = Buffer.alloc(headerBytes);
  let headerLength = 0;
  let payload = Buffer.alloc(0);
  let payloadLength = 0;
  const readHeader = (chunk: Buffer): number => {
    const taken = chunk.copy(header, headerLength);
    headerLength += taken;
    if (headerLength === headerBytes) {
      payload = Buffer.allocUnsafe(header.readUInt32BE(5));
      payloadLength = 0;
    }
    return taken;
  };
  return (chunk) => {
    let offset = 0;
    while (offset < chunk.length) {
      if (headerLength < headerBytes) offset += readHeader(chunk.subarray(offset));
      else {
        const taken = chunk.copy(payload, payloadLength, offset);
        payloadLength += taken;
        offset += taken;
      }
      if (headerLength < headerBytes || payloadLength < payload.length) continue;
      headerLength = 0;
      onFrame({ id: header.readUInt32BE(0), kind: header.readUInt8(4), payload });
    }
  };
}
