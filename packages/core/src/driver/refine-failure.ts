import {
  AuthenticationError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
} from '../errors/service-errors.ts';
import type { Failure } from '../retry/failure.ts';

/**
 * Adds to the meaning of a status what the service's own code or words say. The status comes first, because
 * services use one name for many things, and because a proxy or a failed server may answer in a service's
 * name: a 401 is about the credential, unless the meaning says `credentialRefused`; a 429 is a limit; a 5xx
 * is a failed server. @public
 *
 * @example
 * ```ts
 * const classify: Classify = (response, context) => {
 *   const failure = classifyStatus(response, context);
 *   return failure && refineFailure(failure, meanings.get(response.status));
 * };
 * ```
 */
export function refineFailure(failure: Failure, meaning: Partial<Failure> | undefined): Failure {
  return meaning === undefined || !fits(failure.status ?? 0, meaning) ? failure : { ...failure, ...meaning };
}

function fits(status: number, { type, credentialRefused }: Partial<Failure>): boolean {
  if (status === 401) return credentialRefused !== undefined || type === AuthenticationError;
  if (status === 429) return type === undefined || type === RateLimitError || type === QuotaExceededError;
  return status < 500 || type === undefined || type === ServerError;
}
