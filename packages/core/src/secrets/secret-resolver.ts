import type { CredentialSource } from '../credentials/source.ts';
import { credentialOf } from '../credentials/value.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { cleanCause } from '../observe/clean-cause.ts';
import { createRedactor } from '../observe/redact.ts';
import { secretKindOf } from '../options/kind-of.ts';
import { meantOption } from '../options/meant-option.ts';
import { own, propertyOf } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { requireClient, requireText } from './require.ts';
import { isLasting } from './store-errors.ts';

const fromResolverNames: OptionNames<FromResolverOptions> = { version: 0, field: 0 };

/**
 * Reads a secret store (1Password, Doppler, Infisical, a database, …) through your own client: implement
 * `get`. AWS, Google, Azure and Vault have ready-made sources. @public
 */
export interface SecretResolver {
  /** For error messages: `AWS Secrets Manager`. */
  readonly description?: string | undefined;
  /**
   * Resolves with `undefined` when the store has no such secret: a chain continues. A `CredentialError` is
   * passed on unchanged. Any other rejection becomes the cause of a `CredentialError`.
   */
  get(reference: string, options: SecretResolverOptions): Promise<ResolvedSecret | undefined>;
}

/** Options of one read from a secret store. @public */
export interface SecretResolverOptions {
  readonly signal?: AbortSignal | undefined;
  readonly version?: string | undefined;
  /** The service rejected the last value: bypass any cache of the client. */
  readonly refresh: boolean;
}

/** A secret, as a store returns it. @public */
export interface ResolvedSecret {
  readonly value: string;
  readonly version?: string | undefined;
  /** The expiry: the value is not used after it. */
  readonly expiresAt?: Date | undefined;
}

/** Options of `fromResolver()`. @public */
export interface FromResolverOptions {
  /** Read this version instead of the current one. */
  readonly version?: string | undefined;
  /** The property of a JSON secret that holds the credential. */
  readonly field?: string | undefined;
}

/**
 * A credential in a secret store. Line breaks at the end of the value are ignored. Every client wraps it in
 * `cachedCredential()`: it reads the store about every five minutes, and when the service rejects the
 * credential.
 * @public
 *
 * @example
 * const get = async (name: string) => ({ value: await readFromDoppler(name) });
 * const doppler = { description: 'Doppler', get };
 * const email = createEmailClient({ driver: plunk({ apiKey: fromResolver(doppler, 'MAIL_KEY') }) });
 *
 * @throws ConfigurationError when the client or a required option is missing
 */
export function fromResolver(
  resolver: SecretResolver,
  reference: string,
  options: FromResolverOptions = {},
): CredentialSource {
  refuseUnknown(options, fromResolverNames, 'fromResolver()', meantOption);
  requireClient('fromResolver', resolver, 'get');
  requireText('fromResolver', 'reference', reference);
  const version = own(options, 'version');
  const field = own(options, 'field');
  const described = `secret ${reference} in ${resolver.description ?? 'the secret store'}`;
  const description = version === undefined ? described : `version ${version} of ${described}`;
  return {
    description,
    async load({ signal, refresh }) {
      const found = await read(resolver, reference, { signal, refresh, version }, description);
      // Many database clients return `null` for a missing row.
      if (found === undefined || found === null) return undefined;
      if (typeof found !== 'object')
        throw wrongOption(`get() must resolve with { value } (${description}), not ${secretKindOf(found)}.`);
      const value = field === undefined ? found.value : fieldOf(found.value, field, description);
      const text = typeof value === 'string' ? value.replace(/(?<![\r\n])[\r\n]+$/, '') : value;
      return credentialOf(text, description, dateOf(found.expiresAt, description));
    },
  };
}

async function read(
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

/** A resolver may return a string or a number, despite its type. */
function dateOf(expiresAt: Date | null | undefined, description: string): Date | undefined {
  if (expiresAt === undefined || expiresAt === null) return undefined;
  const date = new Date(expiresAt);
  if (!Number.isNaN(date.getTime())) return date;
  throw new CredentialError({
    message: `The credential cannot be used: the expiresAt of ${description} is not a date.`,
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
    const value: unknown = propertyOf(parsed, field);
    if (typeof value === 'string') return value;
  }
  throw new CredentialError({
    message:
      `The credential cannot be used: ${description} is not a JSON object ` +
      `with a string ${JSON.stringify(field)}.`,
  });
}
