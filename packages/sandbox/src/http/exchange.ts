// What a handler of the sandbox's HTTP services gets and gives.

/** One request, completely read. */
export interface SandboxRequest {
  readonly method: string;
  /** As it came: percent-encoded, without the query, always beginning with `/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names, without a prototype; a repeated header is joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
  /** The body, at most `maxBodyBytes` long. */
  readonly bytes: Uint8Array;
  /** Aborted when the client is gone or the server closes. */
  readonly signal: AbortSignal;
  /** The body as UTF-8; broken sequences become U+FFFD. */
  text(): string;
  /** @throws {BadJson} when the body is not JSON in UTF-8; becomes a 400 unless the handler catches it. */
  json(): unknown;
}

/** One answer. `json` wins over `body`; without either the answer has no body. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Serialised, with `content-type: application/json` unless `headers` says otherwise. */
  readonly json?: unknown;
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Cuts the connection instead of answering: for tests of lost answers. */
  readonly drop?: boolean;
}

/** Answers one request. What it throws becomes a 500 (a {@link BadJson} a 400). */
export type SandboxHandler = (request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>;

const badJsonBrand = Symbol.for('@org/sandbox/bad-json');

/** The body of a request is not JSON. */
export class BadJson extends Error {
  override readonly name = 'BadJson';
  readonly [badJsonBrand] = true;

  static isInstance(value: unknown): value is BadJson {
    return typeof value === 'object' && value !== null && badJsonBrand in value;
  }
}

/** Reads a body as JSON in UTF-8, with or without a byte-order mark. @throws {BadJson} */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'not UTF-8';
    throw new BadJson(`The body is not valid JSON: ${reason}`);
  }
}
