/**
 * A request as far as it has arrived. It grows: read it when `complete` is true, or after the call has ended.
 * @public
 */
export interface RecordedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; repeated ones joined with `, `. */
  readonly headers: ReadonlyMap<string, string>;
  /** The bytes that arrived, without transfer coding. */
  readonly body: Uint8Array;
  text(): string;
  /** Whether the last byte has arrived. */
  readonly complete: boolean;
  /** Number of its connection, from 1. */
  readonly connection: number;
}

/** The server's side of a recorded request. */
export class RequestRecording implements RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers = new Map<string, string>();
  readonly connection: number;
  complete = false;
  readonly #chunks: Uint8Array[] = [];

  constructor(method: string, target: string, connection: number) {
    const [path = '', ...query] = target.split('?');
    this.method = method;
    this.path = path;
    this.query = new URLSearchParams(query.join('?'));
    this.connection = connection;
  }

  get body(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#chunks));
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }

  addBody(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
  }
}
