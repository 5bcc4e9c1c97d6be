const lf = 0x0a;
const cr = 0x0d;
const dot = 0x2e;

/** A message as POP3 counts it: each line ends with CR LF, also the last one (RFC 1939, section 11). */
export function toWireLines(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const hasBareBreak = bytes.some((byte, at) => byte === lf && bytes[at - 1] !== cr);
  const lines = hasBareBreak
    ? Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')
    : bytes;
  return lines.length === 0 || lines[lines.length - 1] === lf
    ? lines
    : Buffer.concat([lines, Buffer.from('\r\n')]);
}

/** The headers, the empty line, and the first lines of the body. */
export function topOf(message: Buffer, lines: number): Buffer {
  const headEnd = message.indexOf('\r\n\r\n');
  if (headEnd === -1) return message;
  let end = headEnd + 4;
  for (let count = 0; count < lines && end < message.length; count += 1)
    end = message.indexOf('\r\n', end) + 2;
  return message.subarray(0, end);
}

/** A dot before each line that begins with one, and the dot that ends a response (section 3). */
export function stuffDots(message: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < message.length; at = message.indexOf('\r\n', at) + 2) {
    if (message[at] !== dot) continue;
    parts.push(message.subarray(from, at), Buffer.from('.'));
    from = at;
  }
  return Buffer.concat([...parts, message.subarray(from), Buffer.from('.\r\n')]);
}
