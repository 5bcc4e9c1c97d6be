import { wrongOption } from '../errors/wrong-option.ts';
import { sendAsBlob } from '../http/fetch-body.ts';
import type { RequestBody } from '../http/request.ts';
import { wholeNumberOption } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type BodyContent, type Readable, readableOf } from './body-source.ts';
import { outgoingStream } from './outgoing-stream.ts';
import { counted, type Pieces } from './pieces.ts';

/** One field or file of a form. @public */
export interface FormPart {
  readonly name: string;
  readonly content: BodyContent;
  /** Makes it a file. @defaultValue the name of a `File`, `blob` for another Blob */
  readonly filename?: string | undefined;
  /** @defaultValue the Blob's own, `application/octet-stream` for other files, none for fields */
  readonly contentType?: string | undefined;
  /** The exact length of a stream in bytes, if known. */
  readonly lengthBytes?: number | undefined;
}

/**
 * A `multipart/form-data` body that streams its parts, without buffering them in memory. A `FormData` is
 * encoded like the platform's `fetch` encodes it. It has a `content-length` when the length of every part is
 * known. Pages can send it over HTTP/1.1 when no part is a stream or a factory.
 *
 * It can be sent again unless a part is a stream; pass a factory instead (`content: () => file.stream()`).
 * @public
 *
 * @example
 * const rows = { name: 'rows', filename: 'rows.csv', content: await openAsBlob('rows.csv') };
 * const body = multipart([{ name: 'title', content: 'Report' }, rows]);
 * const response = await client.request({ method: 'POST', path: '/forms', body });
 *
 * @throws ConfigurationError for what is not a form or a part, and for an invalid content type
 * @throws ConfigurationError for a `lengthBytes` that is not a whole number
 */
export function multipart(form: FormData | Iterable<FormPart>): RequestBody {
  if (typeof form !== 'object' || !(form && Symbol.iterator in form))
    throw wrongOption('A form must be a FormData, or a list like [{ name, content }].');
  const parts = [...(form instanceof FormData ? partsOfFormData(form) : form)].map(preparePart);
  let boundary: string | undefined;
  return {
    get replayable() {
      return parts.every(({ readable }) => readable.replayable);
    },
    open({ runtime }) {
      // The same boundary in all attempts: a service that compares bodies sees the same request.
      boundary ??= `form-${runtime.randomUUID()}`;
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      const body = outgoingStream(assemble(parts, boundary), lengthOf(parts, boundary));
      const pieces = heldPieces(parts, boundary);
      if (pieces !== undefined) sendAsBlob(body.content, () => new Blob(pieces));
      return { ...body, headers };
    },
  };
}

interface PreparedPart {
  readonly head: string;
  readonly readable: Readable;
  readonly lengthBytes: number | undefined;
  /** Content that needs no reading, and has the announced length. */
  readonly held: BlobPart | undefined;
}

function* partsOfFormData(form: FormData): Generator<FormPart> {
  for (const [name, value] of form) {
    const content = typeof value === 'string' ? value.replace(/\r\n?|\n/g, '\r\n') : value;
    yield { name, content };
  }
}

function preparePart(given: FormPart): PreparedPart {
  const part = ownCopy(given);
  const { name, content, filename = filenameOf(content) } = part;
  if (typeof name !== 'string' || typeof (filename ?? '') !== 'string')
    throw wrongOption('A part of a form must be { name, content }, with texts as name and filename.');
  const readable = readableOf(content);
  const ownType = part.contentType ?? readable.contentType;
  const contentType = filename === undefined ? ownType : (ownType ?? 'application/octet-stream');
  if (contentType !== undefined && !/^[\x20-\x7e]+$/.test(contentType)) {
    throw wrongOption('contentType must be printable ASCII.');
  }
  const { lengthBytes: ownLength } = readable;
  const lengthBytes =
    part.lengthBytes === undefined ? ownLength : wholeNumberOption('lengthBytes', part.lengthBytes, 0, 0);
  const file = filename === undefined ? '' : `; filename="${quoted(filename)}"`;
  const type = contentType === undefined ? '' : `content-type: ${contentType}\r\n`;
  const field = quoted(name.replace(/\r\n?|\n/g, '\r\n'));
  const head = `content-disposition: form-data; name="${field}"${file}\r\n${type}\r\n`;
  const isHeld = ownLength !== undefined && lengthBytes === ownLength;
  return { head, readable, lengthBytes, held: isHeld ? (content as BlobPart) : undefined };
}

function filenameOf(content: BodyContent): string | undefined {
  if (!(content instanceof Blob)) return undefined;
  return 'name' in content && typeof content.name === 'string' ? content.name : 'blob';
}

// Source: the HTML standard, multipart/form-data encoding algorithm. Every browser follows it.
const escapes: Readonly<Record<string, string>> = { '\r': '%0D', '\n': '%0A', '"': '%22' };

function quoted(text: string): string {
  return text.replace(/[\r\n"]/g, (character) => escapes[character] ?? '');
}

function assemble(parts: readonly PreparedPart[], boundary: string): Pieces {
  let current: Pieces | undefined;
  async function* each(): AsyncGenerator<Uint8Array | string, undefined, undefined> {
    for (const { head, readable, lengthBytes } of parts) {
      yield `--${boundary}\r\n${head}`;
      // Every part is checked: a part too long and a part too short must not compensate for each other.
      current = counted(await readable.open(), lengthBytes);
      for (;;) {
        const piece = await current.next();
        if (piece === undefined) break;
        yield piece;
      }
      yield '\r\n';
    }
    yield `--${boundary}--\r\n`;
    return undefined;
  }
  const all = each();
  return {
    next: async () => (await all.next()).value,
    cancel() {
      current?.cancel();
      all.return(undefined).catch(() => {});
    },
  };
}

/** The whole form, if all of its parts are at hand. */
function heldPieces(parts: readonly PreparedPart[], boundary: string): BlobPart[] | undefined {
  const pieces: BlobPart[] = [];
  for (const { head, held } of parts) {
    if (held === undefined) return undefined;
    pieces.push(`--${boundary}\r\n${head}`, held, '\r\n');
  }
  return [...pieces, `--${boundary}--\r\n`];
}

function lengthOf(parts: readonly PreparedPart[], boundary: string): number | undefined {
  const encoder = new TextEncoder();
  const frame = boundary.length + 6;
  let total = frame;
  for (const { head, lengthBytes } of parts) {
    if (lengthBytes === undefined) return undefined;
    total += boundary.length + 4 + encoder.encode(head).byteLength + lengthBytes + 2;
  }
  return total;
}
