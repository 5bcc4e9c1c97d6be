const [tab, lineFeed, carriageReturn, space, equals] = [0x09, 0x0a, 0x0d, 0x20, 0x3d];

/**
 * The bytes of a quoted-printable body, with the line breaks that it has: postal-mime writes LF for each.
 * What is not encoded right stays as it is (RFC 2045, section 6.7).
 */
export function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length);
  // Blanks at the end of a line are of the transport.
  let [length, lengthWithoutBlanks] = [0, 0];
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    const next = byte === equals ? endOfSoftBreak(body, at + 1) : undefined;
    const code = byte === equals ? hexByte(body, at + 1) : undefined;
    if (next !== undefined) {
      at = next - 1;
      lengthWithoutBlanks = length;
      continue;
    }
    if (isBreak(body, at)) length = lengthWithoutBlanks;
    bytes[length++] = code ?? byte;
    if (code !== undefined) at += 2;
    if (code !== undefined || (byte !== space && byte !== tab)) lengthWithoutBlanks = length;
  }
  return bytes.slice(0, lengthWithoutBlanks);
}

const isBreak = (body: Uint8Array, at: number) =>
  body[at] === lineFeed || (body[at] === carriageReturn && body[at + 1] === lineFeed);

/** Where the next line begins, after `=` and blanks at the end of one. */
function endOfSoftBreak(body: Uint8Array, from: number): number | undefined {
  let at = from;
  while (body[at] === space || body[at] === tab) at += 1;
  if (at >= body.length) return body.length;
  if (!isBreak(body, at)) return undefined;
  return body[at] === lineFeed ? at + 1 : at + 2;
}

function hexByte(body: Uint8Array, at: number): number | undefined {
  const digits = String.fromCharCode(body[at] ?? 0, body[at + 1] ?? 0);
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
