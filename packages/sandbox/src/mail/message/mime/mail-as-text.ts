import { isUtf8 } from 'node:buffer';
import { type MimeLeaf, readParts } from './read-parts.ts';

/**
 * A mail as a text, as JSON has it. One that is not UTF-8 is written in 7 bits, as a relay does for a server
 * without 8BITMIME (RFC 6152, section 3): its parts keep their bytes.
 */
export function mailAsText(raw: Uint8Array): string {
  return Buffer.from(isUtf8(raw) ? raw : inSevenBits(raw)).toString();
}

const isIn8Bits = ({ headers, body }: MimeLeaf): boolean =>
  /[\x80-\xff]/.test(body) &&
  !headers.some(
    ({ name, value }) => name === 'content-transfer-encoding' && /^(?:base64|quoted-)/i.test(value),
  );

/** Mails in each other: a mail that is deeper stays as it is. */
const maxDepth = 64;

function inSevenBits(raw: Uint8Array, depth = 0): Uint8Array {
  if (depth > maxDepth) return raw;
  const source = Buffer.from(raw).toString('latin1');
  let written = '';
  let end = 0;
  for (const leaf of readParts(raw).leaves) {
    if (!isIn8Bits(leaf)) continue;
    const { start, bodyStart, body } = leaf;
    written += source.slice(end, start) + encoded(leaf, source.slice(start, bodyStart), depth);
    end = bodyStart + body.length;
  }
  return Buffer.from(written + source.slice(end), 'latin1');
}

/** A part of a multipart ends with the line break of the next boundary. A mail in it may not be base64. */
function encoded({ type, start, body }: MimeLeaf, header: string, depth: number): string {
  const [lineBreak = ''] = (start === 0 ? undefined : /\r?\n$/.exec(body)) ?? [];
  const bytes = Buffer.from(body.slice(0, body.length - lineBreak.length), 'latin1');
  if (type.value === 'message/rfc822')
    return header + Buffer.from(inSevenBits(bytes, depth + 1)).toString('latin1') + lineBreak;
  const base64 = bytes.toString('base64');
  return asBase64(header) + base64.replace(/.{76}(?=.)/g, '$&\r\n') + lineBreak;
}

const asBase64 = (header: string) =>
  header
    .split(/(?<=\n)(?![ \t])/)
    .filter((field) => !/^content-transfer-encoding:/i.test(field))
    .join('')
    .replace(/\r?\n$/, (blank) => `Content-Transfer-Encoding: base64${blank}${blank}`);
