import { decodeWords } from 'postal-mime';
import type { MimeLeaf } from './read-parts.ts';

/** The content of a leaf, decoded. Line breaks of a text are single line feeds. */
export function bytesOfLeaf({ type, headers, body }: MimeLeaf): Buffer {
  const value = headers.find(({ name }) => name === 'content-transfer-encoding')?.value ?? '';
  const encoding = value.toLowerCase();
  if (encoding.includes('base64')) return decodeBase64(body);
  const all = body.replaceAll('\r\n', '\n');
  // As postal-mime does: a calendar ends with one line break, and the boundary's is a second one.
  const lines = type.value === 'text/calendar' ? all.replace(/(?<!\n)\n+$/, '\n') : all;
  const ended = lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
  return Buffer.from(encoding.includes('quoted-printable') ? decodeQuoted(ended) : ended, 'latin1');
}

export function textOfLeaf(leaf: MimeLeaf): string {
  const { charset = '', format = '', delsp = '' } = leaf.type.params;
  const bytes = bytesOfLeaf(leaf);
  const text = /^(?:utf-?8|us-ascii|)$/i.test(charset) ? utf8.decode(bytes) : decodeAs(charset, bytes);
  return /^flowed$/i.test(format) ? joinFlowed(text, /^yes$/i.test(delsp)) : text;
}

const utf8 = new TextDecoder();

/** The parser of headers knows the names of charsets: it decodes the bytes as one encoded word. */
function decodeAs(charset: string, bytes: Buffer): string {
  const name = /^[^?*\s]{1,40}$/.test(charset) ? charset : 'utf-8';
  return bytes.byteLength === 0 ? '' : decodeWords(`=?${name}?B?${bytes.toString('base64')}?=`);
}

/** Some mailers pad each line. */
function decodeBase64(body: string): Buffer {
  const letters = body.replace(/[^a-zA-Z0-9+/=]+/g, '');
  const padding = letters.indexOf('=');
  if (padding === -1 || padding >= letters.length - 2) return Buffer.from(letters, 'base64');
  const units = letters.split(/=+/);
  return Buffer.concat(units.map((unit) => Buffer.from(unit, 'base64')));
}

/** An equals sign at the end of a line joins it with the next one. */
function decodeQuoted(text: string): string {
  let decoded = '';
  let from = 0;
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', from)) {
    const code = hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2));
    const isBreak = text.charCodeAt(at + 1) === 0x0a;
    decoded += text.slice(from, at) + (isBreak ? '' : Number.isNaN(code) ? '=' : String.fromCharCode(code));
    from = at + (isBreak ? 2 : Number.isNaN(code) ? 1 : 3);
  }
  return decoded + text.slice(from);
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = (code | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : Number.NaN;
}

/** RFC 3676: a line that ends with a space continues on the next one, except the mark of a signature. */
function joinFlowed(text: string, dropsSpaces: boolean): string {
  const lines = text.split('\n').map((line) => (line.startsWith(' ') ? line.slice(1) : line));
  return lines
    .map((line, at) => {
      if (at === lines.length - 1) return line;
      if (!line.endsWith(' ') || line === '-- ') return `${line}\n`;
      return dropsSpaces ? line.slice(0, -1) : line;
    })
    .join('');
}
