import { InvalidInputError } from '../errors/caller-errors.ts';
import { emptyPrototype } from '../options/own.ts';
import type { OptionNames } from '../options/refuse-unknown.ts';
import type { Safety } from '../safety.ts';
import type { Runtime } from '../time/runtime.ts';
import type { ResponseStream } from './response-stream.ts';

/** The HTTP request of an operation, without base URL, credential and common headers. @public */
export interface HttpRequest {
  /** HTTP method; `GET` and `HEAD` have no body. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /**
   * Path below the base URL, beginning with `/`, with a name for each outside value: `/contacts/{id}`. Errors
   * and events show it as it is given. Or a whole URL below the base URL, with its query, such as the `next`
   * of a list; `query` is added to it. Of another origin it is an `InvalidInputError`.
   */
  readonly path: string;
  /** The values of the names in `path`; each is encoded as one segment, or a part of one. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Instead of `path` in errors and events, where no name fits: a list of coordinates. */
  readonly pathTemplate?: string | undefined;
  /** `undefined` values are left out; an array repeats the name. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>> | undefined;
  /** Added to the headers of the service; the header of the credential is refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. At most one of `json`, `form` and `body`. */
  readonly json?: unknown;
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /**
   * Sent as it is; give its `content-type` in `headers`. Streams and forms with files: see
   * `@org/core/bodies`.
   */
  readonly body?: string | Uint8Array | RequestBody | undefined;
}

/** One value of a query. @public */
export type QueryValue = string | number | boolean;

/** A request to an endpoint without an operation. @public */
export interface RawRequest extends HttpRequest {
  /** @defaultValue `read` for GET and HEAD, `idempotent` for PUT and DELETE, `unsafe` for POST and PATCH */
  readonly safety?: Safety | undefined;
  /** The limit group of the service that counts this request, as in an operation. */
  readonly limitGroup?: string | undefined;
  /**
   * `responseStream()` of `@org/core/bodies`: resolves after the headers of a 2xx response, with its `body`
   * as it comes. The call keeps its permit until the body ends, fails or is cancelled. `timeoutMs` limits the
   * wait for the headers and each silence after them; `deadlineMs` ends with the headers, `maxResponseBytes`
   * does not apply. A failure in the body is an error of the stream, and is not retried.
   */
  readonly stream?: ResponseStream | undefined;
}

export const requestNames: OptionNames<RawRequest> = {
  method: 0,
  path: 0,
  params: 0,
  pathTemplate: 0,
  query: 0,
  headers: 0,
  json: 0,
  form: 0,
  body: 0,
  safety: 0,
  limitGroup: 0,
  stream: 0,
};

/**
 * A body that is opened for each attempt: a stream, a form with files, compressed content. Made by
 * `streamBody`,
 * `multipart` and `gzip` of `@org/core/bodies`, or by your own code. @public
 */
export interface RequestBody {
  /**
   * Can it be opened (again)? Otherwise a failed attempt is not repeated: `retryRefusal` is `body-consumed`.
   */
  readonly replayable: boolean;
  /** Opens the body of one attempt, within `timeoutMs`. An error ends the call with a `RequestBodyError`. */
  open(context: { readonly signal: AbortSignal; readonly runtime: Runtime }): OpenBody | Promise<OpenBody>;
}

/** The body of one attempt. @public */
export interface OpenBody {
  /** Hooks and signatures see text and bytes; a stream is sent as it is read. */
  readonly content: string | Uint8Array | ReadableStream<Uint8Array>;
  /** Headers of the content (`content-type`, `content-encoding`); they replace those of the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Length of a stream, for `content-length`. Without it, the stream is sent chunked. */
  readonly lengthBytes?: number | undefined;
  /** After a failed attempt: the error that broke the stream on our side, if any. */
  error?(): unknown;
  /** Called after the attempt. Must not throw. */
  close?(): void;
}

/** Compresses a body; `undefined` when that is not worth it. See `gzip()` of `@org/core/bodies`. @public */
export type Compress = (body: string | Uint8Array) => RequestBody | undefined;

/** Neither text nor bytes: a body to open, or a stream. */
export function isMade<Body>(body: Body): body is Exclude<Body, string | Uint8Array | undefined> {
  return body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
}

/**
 * The headers of a request: a part of the platform's `Headers`, which can stand in for it. Names are in lower
 * case;
 * `set` throws a `TypeError` for names and values that HTTP does not allow. @public
 */
export interface RequestHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
  delete(name: string): void;
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** A token of HTTP: the name of a header, or an authentication scheme. */
export const isToken = (text: unknown): boolean => typeof text === 'string' && token.test(text);

/** Header names of the transport, in lower case: each changes the meaning of others. */
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

/** The value of a header. Other blanks (`trim` removes many) are part of it, or not allowed in HTTP. */
export function withoutBlanksAround(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && blanks.includes(value.charAt(start))) start += 1;
  while (end > start && blanks.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

// Not the platform's `Headers`: on Node that loads all of fetch, and costs more than all else of a request.
class HeaderList implements RequestHeaders {
  /** Names and values in turn: for few headers a search is as fast as in a map, and a copy much faster. */
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
    // A list that grows in place reserves memory for sixteen more.
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

/** A copy of well-formed headers; later changes are checked. */
export function createHeaders(values: Iterable<readonly [string, string]> = []): RequestHeaders {
  if (values instanceof HeaderList) return values.copy();
  return new HeaderList([...values].flat());
}

/** As an object that inherits nothing: every HTTP client takes one, and fetch reads it faster than pairs. */
export function headerRecord(headers: RequestHeaders): Record<string, string> {
  const record: Record<string, string> = Object.create(emptyPrototype);
  for (const [name, value] of headers) record[name] = value;
  return record;
}

/** Refuses `Headers`, a Map, a list, a text: they have no own properties and would be taken for empty. */
export function requireRecord<Fields extends object>(path: string, fields: Fields): Fields {
  if (typeof fields === 'object' && fields !== null && !(Symbol.iterator in fields)) return fields;
  throw invalidInput(path, 'must be a plain object of names and values');
}

/**
 * The error for a value that the service cannot take, for `encode` to throw: nothing is sent. @public
 *
 * @param path - the field of the input: `tags[2]`
 * @param message - what is wrong with it, as the end of a sentence: `must have at most 256 characters`
 */
export function invalidInput(path: string, message: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError({
    message: `The request cannot be sent: ${path} ${message}.`,
    outcome: 'not-sent',
    issues: [{ path, message }],
    cause,
  });
}
