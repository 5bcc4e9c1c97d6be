import type { Outcome } from '../src/index.ts';
import type { RawAnswer } from '../src/testing/index.ts';

/** How a call that gets such an answer ends: with the value, or with an error of this family. */
export type Ending = 'value' | { readonly error: string; readonly outcome: Outcome };

export type HostileAnswer = readonly [name: string, raw: RawAnswer['raw'], ending: Ending];

export const okBody = '{"ok":true}';

/** The answer is read correctly all the same. */
export const value: Ending = 'value';
/** Not HTTP, or HTTP that nobody should try to understand. */
export const notHttp: Ending = { error: 'NetworkError', outcome: 'unknown' };
/** The answer broke off. */
export const cut: Ending = { error: 'NetworkError', outcome: 'unknown' };
/** It has no end, but is not large: only a time limit ends it. */
export const slow: Ending = { error: 'TimeoutError', outcome: 'unknown' };
export const tooLarge: Ending = { error: 'ResponseTooLargeError', outcome: 'unknown' };
/** Perhaps it was not even the service that answered. */
export const notJson: Ending = { error: 'ResponseFormatError', outcome: 'unknown' };
export const otherShape: Ending = { error: 'ResponseFormatError', outcome: 'unknown' };

export function head(status: string, ...headers: readonly string[]): string {
  return `HTTP/1.1 ${status}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
}

export function answer(status: string, body: string, ...headers: readonly string[]): string {
  return head(status, 'Content-Type: application/json', ...headers) + body;
}

/** Pieces without end; knows how many bytes of them were taken. */
export class Endless extends Array<Uint8Array> {
  takenBytes = 0;
  readonly #start: Uint8Array;
  readonly #piece: Uint8Array;

  constructor(start: Uint8Array, piece: Uint8Array) {
    super();
    this.#start = start;
    this.#piece = piece;
  }

  override *[Symbol.iterator](): ArrayIterator<Uint8Array> {
    this.takenBytes = 0;
    yield this.#start;
    for (;;) {
      this.takenBytes += this.#piece.byteLength;
      yield this.#piece;
    }
  }
}

/** The start once, then the part over and over, in packets of about 16 kB. */
export function endless(start: string, part: string): Endless {
  const piece = part.repeat(Math.ceil(16_384 / part.length));
  return new Endless(Buffer.from(start, 'latin1'), Buffer.from(piece, 'latin1'));
}
