import type { Credential } from '../credentials/source.ts';
import type { Failure } from '../operation.ts';
import type { AttemptResult } from './attempts.ts';

export function wasRefused(
  result: AttemptResult<unknown>,
): result is Extract<typeof result, { readonly failure: Failure }> {
  return 'failure' in result && (result.credentialRefused ?? result.failure.credentialRefused) === true;
}

/** Whoever reads that a credential was refused wants to know which one. */
export function namingSource<Output>(
  result: AttemptResult<Output>,
  credential: Credential | undefined,
): AttemptResult<Output> {
  if (credential === undefined || !wasRefused(result)) return result;
  const message = `${result.failure.message} It came from ${credential.source}.`;
  return { ...result, failure: { ...result.failure, message } };
}
