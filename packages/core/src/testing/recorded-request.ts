/**
 * A request as far as it has arrived. It grows: read it when `complete` is true, or after the call has ended.
 *
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

/** The server's side of a recorded request. @internal */
export interface RequestRecording extends RecordedRequest {
  readonly headers: Map<string, string>;
  addBody(bytes: Uint8Array): void;
  finish(): void;
}

/** @internal */
export function createRecording(method: string, target: string, connection: number): RequestRecording {
  const queryStart = target.indexOf('?');
  const chunks: Uint8Array[] = [];
  let complete = false;
  return {
    method,
    path: queryStart === -1 ? target : target.slice(0, queryStart),
    query: new URLSearchParams(queryStart === -1 ? '' : target.slice(queryStart + 1)),
    headers: new Map(),
    get body() {
      return new Uint8Array(Buffer.concat(chunks));
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
    get complete() {
      return complete;
    },
    connection,
    addBody: (bytes) => void chunks.push(bytes),
    finish() {
      complete = true;
    },
  };
}
