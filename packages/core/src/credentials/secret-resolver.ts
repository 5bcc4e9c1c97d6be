import { CredentialError } from '../errors/caller-errors.ts';
import { cleanCause } from '../observe/clean-cause.ts';
import { own } from '../own.ts';
import type { CredentialSource } from './source.ts';
import { credentialOf } from './value.ts';

/**
 * A store of secrets (AWS Secrets Manager, GCP Secret Manager, Azure Key Vault, Vault, 1Password, Doppler, …) reached through your own client object. Write
 * the few lines of `get` that call it.
 *
 * @public
 */
export interface SecretResolver {
  /** For error messages: `AWS Secrets Manager`. */
  readonly description?: string | undefined;
  /** `undefined` when the store has no such secret; any rejection means that the store could not be asked. */
  get(reference: string, options: SecretResolverOptions): Promise<ResolvedSecret | undefined>;
}

/** @public */
export interface SecretResolverOptions {
  readonly signal?: AbortSignal | undefined;
  readonly version?: string | undefined;
  /** The last value was refused: go past any cache of the client. */
  readonly refresh: boolean;
}

/** @public */
export interface ResolvedSecret {
  readonly value: string;
  readonly version?: string | undefined;
  readonly expiresAt?: Date | undefined;
}

/** @public */
export interface FromResolverOptions {
  /** Ask for this version instead of the current one. */
  readonly version?: string | undefined;
  /** The secret is a JSON object, and the credential is this property of it. */
  readonly field?: string | undefined;
}

/**
 * A credential out of a secret store. Wrapped in `cached()` by every client, so the store is asked about once in five minutes.
 *
 * @public
 */
export function fromResolver(
  resolver: SecretResolver,
  reference: string,
  options: FromResolverOptions = {},
): CredentialSource {
  const version = own(options, 'version');
  const field = own(options, 'field');
  const description = `secret ${reference} in ${resolver.description ?? 'the secret store'}`;
  return {
    description,
    async load({ signal, refresh }) {
      const found = await ask(resolver, reference, { signal, refresh, version }, description);
      if (found === undefined) return undefined;
      const value = field === undefined ? found.value : fieldOf(found.value, field, description);
      return credentialOf(value, description, found.expiresAt);
    },
  };
}

async function ask(
  resolver: SecretResolver,
  reference: string,
  options: SecretResolverOptions,
  description: string,
): Promise<ResolvedSecret | undefined> {
  try {
    return await resolver.get(reference, options);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw new CredentialError({
      message: `The credential could not be read: ${description}.`,
      cause: cleanCause(error, []),
      retryable: true,
    });
  }
}

function fieldOf(json: string, field: string, description: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    // The parser's own error quotes the text.
  }
  if (typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, field)) {
    const value: unknown = Reflect.get(parsed, field);
    if (typeof value === 'string') return value;
  }
  throw new CredentialError({
    message: `The credential cannot be used: ${description} is not a JSON object with a text ${JSON.stringify(field)}.`,
  });
}
