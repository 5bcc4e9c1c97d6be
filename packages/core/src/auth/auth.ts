import type { RequestHeaders } from '../http/request-headers.ts';

/** The request as an auth placement sees it, just before it leaves. @public */
export interface AuthTarget {
  readonly method: string;
  readonly url: URL;
  readonly headers: RequestHeaders;
  /** The bytes that will be sent, when there are any and they are known. */
  readonly body?: Uint8Array | string | undefined;
  /** Wall clock, milliseconds: for signatures with a timestamp. */
  readonly nowMs: number;
}

/**
 * Where and how a credential goes into a request. `place` changes the target's headers or query. `undefined` as credential is given
 * only to placements with `required: false`.
 *
 * @public
 */
export interface Auth {
  /** Header names (lower case) and query names that carry the credential: callers may not set them, logs never show them. */
  readonly headerNames: readonly string[];
  readonly queryNames: readonly string[];
  readonly required: boolean;
  place(target: AuthTarget, credential: string | undefined): void | Promise<void>;
}
