import { type BodySource, onePiece, type Pieces, piecesOf } from './pieces.ts';

/** Makes the source anew for every attempt. @public */
export type BodyFactory = () => BodySource | Promise<BodySource>;

/** What a body can be made of. Everything but a bare {@link BodySource} can be sent again. @public */
export type BodyContent = string | Uint8Array | Blob | BodyFactory | BodySource;

/** A content, ready to be read any number of times, or once. */
export interface Readable {
  readonly replayable: boolean;
  readonly lengthBytes: number | undefined;
  readonly contentType: string | undefined;
  /** Throws for a source that was given before. */
  open(): Pieces | Promise<Pieces>;
}

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
  return typeof content === 'function' ? ofFactory(content) : ofOneShot(content);
}

function ofBytes(bytes: Uint8Array): Readable {
  return {
    replayable: true,
    lengthBytes: bytes.byteLength,
    contentType: undefined,
    open: () => onePiece(bytes),
  };
}

function ofFactory(factory: BodyFactory): Readable {
  const given = new WeakSet<BodySource>();
  return {
    replayable: true,
    lengthBytes: undefined,
    contentType: undefined,
    async open() {
      const source = await factory();
      if (given.has(source))
        throw used('The factory gave the same stream a second time; it must make a new one');
      given.add(source);
      hearErrors(source);
      return unused(source);
    },
  };
}

function ofOneShot(source: BodySource): Readable {
  let opened = false;
  hearErrors(source);
  return {
    get replayable() {
      return !opened;
    },
    lengthBytes: undefined,
    contentType: undefined,
    open() {
      if (opened) throw used('The stream was sent before; give a factory, so that there is a new one');
      opened = true;
      return unused(source);
    },
  };
}

/** A stream of Node whose error nobody hears ends the process, and who reads it listens only from the first piece on. That one then tells the error. */
function hearErrors(source: BodySource): void {
  const on: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, 'on') : undefined;
  if (typeof on === 'function') Reflect.apply(on, source, ['error', () => {}]);
}

function unused(source: BodySource): Pieces {
  // The second is how a stream of Node tells it.
  if (Reflect.get(source, 'locked') === true || Reflect.get(source, 'readableDidRead') === true) {
    throw used('The stream was read before, or somebody else is reading it');
  }
  return piecesOf(source);
}

function used(what: string): TypeError {
  return new TypeError(`${what}.`);
}
