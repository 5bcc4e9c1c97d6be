import type { Runtime } from '../time/runtime.ts';
import type { RequestHeaders } from './request.ts';
import type { ServiceResponse } from './response.ts';

/** One request, complete: nothing is added after this. @public */
export interface TransportRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: RequestHeaders;
  /** The length of a stream, where it is known, is in `content-length`. */
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array> | undefined;
  /** Aborts for the caller's abort, the attempt's limit and the deadline alike. */
  readonly signal: AbortSignal;
  /** More decoded bytes than this is a `ResponseTooLargeError`. */
  readonly maxResponseBytes: number;
  readonly runtime: Runtime;
  /**
   * Called with `false` when a connection has to be found or made, and with `true` when the request can leave on it. A time limit that passes
   * in between is `not-sent`. A transport that does not know never calls it.
   */
  onConnection?(isOpen: boolean): void;
  /** Called when status and headers are there and the body begins. */
  onHeaders?(status: number): void;
}

/**
 * One attempt: sends one request, follows nothing, repeats nothing, reads the whole answer. Rejects with the signal's reason on abort and with
 * the platform's own error when the network fails.
 *
 * @public
 */
export type Transport = (request: TransportRequest) => Promise<ServiceResponse>;
