import type { Runtime } from '../time/runtime.ts';
import type { Secret } from './secret.ts';

/** A credential, as a source returns it. @public */
export interface Credential {
  readonly secret: Secret;
  /** The origin, for error messages: `environment variable PLUNK_API_KEY`. Never the value. */
  readonly source: string;
  /** Wall-clock instant of its expiry, if known. */
  readonly expiresAt?: Date | undefined;
}

/** The context of one load. @public */
export interface CredentialContext {
  readonly runtime: Runtime;
  readonly signal?: AbortSignal | undefined;
  /** The service rejected the last credential: load a new one, past any cache. */
  readonly refresh: boolean;
  /**
   * With `refresh`: the rejected credential. A cache that already has another one returns it without a load.
   */
  readonly refused?: Secret | undefined;
}

/**
 * A source of a credential. `undefined` means *not here*: a chain continues. An unusable credential is a
 * `CredentialError`: a chain stops, so a malformed file never falls through to another identity. @public
 */
export interface CredentialSource {
  /** The places that it reads, for error messages: `PLUNK_API_KEY or PLUNK_API_KEY_FILE`. */
  readonly description: string;
  load(context: CredentialContext): Promise<Credential | undefined>;
}

/** A credential in an option: a string, a `Secret`, or a source. @public */
export type CredentialInput = string | Secret | CredentialSource;
