import type { HttpAnswer } from '../operation.ts';
import { createAnswer } from '../pipeline/read-answer.ts';
import { contentCodings, decodeContent } from './decode-content.ts';

/** An answer as it came over the wire: its body is complete and not yet decoded. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly bytes: Uint8Array;
}

/** The headers of an answer, looked through when somebody asks for one: few of them are ever read. */
export class HeaderLines {
  readonly #lines: readonly string[];

  /** Names, in any case, and values in turn. */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The fields of a header as one, as `Headers` gives it. */
  get(name: string): string | null {
    const lines = this.#lines;
    const lower = name.toLowerCase();
    let whole: string | null = null;
    for (let at = 0; at < lines.length; at += 2) {
      const candidate = lines[at] as string;
      if (candidate.length !== lower.length || candidate.toLowerCase() !== lower) continue;
      const value = lines[at + 1] as string;
      whole = whole === null ? value : `${whole}, ${value}`;
    }
    return whole;
  }
}

/** The answer with its body decoded, at once if nothing has to be. */
export function answerOf(raw: RawAnswer, maxBytes: number): HttpAnswer | Promise<HttpAnswer> {
  const { status, headers, bytes } = raw;
  const codings = contentCodings(headers);
  if (codings.length === 0 || bytes.byteLength === 0) return createAnswer(status, headers, bytes);
  return decodeContent(raw, codings, maxBytes).then((decoded) => createAnswer(status, headers, decoded));
}

// Compressing may lengthen what cannot be compressed: a head, a trailer and a little per block.
const codingRoom = 1_024;

/** How many bytes of such an answer may come over the wire. */
export function largestBody(headers: HeaderLines, maxBytes: number): number {
  return contentCodings(headers).length === 0 ? maxBytes : maxBytes + codingRoom;
}
