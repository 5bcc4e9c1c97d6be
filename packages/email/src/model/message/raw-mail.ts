// A finished message: header lines, an empty line and a body (RFC 5322, section 2.1).

/** A finished message, for drivers. @public */
export interface RawMail {
  /** The whole message; each line ends with CRLF. */
  readonly bytes: Uint8Array;
  /** Its header lines, unfolded; bytes outside ASCII are characters of Latin-1. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

type Reading = { readonly value: RawMail } | { readonly problem: string };

const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];

/** A message of the caller, with CRLF at the end of each line. */
export function readRawMail(input: unknown): Reading {
  const given = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  if (!(given instanceof Uint8Array)) return { problem: 'must be bytes or a text' };
  const bytes = crlfLines(given);
  const lines = headerLines(bytes);
  const headers = lines.flatMap((line) => {
    const [, name, value = ''] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value: value.trim() }];
  });
  if (lines.length === 0 || headers.length < lines.length)
    return { problem: 'must begin with header lines, such as From: and Subject:, and an empty line' };
  const names = headers.map(({ name }) => name.toLowerCase());
  if (!names.includes('from')) return { problem: 'has no header From' };
  if (names.includes('bcc') || names.includes('resent-bcc'))
    return { problem: 'has a header Bcc, which all recipients would see: give `bcc` instead' };
  return { value: { bytes, headers } };
}

function headerLines(mail: Uint8Array): string[] {
  const lines: string[] = [];
  for (let start = 0; start < mail.length && mail[start] !== carriageReturn; ) {
    const next = mail.indexOf(lineFeed, start);
    const end = next === -1 ? mail.length : next - 1;
    const text = Array.from(mail.subarray(start, end), (byte) => String.fromCharCode(byte)).join('');
    const isFolded = mail[start] === space || mail[start] === tab;
    if (isFolded && lines.length > 0) lines.push(`${lines.pop()}${text}`);
    else lines.push(text);
    start = end + 2;
  }
  return lines;
}

/** A copy with CRLF for each CR, LF or CRLF: a server refuses the others, or reads a second message there. */
export function crlfLines(mail: Uint8Array): Uint8Array {
  const copy = new Uint8Array(mail.length * 2 + 2);
  let length = 0;
  for (let at = 0; at < mail.length; at += 1) {
    const byte = mail[at] ?? 0;
    if (byte === carriageReturn && mail[at + 1] === lineFeed) continue;
    if (byte === carriageReturn || byte === lineFeed) copy[length++] = carriageReturn;
    copy[length++] = byte === carriageReturn ? lineFeed : byte;
  }
  if (length > 0 && copy[length - 1] !== lineFeed) {
    copy[length++] = carriageReturn;
    copy[length++] = lineFeed;
  }
  return copy.slice(0, length);
}
