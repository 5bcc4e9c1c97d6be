import type { Runtime } from '../time/runtime.ts';
import type { RequestHeaders } from './request.ts';
import type { ServiceResponse } from './response.ts';
import type { IsStreamed } from './response-stream.ts';

/** One complete request: nothing is added to it. @public */
export interface TransportRequest {
  readonly url: URL;
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
   * Of a response for which it is true, the transport resolves after the headers, with the body as a stream:
   * `createServiceResponse(status, headers, new Uint8Array(), body)`. One that cannot reads it all.
   */
  readonly isStreamed?: IsStreamed | undefined;
  /**
   * Called with `false` before the request waits for a connection, and with `true` when it has one. A time
   * limit that passes in between is `not-sent`. A transport without this knowledge never calls it. `proxy`
   * is the place of a proxy on the way, for the error.
   */
  onConnection?(isOpen: boolean, proxy?: string): void;
  /** Called after the headers, before the body. */
  onHeaders?(status: number): void;
}

/**
 * Sends one request and reads the whole response. Follows no redirect and repeats nothing. Rejects with the
 * signal's reason on abort, and with the platform's own error when the network fails. @public
 */
export type Transport = (request: TransportRequest) => Promise<ServiceResponse>;
