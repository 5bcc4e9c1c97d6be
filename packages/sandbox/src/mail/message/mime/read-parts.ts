import { parseHeaderValue } from 'nodemailer/lib/mime-funcs';

/** One header of a message. Order and repetitions are those of the message. */
export interface MailHeader {
  /** Lower-case. */
  readonly name: string;
  /** Unfolded, otherwise unchanged. */
  readonly value: string;
}

/** A value with parameters, such as a content type. */
export interface StructuredValue {
  /** Lower-case. */
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
}

/** A part of a message that has no parts. */
export interface MimeLeaf {
  readonly type: StructuredValue;
  readonly disposition: StructuredValue;
  readonly headers: readonly MailHeader[];
  /** Encoded, one character for each byte. */
  readonly body: string;
  /** Where its headers start in the mail, and where they end: the empty line is the last of them. */
  readonly start: number;
  readonly bodyStart: number;
  /** The part that holds it and its other forms; `undefined` outside of `multipart/alternative`. */
  readonly alternative: object | undefined;
}

const maxDepth = 64;
const maxParts = 10_000;
const maxHeaderBytes = 512 * 1024;

/** Reads the structure of a message. @throws {Error} above the limits of parts and headers */
export function readParts(raw: Uint8Array) {
  const leaves: MimeLeaf[] = [];
  let headerBytes = 0;
  let parts = 0;
  const read = (source: string, start: number, parent: Parent): readonly MailHeader[] => {
    if (parent.depth > maxDepth)
      throw new Error(`The nesting is deeper than ${maxDepth} parts in each other.`);
    parts += 1;
    if (parts > maxParts) throw new Error(`There are more than ${maxParts} parts.`);
    const { lines, size } = readHeaderLines(source, maxHeaderBytes - headerBytes);
    headerBytes += size;
    const headers = unfold(lines);
    const type = structuredOf(headers, 'content-type', parent.defaultType);
    const body = source.slice(size);
    const bodyStart = start + size;
    const [, subtype] = /^multipart\/(.*)$/.exec(type.value) ?? [];
    if (subtype === undefined) {
      const disposition = structuredOf(headers, 'content-disposition', '');
      const { alternative } = parent;
      leaves.push({ type, disposition, headers, body, start, bodyStart, alternative });
      return headers;
    }
    const child: Parent = {
      depth: parent.depth + 1,
      defaultType: subtype === 'digest' ? 'message/rfc822' : 'text/plain', // RFC 2046, 5.1.5
      alternative: subtype === 'alternative' ? {} : parent.alternative,
    };
    for (const { part, at } of splitParts(body, type.params['boundary'] ?? ''))
      read(part, bodyStart + at, child);
    return headers;
  };
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return {
    headers: read(bytes.toString('latin1'), 0, {
      depth: 0,
      defaultType: 'text/plain',
      alternative: undefined,
    }),
    leaves,
  };
}

interface Parent {
  readonly depth: number;
  readonly defaultType: string;
  readonly alternative: object | undefined;
}

/** The lines before the first empty one. `size` counts that one too. */
function readHeaderLines(source: string, maxSize: number) {
  const lines: string[] = [];
  let size = 0;
  while (size < source.length) {
    const end = source.indexOf('\n', size);
    const line = source.slice(size, end === -1 ? source.length : end).replace(/\r$/, '');
    size = end === -1 ? source.length : end + 1;
    if (size > maxSize) throw new Error(`The headers are larger than ${maxHeaderBytes} bytes.`);
    if (line === '') break;
    lines.push(line);
  }
  return { lines, size };
}

/** Only a space and a tab continue a header: RFC 5322, 2.2.3. */
function unfold(lines: readonly string[]): readonly MailHeader[] {
  const fields: string[][] = [];
  for (const line of lines) {
    const field = /^[ \t]/.test(line) ? fields.at(-1) : undefined;
    if (field === undefined) fields.push([line]);
    else field.push(line);
  }
  return fields.map((parts) => {
    const line = Buffer.from(parts.join(''), 'latin1').toString();
    const colon = line.indexOf(':');
    const name = trimBlanks(colon === -1 ? line : line.slice(0, colon)).toLowerCase();
    return { name, value: colon === -1 ? '' : trimBlanks(line.slice(colon + 1).replaceAll('\r', ' ')) };
  });
}

/** Not `trim()`: a no-break space would make another name a `From`. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** The first header of a name counts. */
function structuredOf(headers: readonly MailHeader[], name: string, byDefault: string): StructuredValue {
  const header = headers.find((each) => each.name === name);
  if (header === undefined) return { value: byDefault, params: {} };
  const { value, params } = parseHeaderValue(header.value, { stripComments: true });
  return { value: value.toLowerCase(), params };
}

/** The parts between the lines of a boundary; without one, none. */
function* splitParts(body: string, boundary: string): Generator<{ part: string; at: number }> {
  if (boundary === '') return;
  const mark = `--${Buffer.from(boundary).toString('latin1')}`;
  let start: number | undefined;
  let at = body.startsWith(mark) ? 0 : body.indexOf(`\n${mark}`) + 1;
  while (at > 0 || body.startsWith(mark, at)) {
    const newline = body.indexOf('\n', at);
    const lineEnd = newline === -1 ? body.length : newline;
    const [isBoundary, closing] = /^(--)?[ \t]*\r?$/.exec(body.slice(at + mark.length, lineEnd)) ?? [];
    if (isBoundary !== undefined) {
      if (start !== undefined) yield { part: body.slice(start, at), at: start };
      if (closing !== undefined) return;
      start = lineEnd + 1;
    }
    at = body.indexOf(`\n${mark}`, lineEnd) + 1;
    if (at === 0) break;
  }
  if (start !== undefined) yield { part: body.slice(start), at: start };
}
