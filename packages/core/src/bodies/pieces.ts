import { propertyOf } from '../options/own.ts';
/**
 * A source that can be read once, piece by piece: a web stream, a Node stream, an async generator. @public
 */
export type BodySource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/** The pieces of a body. Not an iterator: an iterator cannot be cancelled while it waits. */
export interface Pieces<Piece = Uint8Array | string> {
  /** `undefined` at the end. */
  next(): Promise<Piece | undefined>;
  /** Cancels the unread pieces at once, even while `next()` is pending. */
  cancel(): void;
}

export function piecesOf(source: BodySource): Pieces {
  return isWebStream(source) ? ofWebStream(source) : ofIterable(source);
}

/** Can it be read as a stream? */
export function isSource(source: unknown): source is BodySource {
  return isWebStream(source) || typeof propertyOf(source, Symbol.asyncIterator) === 'function';
}

function isWebStream(source: unknown): source is ReadableStream<Uint8Array> {
  // Recognises a stream of any realm, and no object with a polluted prototype.
  return Object.prototype.toString.call(source) === '[object ReadableStream]';
}

export function onePiece(piece: Uint8Array): Pieces {
  let rest: Uint8Array | undefined = piece;
  return {
    async next() {
      const next = rest;
      rest = undefined;
      return next;
    },
    cancel() {},
  };
}

/** Converts pieces to bytes and counts them: any other length than `lengthBytes` is an error. */
export function counted(pieces: Pieces, lengthBytes: number | undefined): Pieces<Uint8Array> {
  const encoder = new TextEncoder();
  let bytes = 0;
  return {
    async next() {
      const piece = await pieces.next();
      if (piece === undefined) {
        if (lengthBytes !== undefined && bytes < lengthBytes) throw wrongLength(lengthBytes, `only ${bytes}`);
        return undefined;
      }
      const encoded = typeof piece === 'string' ? encoder.encode(piece) : piece;
      if (!(encoded instanceof Uint8Array)) throw new TypeError('A body must consist of Uint8Array or text.');
      bytes += encoded.byteLength;
      if (lengthBytes !== undefined && bytes > lengthBytes) throw wrongLength(lengthBytes, 'more');
      return encoded;
    },
    cancel: () => pieces.cancel(),
  };
}

function wrongLength(lengthBytes: number, actual: string): RangeError {
  return new RangeError(`The body must have ${lengthBytes} bytes (lengthBytes), but it has ${actual}.`);
}

function ofWebStream(stream: ReadableStream<Uint8Array>): Pieces {
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()).value,
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

function ofIterable(source: AsyncIterable<Uint8Array | string>): Pieces {
  const iterator = source[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    },
    cancel() {
      // `destroy` ends a Node stream at once; `return` ends an iterator only after its pending piece.
      const destroy: unknown = propertyOf(source, 'destroy');
      if (typeof destroy === 'function') Reflect.apply(destroy, source, []);
      else Promise.resolve(iterator.return?.()).catch(() => {});
    },
  };
}
