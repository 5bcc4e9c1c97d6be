import type { CredentialResolver } from '../credentials/resolver.ts';
import type { Credential } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { sentences } from '../errors/sentences.ts';
import type { Failure } from '../retry/failure.ts';
import type { AttemptResult, FailedAttempt } from './executor.ts';

/** The credentials of one call: those that its attempts used, and the one that the service refused. */
export class CallCredentials {
  readonly #resolver: CredentialResolver | undefined;
  #used: readonly string[] = none;
  // Of two hedged attempts one may carry the older credential.
  #refused: Credential | undefined;

  constructor(resolver: CredentialResolver | undefined) {
    this.#resolver = resolver;
  }

  /** Every secret that an attempt of this call used. */
  get secrets(): readonly string[] {
    return this.#used;
  }

  /** The credential of the next attempt; `undefined` where none is configured, or an optional one is missing. */
  async get(signal: AbortSignal, isRequired: boolean): Promise<Credential | undefined> {
    const found = await (isRequired ? this.#resolver?.get(signal) : this.#resolver?.find(signal));
    const secret = found?.secret.reveal();
    if (secret && !this.#used.includes(secret)) this.#used = [...this.#used, secret];
    return found;
  }

  /** Loads the refused credential again. `false`: it is still the same one. */
  async refresh(signal: AbortSignal): Promise<boolean> {
    if (this.#resolver === undefined || this.#refused === undefined) return false;
    return (await this.#resolver.refreshAfterRefusal(this.#refused.secret, signal)) !== undefined;
  }

  /** Notes a refused credential, and names its source in the failure. */
  judge<Output>(result: AttemptResult<Output>, credential: Credential | undefined): AttemptResult<Output> {
    if (!isCredentialRefused(result)) return result;
    this.#refused = credential;
    const source =
      credential === undefined ? 'The client was given none.' : `It came from ${credential.source}.`;
    const message = sentences(result.failure.message, source);
    return { ...result, failure: { ...result.failure, message } };
  }
}

const none: readonly string[] = [];

export function isCredentialRefused(
  result: AttemptResult<unknown>,
): result is AttemptResult<unknown> & FailedAttempt {
  return 'failure' in result && (result.credentialRefused ?? result.failure.credentialRefused) === true;
}

/** A credential source or a signature that throws is no network failure: nothing was sent, and it would throw again. */
export function unusableCredential(cause: unknown): Failure {
  const message = 'The credential could not be loaded or applied: see the cause.';
  return { type: CredentialError, message, outcome: 'not-sent', replay: 'never', cause };
}
