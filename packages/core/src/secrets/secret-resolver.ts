import type { CredentialSource } from '../credentials/source.ts';
import { credentialOf } from '../credentials/value.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { cleanCause } from '../observe/clean-cause.ts';
import { createRedactor } from '../observe/redact.ts';
import { own } from '../options/own.ts';
import { requireClient, requireText } from './require.ts';
import { isLasting } from './store-errors.ts';

/**
 * A store of secrets (1Password, Doppler, Infisical, a database, …) reached through your own client object: write the few lines of `get` that call
 * it. For AWS, Google, Azure and Vault they are written already.
 *
 * @public
 */
export interface SecretResolver {
  /** For error messages: `AWS Secrets Manager`. */
  readonly description?: string | undefined;
  /**
   * `undefined` when the store has no such secret: a chain goes on. A `CredentialError` is passed on as it is; any other rejection means that the store
   * could not be asked, and becomes the cause of one.
   */
  get(reference: string, options: SecretResolverOptions): Promise<ResolvedSecret | undefined>;
}

/** How a store is to be asked. @public */
export interface SecretResolverOptions {
  readonly signal?: AbortSignal | undefined;
  readonly version?: string | undefined;
  /** The last value was refused: go past any cache of the client. */
  readonly refresh: boolean;
}

/** What a store answered. @public */
export interface ResolvedSecret {
  readonly value: string;
  readonly version?: string | undefined;
  /** Not used any more after this. */
  readonly expiresAt?: Date | undefined;
}

/** Which version of a secret, and which part. @public */
export interface FromResolverOptions {
  /** Ask for this version instead of the current one. */
  readonly version?: string | undefined;
  /** The secret is a JSON object, and the credential is this property of it. */
  readonly field?: string | undefined;
}

/**
 * A credential out of a secret store. TenantQueue breaks at the end of the value do not count. Wrapped in `cached()` by every client, so the store is asked
 * about once in five minutes, and when the service refuses the credential.
 *
 * @throws ConfigurationError when there is no client, or an option that is needed is missing
 * @public
 */
export function fromResolver(
  resolver: SecretResolver,
  reference: string,
  options: FromResolverOptions = {},
): CredentialSource {
  requireClient('fromResolver', resolver, 'get');
  requireText('fromResolver', 'reference', reference);
  const version = own(options, 'version');
  const field = own(options, 'field');
  const described = `secret ${reference} in ${resolver.description ?? 'the secret store'}`;
  const description = version === undefined ? described : `version ${version} of ${described}`;
  return {
    description,
    async load({ signal, refresh }) {
      const found = await ask(resolver, reference, { signal, refresh, version }, description);
      // Many clients of databases say `null` for what is not there.
      if (found === undefined || found === null) return undefined;
      const value = field === undefined ? found.value : fieldOf(found.value, field, description);
      const text = typeof value === 'string' ? value.replace(/[\r\n]+$/, '') : value;
      return credentialOf(text, description, dateOf(found.expiresAt, description));
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
    if (CredentialError.isInstance(error)) throw error;
    throw new CredentialError({
      message: `The credential could not be read: ${description}.`,
      cause: cleanCause(error, createRedactor([])),
      retryable: !isLasting(error),
    });
  }
}

/** What came from outside may be text or a number, whatever its type says. */
function dateOf(expiresAt: Date | null | undefined, description: string): Date | undefined {
  if (expiresAt === undefined || expiresAt === null) return undefined;
  const date = new Date(expiresAt);
  if (!Number.isNaN(date.getTime())) return date;
  throw new CredentialError({
    message: `The credential cannot be used: the end of ${description} is no date.`,
  });
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
