// The requests and responses of the sandbox's HTTP handlers.
import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '../json.ts';

/** One request with its whole body. */
export interface SandboxRequest {
  readonly method: string;
  /** Percent-encoded as received, without the query. It begins with `/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names, without a prototype. Values of a repeated header are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
  /** The body, at most `maxBodyBytes` long. */
  readonly bytes: Uint8Array;
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  /** The body as UTF-8. Invalid sequences become U+FFFD. */
  text(): string;
  /**
   * @throws {BadJson} when the body is not JSON in UTF-8. Without a handler for it, the response is a 400.
   */
  json(): unknown;
}

/** One response. `json` has precedence over `body`. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with `content-type: application/json`, unless `headers` has another one. */
  readonly json?: unknown;
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Cuts the connection without a response, or resets it (TCP RST), for tests of lost responses. */
  readonly drop?: boolean | 'reset';
  /** Sends half of the body, waits, and sends the rest, or cuts the connection instead. */
  readonly halves?: { readonly delayMs?: number; readonly cut?: boolean | 'reset' };
}

/** Handles one request. An error becomes a 500, a {@link BadJson} a 400. */
export type SandboxHandler = (request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>;

/** A request as it arrived, for an observer. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path and query, as received. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty until the body is read, and for a body that is refused. */
  bytes: Uint8Array;
}

/** Sees each request of a server, also a refused one. */
export interface HttpObserver {
  /**
   * Runs the request with `respond`, and returns its response. `again` serves the same request once more.
   */
  observe(
    request: ArrivedRequest,
    respond: () => Promise<SandboxResponse | undefined>,
    again: () => Promise<SandboxResponse | undefined>,
  ): Promise<SandboxResponse | undefined>;
}

/** The path of a request target, without the query. */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

const badJsonBrand = Symbol.for('@org/sandbox/bad-json');

/** The body of a request is not JSON. */
export class BadJson extends Error {
  override readonly name = 'BadJson';
  readonly [badJsonBrand] = true;

  static isInstance(value: unknown): value is BadJson {
    return typeof value === 'object' && value !== null && badJsonBrand in value;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses JSON in UTF-8, with or without a byte-order mark. @throws {BadJson} */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return parseJson(strictUtf8.decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'not UTF-8';
    throw new BadJson(`The body is not valid JSON: ${reason}`);
  }
}

/** A header that repeats, as one text. */
export function flattenHeaders(given: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  return headers;
}
