import type { Attachment } from '../model/attachment.ts';
import type { PreparedMessage } from '../model/message.ts';
import { type EncodedBody, encodeBytes, encodeMessage, encodeText } from './transfer-encoding.ts';

/** Texts and bytes in the order of the wire. */
type Pieces = readonly (string | Uint8Array)[];

/** A body of one part, or of several, with its header lines: each ends with CRLF, the body does not. */
export interface Part {
  readonly lines: string;
  readonly body: Pieces;
}

/** Told of an attached message that no server takes as it is, the only form that it may have. */
type Unwritable = (index: number, contentType: string) => void;

/** `Content-Type` and what follows, for a whole message. `id` is in none of its texts. */
export function partOf(message: PreparedMessage, id: string, unwritable: Unwritable): Part {
  const { text, html, alternatives, attachments } = message;
  const isInline = ({ disposition }: Attachment) => html !== undefined && disposition === 'inline';
  const fileParts = attachments.map((file, index) => ({
    file,
    part: filePart(file, () => unwritable(index, file.contentType)),
  }));
  const partsOf = (inline: boolean) =>
    fileParts.flatMap(({ file, part }) => (isInline(file) === inline ? [part] : []));
  const others = alternatives.map(({ contentType, content }) => ({
    // Programs that know no more than HTML take the last form that they know: that must not be another HTML.
    isBeforeHtml: /^text\/[\w-]*html\b/i.test(contentType),
    part: textPart(contentType, content),
  }));
  const othersOf = (before: boolean) =>
    others.flatMap(({ isBeforeHtml, part }) => (isBeforeHtml === before ? [part] : []));
  const forms = [
    ...(text === undefined ? [] : [textPart('text/plain', text)]),
    ...othersOf(true),
    ...(html === undefined ? [] : [nest('related', [textPart('text/html', html), ...partsOf(true)], id)]),
    ...othersOf(false),
  ];
  const content = forms.length === 0 ? [] : [nest('alternative', forms, id)];
  return nest('mixed', [...content, ...partsOf(false)], id);
}

/** One part stays alone. */
function nest(kind: 'mixed' | 'related' | 'alternative', parts: readonly Part[], id: string): Part {
  const [only = textPart('text/plain', '')] = parts;
  if (parts.length <= 1) return only;
  const boundary = `=_${kind}_${id}`;
  const type = kind === 'related' ? 'multipart/related; type="text/html"' : `multipart/${kind}`;
  return {
    lines: `Content-Type: ${type};\r\n boundary="${boundary}"\r\n`,
    body: [
      ...parts.flatMap(({ lines, body }) => [`--${boundary}\r\n${lines}\r\n`, ...body, '\r\n']),
      `--${boundary}--`,
    ],
  };
}

function textPart(contentType: string, content: string): Part {
  return encodedPart(`Content-Type: ${withCharset(contentType)}\r\n`, encodeText(content));
}

/** RFC 2046, section 4.1.2: a text without it is ASCII. */
function withCharset(contentType: string): string {
  const isWithout = /^text\//i.test(contentType) && !/;\s*charset=/i.test(contentType);
  return isWithout ? `${contentType}; charset=utf-8` : contentType;
}

function filePart(file: Attachment, unwritable: () => void): Part {
  const { filename, content, contentType, disposition, contentId, isText = false } = file;
  const type = isText ? withCharset(contentType) : contentType;
  const lines =
    `Content-Type: ${type};\r\n ${parameter('name', filename)}\r\n` +
    `Content-Disposition: ${disposition};\r\n ${parameter('filename', filename)}\r\n` +
    (contentId === undefined ? '' : `Content-ID: <${contentId}>\r\n`);
  if (!/^(?:message|multipart)\//i.test(contentType)) return encodedPart(lines, encodeBytes(content));
  const body = encodeMessage(content);
  if (body === undefined) unwritable();
  return encodedPart(lines, body ?? encodeBytes(content));
}

function encodedPart(lines: string, { encoding, body }: EncodedBody): Part {
  return { lines: `${lines}Content-Transfer-Encoding: ${encoding}\r\n`, body: [body] };
}

const pieceLength = 60;

/** A parameter of a structured field; outside ASCII and beyond one line as RFC 2231 says. */
function parameter(name: string, value: string): string {
  if (/^[ -~]{0,200}$/.test(value) && !value.includes('=?'))
    return `${name}="${value.replace(/["\\]/g, '\\$&')}"`;
  const encoded = encodeURIComponent(value).replace(
    /['()*!~]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const pieces = encoded.match(new RegExp(`(?:%..|[^%]){1,${pieceLength / 3}}`, 'g')) ?? [];
  if (encoded.length <= pieceLength || pieces.length === 1) return `${name}*=UTF-8''${encoded}`;
  return pieces
    .map((piece, index) => `${name}*${index}*=${index === 0 ? "UTF-8''" : ''}${piece}`)
    .join(';\r\n ');
}
