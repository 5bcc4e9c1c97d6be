import { encodeBase64 } from '../model/base64.ts';
import { crlfLines } from '../model/message/raw-mail.ts';
import { maxLineBytes } from './fold.ts';

/** The body of a part as it goes over the wire, and what it is declared to be (RFC 2045, section 6). */
export interface EncodedBody {
  readonly encoding: '7bit' | '8bit' | 'quoted-printable' | 'base64';
  readonly body: string | Uint8Array;
}

const lineLength = 76;
const encoder = new TextEncoder();

/** Bytes as they are: no line break changes. */
export function encodeBytes(bytes: Uint8Array): EncodedBody {
  const whole = encodeBase64(bytes);
  const lines: string[] = [];
  for (let at = 0; at < whole.length; at += lineLength) lines.push(whole.slice(at, at + lineLength));
  return { encoding: 'base64', body: lines.join('\r\n') };
}

// Servers and mailboxes change spaces at the end of a line, "From " and a dot at its start, and long lines.
const harmed = /[^\t\r\n -~]|[ \t](?:\r\n|$)|(?:^|\n)(?:From |\.)/;

/** A text in UTF-8, so that what a person typed is what a person reads. */
export function encodeText(text: string): EncodedBody {
  // CR, LF and CRLF are line breaks: on the way only CRLF is, and a signature covers what arrives.
  const lines = text.replace(/\r\n?|\n/g, '\r\n');
  const isShort = lines.split('\r\n').every(({ length }) => length <= lineLength);
  if (isShort && !harmed.test(lines)) return { encoding: '7bit', body: lines };
  const bytes = encoder.encode(lines);
  // A byte is three characters in one form, and four thirds of one in the other.
  const isReadable = countEscaped(bytes) * 6 <= bytes.length;
  return isReadable ? { encoding: 'quoted-printable', body: quotedPrintable(bytes) } : encodeBytes(bytes);
}

const [tab, lineFeed, carriageReturn, space, equals] = [0x09, 0x0a, 0x0d, 0x20, 0x3d];
const isLiteral = (byte: number) => byte >= 0x21 && byte <= 0x7e && byte !== equals;

function countEscaped(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte > 0x7e || byte === equals) count += 1;
  return count;
}

/** RFC 2045, section 6.7. Lines end with CRLF. */
function quotedPrintable(bytes: Uint8Array): string {
  let text = '';
  let column = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1];
    if (byte === carriageReturn && next === lineFeed) {
      text += '\r\n';
      column = 0;
      at += 1;
      continue;
    }
    const isSpace = byte === space || byte === tab;
    const mayStay = isSpace ? next !== undefined && next !== carriageReturn : isLiteral(byte);
    if (column + (mayStay ? 1 : 3) > lineLength - 1) {
      text += '=\r\n';
      column = 0;
    }
    const unit =
      mayStay && !(column === 0 && isFragile(bytes, at)) ? String.fromCharCode(byte) : escaped(byte);
    text += unit;
    column += unit.length;
  }
  return text;
}

function escaped(byte: number): string {
  return `=${(byte + 0x100).toString(16).slice(1).toUpperCase()}`;
}

const fromLine = encoder.encode('From ');

/** Does a line begin here that servers or mailboxes would change? */
function isFragile(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === 0x2e) return true;
  return fromLine.every((byte, more) => bytes[at + more] === byte);
}

/**
 * A message inside of a message has no other form than its own (RFC 2046, section 5.2.1); `undefined` for one
 * that no server takes.
 */
export function encodeMessage(bytes: Uint8Array): EncodedBody | undefined {
  const body = crlfLines(bytes);
  let length = 0;
  let isAscii = true;
  for (const byte of body) {
    length = byte === lineFeed ? 0 : length + 1;
    // With its line break.
    if (byte === 0 || length > maxLineBytes + 1) return undefined;
    if (byte > 0x7f) isAscii = false;
  }
  return { encoding: isAscii ? '7bit' : '8bit', body };
}
