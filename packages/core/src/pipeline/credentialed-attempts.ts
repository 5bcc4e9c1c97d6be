import type { CredentialResolver } from '../credentials/resolver.ts';
import type { Credential } from '../credentials/source.ts';
import type { AttemptResult } from './attempts.ts';
import { namingSource, wasRefused } from './refused-credential.ts';

/** The credentials of one call: those that its attempts used, and the one that the service refused. */
export class CredentialedAttempts {
  protected readonly credentials: CredentialResolver | undefined;
  #used: readonly string[] = none;
  // Of two hedged attempts one may carry the older credential.
  #refused: Credential | undefined;

  constructor(credentials: CredentialResolver | undefined) {
    this.credentials = credentials;
  }

  async refreshCredential(signal: AbortSignal): Promise<boolean> {
    if (this.credentials === undefined || this.#refused === undefined) return false;
    return (await this.credentials.refreshAfterRefusal(this.#refused.secret, signal)) !== undefined;
  }

  /** Values that must not show in any error. */
  secrets(): readonly string[] {
    return this.#used;
  }

  protected reveal(credential: Credential | undefined): string | undefined {
    const secret = credential?.secret.reveal();
    if (secret && !this.#used.includes(secret)) this.#used = [...this.#used, secret];
    return secret;
  }

  /** The result, which names the source of a credential that it says was refused. */
  protected judged<Output>(
    result: AttemptResult<Output>,
    credential: Credential | undefined,
  ): AttemptResult<Output> {
    if (wasRefused(result)) this.#refused = credential;
    return namingSource(result, credential);
  }
}

const none: readonly string[] = [];
