import { wrongOption } from '../errors/wrong-option.ts';
import { propertyOf } from '../options/own.ts';
import { type BodySource, isSource, onePiece, type Pieces, piecesOf } from './pieces.ts';

/** Creates a new source for every attempt. @public */
export type BodyFactory = () => BodySource | Promise<BodySource>;

/** The content of a body. Everything but a bare {@link BodySource} can be sent again. @public */
export type BodyContent = string | Uint8Array | Blob | BodyFactory | BodySource;

/** A content that can be read any number of times, or once. */
export interface Readable {
  readonly replayable: boolean;
  readonly lengthBytes: number | undefined;
  readonly contentType: string | undefined;
  /** @throws TypeError for a source that was used before */
  open(): Pieces | Promise<Pieces>;
}

// Own properties: a missing one would be read from a polluted `Object.prototype`.
const unknown = { lengthBytes: undefined, contentType: undefined };

/** @throws ConfigurationError for another content */
export function readableOf(content: BodyContent): Readable {
  if (typeof content === 'string') return ofBytes(new TextEncoder().encode(content));
  if (content instanceof Uint8Array) return ofBytes(content);
  if (content instanceof Blob) {
    const contentType = content.type === '' ? undefined : content.type;
    return {
      replayable: true,
      lengthBytes: content.size,
      contentType,
      open: () => piecesOf(content.stream()),
    };
  }
  if (typeof content === 'function') return ofFactory(content);
  if (!isSource(content))
    throw wrongOption(
      'The content of a body must be text, bytes, a Blob, a stream, or a function that returns a stream.',
    );
  return ofOneShot(content);
}

function ofBytes(bytes: Uint8Array): Readable {
  return { ...unknown, replayable: true, lengthBytes: bytes.byteLength, open: () => onePiece(bytes) };
}

function ofFactory(factory: BodyFactory): Readable {
  const given = new WeakSet<BodySource>();
  return {
    ...unknown,
    replayable: true,
    async open() {
      const source = await factory();
      if (given.has(source))
        throw used('The factory returned the same stream twice; it must create a new one for each attempt');
      given.add(source);
      ignoreErrors(source);
      return unused(source);
    },
  };
}

function ofOneShot(source: BodySource): Readable {
  let isOpened = false;
  ignoreErrors(source);
  return {
    ...unknown,
    get replayable() {
      return !isOpened;
    },
    open() {
      if (isOpened) throw used('The stream was already sent; pass a factory that creates a new one');
      isOpened = true;
      return unused(source);
    },
  };
}

/**
 * An unhandled error of a Node stream ends the process, and its reader listens only from the first piece on.
 * The reader reports the error.
 */
function ignoreErrors(source: BodySource): void {
  const on: unknown = propertyOf(source, 'on');
  if (typeof on === 'function') Reflect.apply(on, source, ['error', () => {}]);
}

function unused(source: BodySource): Pieces {
  // `locked` of a web stream, `readableDidRead` of a Node stream.
  if (propertyOf(source, 'locked') === true || propertyOf(source, 'readableDidRead') === true) {
    throw used('The stream was already read, or has another reader');
  }
  return piecesOf(source);
}

function used(what: string): TypeError {
  return new TypeError(`${what}.`);
}
