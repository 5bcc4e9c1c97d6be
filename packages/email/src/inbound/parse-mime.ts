import { InvalidInputError } from '@org/core';
import PostalMime, { type Email } from 'postal-mime';
import { PlainBody } from './plain-body.ts';
import { decodeQuotedPrintable } from './quoted-printable.ts';

/** No honest mail has more; each costs memory before anyone looks at it. */
const maxDepth = 50;
const maxParts = 1_000;
const maxHeaderBytes = 1024 * 1024;
/** 50 MB of base64 are 700,000 lines. */
const maxLines = 2_000_000;

interface BodyDecoder {
  update(line: Uint8Array): void;
  finalize(): ArrayBuffer | Promise<ArrayBuffer>;
}

interface MimePart {
  contentDecoder: BodyDecoder | null;
  readonly content: ArrayBuffer | null;
  getTextContent(): string;
  readonly contentType: { readonly parsed: { readonly value: string } };
  readonly contentTransferEncoding: { readonly encoding: string };
}

/** What postal-mime has inside; tests notice when a new version names it differently. */
interface LineParser {
  readonly currentNode: MimePart;
  readonly av: Uint8Array;
  /** Below the line that was read last. */
  readonly readPos: number;
  isInlineTextNode(part: MimePart): boolean;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
}

/**
 * Parses a mail (RFC 5322, MIME). Forwarded mails stay attachments, as `message/rfc822`.
 *
 * @throws InvalidInputError for a mail beyond the limits
 */
export async function parseMime(raw: Uint8Array): Promise<Email> {
  try {
    const decoded: MimePart[] = [];
    const mail = await boundedParser(decoded).parse(raw);
    return { ...mail, attachments: withOwnBytes(mail.attachments, decoded) };
  } catch (cause) {
    throw new InvalidInputError({
      message: `The mail cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
      issues: [],
      outcome: 'not-sent',
      cause,
    });
  }
}

/** postal-mime writes calendars again, as text in UTF-8. Their parts are in the order of the attachments. */
function withOwnBytes(files: Email['attachments'], decoded: readonly MimePart[]): Email['attachments'] {
  const contents = decoded
    .filter(({ contentType }) => isCalendar(contentType.parsed.value))
    .map(({ content }) => content)
    .values();
  return files.map((file) => {
    const content = isCalendar(file.mimeType) ? contents.next().value : undefined;
    return content ? { ...file, content } : file;
  });
}

const isCalendar = (type: string) => type === 'text/calendar' || type === 'application/ics';

/**
 * postal-mime bounds depth and headers; a part costs a line, and a line of plain text two objects.
 *
 * @param decoded - receives each part whose text is asked for
 */
function boundedParser(decoded: MimePart[]): PostalMime {
  const parser = new PostalMime({
    forceRfc822Attachments: true,
    maxNestingDepth: maxDepth,
    maxHeadersSize: maxHeaderBytes,
  });
  const inside = parser as unknown as LineParser;
  const processLine = inside.processLine.bind(parser);
  const watch = (part: MimePart) => {
    const textOf = part.getTextContent.bind(part);
    part.getTextContent = () => {
      decoded.push(part);
      return textOf();
    };
    return part;
  };
  let [last, parts, lines, isInBody] = [watch(inside.currentNode), 0, 0, false];
  inside.processLine = async (line, isFinal) => {
    lines += 1;
    if (lines > maxLines) throw new Error(`it has more than ${maxLines} lines`);
    await processLine(line, isFinal);
    const { currentNode } = inside;
    if (currentNode !== last) {
      [last, isInBody] = [watch(currentNode), false];
      parts += 1;
      if (parts > maxParts) throw new Error(`it has more than ${maxParts} parts`);
    }
    if (isInBody || currentNode.contentDecoder === null) return;
    isInBody = true;
    currentNode.contentDecoder = decoderFor(inside);
  };
  return parser;
}

function decoderFor(parser: LineParser): BodyDecoder | null {
  const { contentDecoder, contentTransferEncoding } = parser.currentNode;
  const { encoding } = contentTransferEncoding;
  if (contentDecoder === null || encoding.includes('base64')) return contentDecoder;
  const isQuoted = encoding.includes('quoted-printable');
  if (!parser.isInlineTextNode(parser.currentNode))
    return fileDecoder(parser, isQuoted ? decodeQuotedPrintable : (body) => body);
  return withoutLastBreak(isQuoted ? contentDecoder : new PlainBody());
}

/** A file that is not base64: its line breaks are its own but for the one before a boundary. */
function fileDecoder(parser: LineParser, decode: (body: Uint8Array) => Uint8Array): BodyDecoder {
  const start = parser.readPos;
  let end = start;
  return {
    update() {
      end = parser.readPos;
    },
    finalize() {
      const body = parser.av.slice(start, end);
      const isBeforeBoundary = parser.readPos > end;
      const lineBreak = !isBeforeBoundary || body.at(-1) !== 10 ? 0 : body.at(-2) === 13 ? 2 : 1;
      return decode(body.subarray(0, body.length - lineBreak)).slice().buffer as ArrayBuffer;
    },
  };
}

/** The line break before a boundary belongs to the boundary (RFC 2046, section 5.1.1). */
function withoutLastBreak(decoder: BodyDecoder): BodyDecoder {
  const finalize = decoder.finalize.bind(decoder);
  decoder.finalize = async () => {
    const body = await finalize();
    const { length } = new Uint8Array(body);
    return new Uint8Array(body)[length - 1] === 10 ? body.slice(0, length - 1) : body;
  };
  return decoder;
}
