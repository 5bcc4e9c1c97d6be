/** A WebSocket frame of RFC 6455 section 5.2, right or wrong. */
export interface WebSocketFrame {
  readonly opcode: number;
  readonly payload?: string | Uint8Array;
  /** @default true */
  readonly fin?: boolean;
  /** The three reserved bits. @default 0 */
  readonly rsv?: number;
  /** The form of the length, also where a shorter one would do. @default the shortest */
  readonly lengthBytes?: 1 | 3 | 9;
  /** The length that the header states. @default the payload's */
  readonly length?: bigint;
}

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

// A constant key is as good as any other here.
const maskKey = Buffer.from([1, 2, 3, 4]);

/** A client's frame is masked, a server's is not. */
export function encodeFrame(frame: WebSocketFrame, isMasked: boolean): Buffer {
  const { opcode, payload = '', fin = true, rsv = 0 } = frame;
  const bytes = Buffer.from(payload as string);
  const length = frame.length ?? BigInt(bytes.length);
  const form = frame.lengthBytes ?? (length < 126n ? 1 : length < 65_536n ? 3 : 9);
  const first = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  const head = Buffer.alloc(1 + form);
  head.writeUInt8(first, 0);
  if (form === 1) head.writeUInt8(Number(length), 1);
  if (form === 3) {
    head.writeUInt8(126, 1);
    head.writeUInt16BE(Number(length), 2);
  }
  if (form === 9) {
    head.writeUInt8(127, 1);
    head.writeBigUInt64BE(length, 2);
  }
  if (!isMasked) return Buffer.concat([head, bytes]);
  head.writeUInt8(head.readUInt8(1) | 0x80, 1);
  return Buffer.concat([head, maskKey, bytes.map((byte, index) => byte ^ (maskKey[index % 4] ?? 0))]);
}

/** Splits received bytes into frames. Keeps an incomplete one for later. */
export function createFrameReader(): (chunk: Uint8Array) => readonly { opcode: number; payload: Buffer }[] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const frames = [];
    for (;;) {
      if (rest.length < 2) return frames;
      const short = rest.readUInt8(1) & 0x7f;
      const form = short === 126 ? 3 : short === 127 ? 9 : 1;
      if (rest.length < 1 + form) return frames;
      const length = form === 1 ? short : form === 3 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
      const isMasked = (rest.readUInt8(1) & 0x80) !== 0;
      const start = 1 + form + (isMasked ? 4 : 0);
      if (rest.length < start + length) return frames;
      const key = rest.subarray(start - 4, start);
      const body = rest.subarray(start, start + length);
      const payload = Buffer.from(isMasked ? body.map((byte, index) => byte ^ (key[index % 4] ?? 0)) : body);
      frames.push({ opcode: rest.readUInt8(0) & 0x0f, payload });
      rest = rest.subarray(start + length);
    }
  };
}

export function closePayload(code: number, reason: string | Uint8Array = ''): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(code);
  return Buffer.concat([head, Buffer.from(reason as string)]);
}
