import { InvalidInputError } from '../errors/caller-errors.ts';
import { ownCopy } from '../options/own.ts';
import type { Safety } from '../safety.ts';
import type { Runtime } from '../time/runtime.ts';

/** A request in the words of HTTP, before base URL, credential and common headers. @public */
export interface HttpRequest {
  /** HTTP method; `GET` and `HEAD` have no body. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Path below the base URL, beginning with `/`; encode outside values with {@link pathSegment}. */
  readonly path: string;
  /** The path with a name for each outside value, `/contacts/{id}`: told in events instead of the path, which may hold anything. */
  readonly pathTemplate?: string | undefined;
  /** `undefined` values are left out, arrays repeat the name. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>> | undefined;
  /** Added to the headers of the service; the header of the credential is refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. At most one of `json`, `form` and `body`. */
  readonly json?: unknown;
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Sent as it is; give its `content-type` in `headers`. Streams and forms with files: see `@org/core/bodies`. */
  readonly body?: string | Uint8Array | RequestBody | undefined;
}

/** What can stand in a query as it is. @public */
export type QueryValue = string | number | boolean;

/** A request to an endpoint we have no operation for. `safety` is read off the method when left out (GET, HEAD: read; PUT, DELETE: idempotent). @public */
export interface RawRequest extends HttpRequest {
  /** What repeating it means. @defaultValue by the method; `unsafe` for POST and PATCH */
  readonly safety?: Safety | undefined;
}

/**
 * A body that is made for each attempt: a stream, a form with files, something compressed. Made by `streamBody`, `multipart` and `gzip` of
 * `@org/core/bodies`, or by you.
 *
 * @public
 */
export interface RequestBody {
  /** Can it be opened (once more)? While it cannot, a failed attempt is not repeated: `retryRefusal` is `body-consumed`. */
  readonly replayable: boolean;
  /** Begins the body of one attempt, within `timeoutMs`. What it throws ends the call with a `RequestBodyError`, without a further attempt. */
  open(context: { readonly signal: AbortSignal; readonly runtime: Runtime }): OpenBody | Promise<OpenBody>;
}

/** The body of one attempt. @public */
export interface OpenBody {
  /** Text and bytes are shown to hooks and can be signed; a stream is sent as it is read. */
  readonly content: string | Uint8Array | ReadableStream<Uint8Array>;
  /** What describes the content (`content-type`, `content-encoding`); set over what the request has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of a stream, where it is known: it then leaves with `content-length`, else chunked. */
  readonly lengthBytes?: number | undefined;
  /** When the attempt failed: what broke the stream from our side, if anything did. */
  error?(): unknown;
  /** The attempt is over, well or not. Must not throw. */
  close?(): void;
}

/** Gives a smaller body, or nothing when it is not worth it. `gzip()` of `@org/core/bodies` makes one. @public */
export type Compress = (body: string | Uint8Array) => RequestBody | undefined;

/** Neither text nor bytes: something that is opened for an attempt, or read while it is sent. @internal */
export function isMade<Body>(body: Body): body is Exclude<Body, string | Uint8Array | undefined> {
  return body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
}

/**
 * The headers of a request on its way: the part of the platform's `Headers` that a request needs. Names are in lower case; `set` throws a `TypeError` for
 * what HTTP does not allow. A plain `Headers` is one, too.
 *
 * @public
 */
export interface RequestHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
  delete(name: string): void;
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** A word as HTTP has them: the name of a header, or an authentication scheme. @internal */
export const isToken = (text: unknown): boolean => typeof text === 'string' && token.test(text);

/** Header names, in lower case, that belong to the transport: setting one would change what the others mean. @internal */
export const transportHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'expect',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
]);

const text = /^[\t\x20-\x7e\x80-\xff]*$/;

const blanks = '\t\n\r ';

// Other blanks than these four (`trim` knows many) are part of the value, or make it one that HTTP does not allow.
function withoutBlanksAround(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && blanks.includes(value.charAt(start))) start += 1;
  while (end > start && blanks.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

// Not the platform's own: on Node that one loads all of fetch, which takes longer than a call; and it costs more than the rest of a request's making.
class HeaderList implements RequestHeaders {
  /** Names and values in turn: for the few headers of a request that is found as fast as in a map, and copied much faster. */
  #lines: string[];

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  get(name: string): string | null {
    const at = this.#find(name.toLowerCase());
    return at < 0 ? null : (this.#lines[at + 1] as string);
  }

  has(name: string): boolean {
    return this.#find(name.toLowerCase()) >= 0;
  }

  set(name: string, value: string): void {
    const trimmed = withoutBlanksAround(value);
    if (!isToken(name)) throw new TypeError('A header name has characters that HTTP does not allow.');
    if (!text.test(trimmed)) throw new TypeError('A header value has characters that HTTP does not allow.');
    const lower = name.toLowerCase();
    const at = this.#find(lower);
    // Into a list of its new length: one that grows makes room for sixteen more.
    if (at < 0) this.#lines = this.#lines.concat(lower, trimmed);
    else this.#lines[at + 1] = trimmed;
  }

  delete(name: string): void {
    const at = this.#find(name.toLowerCase());
    if (at >= 0) this.#lines.splice(at, 2);
  }

  copy(): HeaderList {
    return new HeaderList(this.#lines.slice());
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    const lines = this.#lines;
    for (let at = 0; at < lines.length; at += 2) yield [lines[at] as string, lines[at + 1] as string];
  }

  #find(lower: string): number {
    for (let at = 0; at < this.#lines.length; at += 2) if (this.#lines[at] === lower) return at;
    return -1;
  }
}

/** A copy of headers that are known to be well formed; later changes are checked. @internal */
export function createHeaders(values: Iterable<readonly [string, string]> = []): RequestHeaders {
  if (values instanceof HeaderList) return values.copy();
  return new HeaderList([...values].flat());
}

/** As an object that inherits nothing: what every client of HTTP understands, and the platform's reads quicker than pairs. @internal */
export function headerRecord(headers: RequestHeaders): Record<string, string> {
  const record: Record<string, string> = ownCopy({});
  for (const [name, value] of headers) record[name] = value;
  return record;
}

/** Refuses `Headers`, a Map, a list, a text: they have no own properties and would be taken for empty. @internal */
export function requireRecord<Fields extends object>(path: string, fields: Fields): Fields {
  if (typeof fields === 'object' && fields !== null && !(Symbol.iterator in fields)) return fields;
  throw invalid(path, 'must be a plain object of names and values');
}

/** @internal */
export function invalid(path: string, message: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError({
    message: `The request cannot be sent: ${path} ${message}.`,
    outcome: 'not-sent',
    issues: [{ path, message }],
    cause,
  });
}
