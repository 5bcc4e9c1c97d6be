import type { RequestHeaders } from '../http/request.ts';

/** The request that an auth placement changes, just before it is sent. @public */
export interface AuthTarget {
  readonly method: string;
  readonly url: URL;
  readonly headers: RequestHeaders;
  /** The bytes to be sent, if the request has a body of known bytes; a placement may replace them. */
  body?: Uint8Array | string | undefined;
  /** Wall clock in milliseconds, for signatures with a timestamp. */
  readonly nowMs: number;
}

/**
 * Places a credential in a request. `place` changes the target's headers, query or body. The credential
 * is `undefined` only for placements with `required: false`. @public
 */
export interface Auth {
  /**
   * Lower-case header names and query names that carry the credential. Callers may not set them; logs never
   * show them.
   */
  readonly headerNames: readonly string[];
  readonly queryNames: readonly string[];
  readonly required: boolean;
  place(target: AuthTarget, credential: string | undefined): void | Promise<void>;
}
