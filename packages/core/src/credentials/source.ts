import type { Runtime } from '../time/runtime.ts';
import type { Secret } from './secret.ts';

/** A credential as a source found it. @public */
export interface Credential {
  readonly secret: Secret;
  /** Where it came from, in words for an error message: `environment variable PLUNK_API_KEY`. Never the value. */
  readonly source: string;
  /** Wall-clock instant after which it is no longer good, if it says. */
  readonly expiresAt?: Date | undefined;
}

/** How a credential is to be looked up. @public */
export interface CredentialContext {
  readonly runtime: Runtime;
  readonly signal?: AbortSignal | undefined;
  /** The last credential was refused: look again, past any cache. */
  readonly refresh: boolean;
  /** With `refresh`: the credential that was refused. A cache that holds another one by now gives that, without looking. */
  readonly refused?: Secret | undefined;
}

/**
 * Where a credential comes from. `undefined` means *not here* (a chain goes on); something found but unusable is a
 * `CredentialError` (a chain stops, so that a malformed file never falls through to another identity).
 *
 * @public
 */
export interface CredentialSource {
  /** Where it looks, for error messages: `PLUNK_API_KEY or PLUNK_API_KEY_FILE`. */
  readonly description: string;
  load(context: CredentialContext): Promise<Credential | undefined>;
}

/** How an option accepts a credential: the value itself, wrapped, or a source of it. @public */
export type CredentialInput = string | Secret | CredentialSource;
