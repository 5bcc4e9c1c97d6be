import { OrgError, type OrgErrorFields } from './org-error.ts';

/**
 * The network failed: name not found, refused, reset, cut, TLS refused. `outcome` says whether the service
 * may have acted. @public
 */
export class NetworkError extends OrgError {
  static override readonly family: string = 'NetworkError';
  declare readonly code: 'network';
}

/** Which wait was too long. @public */
export type TimeoutPhase =
  | 'queue'
  | 'credential'
  | 'request-body'
  | 'hook'
  | 'connect'
  | 'headers'
  | 'body'
  | 'decode'
  | 'retry-wait';

/**
 * A time limit passed; `phase` says in which wait, and `limit` whether it was the attempt's or the whole
 * call's. @public
 */
export class TimeoutError extends OrgError {
  static override readonly family: string = 'TimeoutError';
  declare readonly code: 'timeout';
  /** The wait that was too long. */
  declare readonly phase: TimeoutPhase;
  /** Whose limit passed: `timeoutMs` of the attempt, or `deadlineMs` of the call. */
  declare readonly limit: 'attempt' | 'deadline';

  constructor(
    fields: OrgErrorFields & { readonly phase?: TimeoutPhase; readonly limit?: 'attempt' | 'deadline' },
  ) {
    super({ phase: 'headers', limit: 'attempt', ...fields } as OrgErrorFields);
  }
}

/** The answer is not what the service promises: not JSON, or of another shape. @public */
export class ResponseFormatError extends OrgError {
  static override readonly family: string = 'ResponseFormatError';
  declare readonly code: 'response-format' | 'paging';
}

/** The answer was larger than `maxResponseBytes`; reading stopped there. @public */
export class ResponseTooLargeError extends OrgError {
  static override readonly family: string = 'ResponseTooLargeError';
  declare readonly code: 'response-too-large';
}

/** The service pointed somewhere else, and following would have been unsafe. @public */
export class RedirectError extends OrgError {
  static override readonly family: string = 'RedirectError';
  override readonly code = 'redirect-refused';
}

/**
 * Our own limiter did not let the call through: its queue is full, or the wait would be too long. Nothing was
 * sent. @public
 */
export class ThrottleRejectedError extends OrgError {
  static override readonly family: string = 'ThrottleRejectedError';
  declare readonly code: 'throttle-rejected';
}

/**
 * A circuit breaker did not let the call through, because too many others failed. Nothing was sent. @public
 */
export class CircuitOpenError extends OrgError {
  static override readonly family: string = 'CircuitOpenError';
  declare readonly code: 'circuit-open';
}

/**
 * The caller's own body failed: the stream broke, its factory threw or gave a stream that was used before, or
 * it had another length than announced.
 * `outcome` is `not-sent` when it failed before anything left. @public
 */
export class RequestBodyError extends OrgError {
  static override readonly family: string = 'RequestBodyError';
  declare readonly code: 'request-body';
}
