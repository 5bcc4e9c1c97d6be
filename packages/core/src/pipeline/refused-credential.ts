import type { Credential } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { type Failure } from '../retry/failure.ts';
import { sentences } from '../errors/sentences.ts';
import { type Failure } from '../operation.ts';
import type { AttemptResult } from './attempts.ts';

export function wasRefused(
  result: AttemptResult<unknown>,
): result is Extract<typeof result, { readonly failure: Failure }> {
  return 'failure' in result && (result.credentialRefused ?? result.failure.credentialRefused) === true;
}

/** Whoever reads that a credential was refused wants to know which one, or that there was none. */
export function namingSource<Output>(
  result: AttemptResult<Output>,
  credential: Credential | undefined,
): AttemptResult<Output> {
  if (!wasRefused(result)) return result;
  const source =
    credential === undefined ? 'The client was given none.' : `It came from ${credential.source}.`;
  const message = sentences(result.failure.message, source);
  return { ...result, failure: { ...result.failure, message } };
}

/** A credential source or a signature that breaks is not the network: nothing was sent, and the same again would break again. */
export function unusableCredential(cause: unknown): Failure {
  const message = 'The credential could not be loaded or applied: see the cause.';
  return { type: CredentialError, message, outcome: 'not-sent', replay: 'never', cause };
}
