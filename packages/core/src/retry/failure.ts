import type { OrgError, OrgErrorFields, Outcome } from '../errors/org-error.ts';
import type { Issue } from '../schema.ts';

/** Why an attempt has no value, as data; the pipeline makes the error. @public */
export interface Failure {
  /** The class of the error. */
  readonly type: FailureType;
  /** What failed and what to do, in our words; no key, no URL. */
  readonly message: string;
  /**
   * The service's own words, whole. The pipeline removes the credential, applies `redact`, then cuts them,
   * and appends them to the message. Do not cut them here: half a key is not recognised.
   */
  readonly words?: string | undefined;
  /** Removes other private data (addresses, coordinates) from `words`, `details` and `issues`. */
  readonly redact?: ((text: string) => string) | undefined;
  /** What is known about the effect. */
  readonly outcome: Outcome;
  /**
   * `always`: the service surely did not act. `if-safe`: unclear, so `unsafe` operations are not repeated.
   * `never`.
   */
  readonly replay: 'always' | 'if-safe' | 'never';
  /** Back off with the longer, throttling base. */
  readonly throttled?: boolean | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The service's own error code, as it spells it. */
  readonly providerCode?: string | undefined;
  /** The service's own account of the failure; cleaned and cut by the pipeline. */
  readonly details?: unknown;
  /** What is wrong with the request, each with its path. */
  readonly issues?: readonly Issue[] | undefined;
  /** The service's id of the request. @defaultValue read from `requestIdHeaders` */
  readonly providerRequestId?: string | undefined;
  /** HTTP status, or the status of the protocol in use. */
  readonly status?: number | undefined;
  /** The error behind this failure; the pipeline keeps a cleaned copy. */
  readonly cause?: unknown;
  /**
   * The service refused the credential itself, so that a fresh one may help.
   *
   * @defaultValue whether the status is 401
   */
  readonly credentialRefused?: boolean | undefined;
  /** Further fields for the constructor of `type`, where the class has some. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** The class of the error that a failure becomes. @public */
export type FailureType = new (fields: OrgErrorFields) => OrgError;
