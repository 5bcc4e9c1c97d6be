import { decodeBase64 } from '../../driver.ts';
import type { RenderedTemplate } from '../../resources.ts';

const maxDepth = 5;

/** Subject, HTML and text of the MIME message that SES renders (RFC 2045, RFC 2046, RFC 2047). */
export function readRenderedMail(mail: string): RenderedTemplate {
  const { headers } = readPart(mail);
  const subject = headers.get('subject');
  const contents = new Map(readContents(mail, 0));
  const [html, text] = [contents.get('text/html'), contents.get('text/plain')];
  return {
    ...(subject === undefined ? {} : { subject: decodeWords(subject) }),
    ...(html === undefined ? {} : { html }),
    ...(text === undefined ? {} : { text }),
  };
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function readPart(source: string): Part {
  const [, head = '', body = ''] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(source) ?? [];
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body };
}

/** Each leaf with its type. */
function readContents(source: string, depth: number): [type: string, text: string][] {
  const { headers, body } = readPart(source);
  const contentType = headers.get('content-type') ?? 'text/plain';
  const type = contentType.replace(/;.*$/s, '').trim().toLowerCase();
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!type.startsWith('multipart/') || boundary === undefined || depth > maxDepth)
    return [[type, decodeBody(body, headers, contentType)]];
  const [, ...parts] = `\n${body}`.replace(/\r\n/g, '\n').split(`\n--${boundary}`);
  const inner = parts.filter((part) => !part.startsWith('--'));
  return inner.flatMap((part) => readContents(part.replace(/^[ \t]*\n/, ''), depth + 1));
}

function decodeBody(body: string, headers: Part['headers'], contentType: string): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  const [, charset = 'utf-8'] = /;\s*charset="?([\w-]+)/i.exec(contentType) ?? [];
  if (encoding === 'quoted-printable')
    return decodeBytes(quotedBytes(body.replace(/=[ \t]*\r?\n/g, '')), charset);
  const bytes = encoding === 'base64' ? decodeBase64(body.trim()) : undefined;
  return bytes === undefined ? body : decodeBytes(bytes, charset);
}

function quotedBytes(text: string): Uint8Array {
  const parts = text.split(/(=[\dA-F]{2})/i).map((part, index) => {
    return index % 2 === 1 ? [Number.parseInt(part.slice(1), 16)] : [...new TextEncoder().encode(part)];
  });
  return Uint8Array.from(parts.flat());
}

function decodeBytes(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function decodeWords(text: string): string {
  const joined = text.replace(/(\?=)\s+(?==\?)/g, '$1');
  return joined.replace(/=\?([\w-]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi, (word, charset, kind, content) => {
    const bytes =
      kind.toLowerCase() === 'b' ? decodeBase64(content) : quotedBytes(content.replaceAll('_', ' '));
    return bytes === undefined ? word : decodeBytes(bytes, charset);
  });
}
