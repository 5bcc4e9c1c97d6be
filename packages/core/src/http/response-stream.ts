import type { Runtime } from '../time/runtime.ts';
import type { ResponseHeaders, ServiceResponse } from './response.ts';

/** Whether a response with these headers is given as a stream. @public */
export type IsStreamed = (status: number, headers: ResponseHeaders) => boolean;

/** Gives 2xx responses as streams: `responseStream()` of `@org/core/bodies`. @public */
export interface ResponseStream {
  readonly isStreamed: IsStreamed;
  /** The response for the program, whose body ends with its call. */
  guard(response: ServiceResponse, guard: BodyGuard): GuardedResponse;
}

/** What a streamed body needs of its call. @public */
export interface BodyGuard {
  readonly runtime: Runtime;
  /** Aborts for the caller, and when the client closes. */
  readonly signal: AbortSignal;
  /** The longest wait for the next bytes. */
  readonly silenceMs: number;
  /** The `Failure` of a connection that broke off. */
  classify(thrown: unknown): { readonly message: string };
  /** The error of the call for a `Failure`. */
  toError(failure: object): unknown;
}

/** A response that is read as it comes, and its end: read, failed, aborted or cancelled. @public */
export interface GuardedResponse {
  readonly response: ServiceResponse;
  readonly ended: Promise<void>;
}
