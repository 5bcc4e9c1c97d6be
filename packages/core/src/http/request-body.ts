import type { Runtime } from '../time/runtime.ts';

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
