import type { OrgError } from '../errors/org-error.ts';
import { RateLimitError, ServerError } from '../errors/service-errors.ts';
import { NetworkError, TimeoutError } from '../errors/transport-errors.ts';

/** The decisions of a product about the failures of its drivers. @public */
export interface FailoverRules {
  /**
   * Whether the next driver may try after this error. If it may, and nothing was sent or calls only read, a
   * driver before the last makes no further attempt and waits for nothing.
   */
  mayTryNext(error: OrgError): boolean;
  /** Whether the next call of this driver would fail as well: it is left out. See {@link isOutage}. */
  isOutage(error: OrgError): boolean;
  /** How long a driver is left out, in milliseconds, where the error has no `retryAfterMs`. */
  readonly leaveOutMs: number;
  /** Whether a call can be repeated whatever became of it: it only reads. */
  readonly isRepeatable: boolean;
  /**
   * The error of a call in which an earlier driver may have acted (`doubt`).
   *
   * @defaultValue the last error, with the worst outcome
   */
  inDoubt?(doubt: OrgError, last: OrgError): OrgError;
}

const outages = [NetworkError, RateLimitError, ServerError, TimeoutError];

/**
 * Is the service unreachable, throttling or failing? An open circuit and a full queue are not outages: they
 * know themselves when they end. @public
 */
export function isOutage(error: OrgError): boolean {
  return outages.some((family) => family.isInstance(error));
}
