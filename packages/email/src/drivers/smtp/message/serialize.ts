import { encode as encodeQuotedPrintable, wrap as wrapQuotedPrintable } from 'nodemailer/lib/qp';
import type { MimePart } from '../connection/nodemailer.ts';

/** Of base64 and quoted-printable (RFC 2045, section 6.7). */
const lineLength = 76;

/**
 * The bytes of a composed message. nodemailer's own way is a chain of streams for each part, which costs more
 * than all other work for a small mail.
 */
export function serialize(root: MimePart): Buffer {
  const pieces: (string | Buffer)[] = [];
  addPart(root, pieces);
  const bytes = Buffer.concat(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  );
  if (bytes.at(-1) === 0x0a) return bytes;
  return Buffer.concat([bytes, Buffer.from(bytes.at(-1) === 0x0d ? '\n' : '\r\n')]);
}

function addPart(part: MimePart, pieces: (string | Buffer)[]): void {
  // Sets `multipart` and `boundary`, too.
  pieces.push(`${part.buildHeaders()}\r\n\r\n`);
  const { content, childNodes, multipart, boundary } = part;
  if (content) pieces.push(encodeContent(content, part.getTransferEncoding()));
  if (!multipart) return;
  for (const [index, child] of childNodes.entries()) {
    pieces.push(`${index === 0 ? '' : '\r\n'}--${boundary}\r\n`);
    addPart(child, pieces);
  }
  pieces.push(`\r\n--${boundary}--\r\n`);
}

/** Every line ends with CRLF, as on the wire: a signature covers these bytes. */
function encodeContent(content: string | Buffer, encoding: string | false): string | Buffer {
  if (encoding === 'base64') return encodeBase64(content);
  if (encoding === 'quoted-printable')
    return withCrlf(wrapQuotedPrintable(encodeQuotedPrintable(content), lineLength));
  if (typeof content === 'string') return withCrlf(content);
  return Buffer.from(withCrlf(content.toString('latin1')), 'latin1');
}

/** nodemailer's function for this takes several times as long for a large attachment. */
function encodeBase64(content: string | Buffer): string {
  const encoded = (typeof content === 'string' ? Buffer.from(content) : content).toString('base64');
  const lines: string[] = [];
  for (let at = 0; at < encoded.length; at += lineLength) lines.push(encoded.slice(at, at + lineLength));
  return lines.join('\r\n');
}

function withCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}
