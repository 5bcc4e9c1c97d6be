import type { CredentialSource } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy, propertyOf } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { parseIsoInstant } from '../time/instant.ts';
import { requireClient, requireText } from './require.ts';
import { fromResolver, type ResolvedSecret } from './secret-resolver.ts';
import { statusOf } from './store-errors.ts';

const vaultSecretNames: OptionNames<VaultSecretOptions> = { path: 0, field: 0, mount: 0, version: 0 };

/** The methods used of a client: `read`, like those of `createVaultClient()` and `node-vault`. @public */
export interface VaultClient {
  /**
   * @returns the JSON of `GET /v1/{path}`; rejects with an error that has the status and the body of an error
   * response
   */
  read(path: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<unknown>;
}

/** Selects a secret, its version, and its field. @public */
export interface VaultSecretOptions {
  /** The secret's path below its mount, without `data/`: `prod/mail`. */
  readonly path: string;
  /** The property of the KV secret that holds the credential. */
  readonly field: string;
  /** The mount path of the KV engine (version 2). @defaultValue `secret` */
  readonly mount?: string | undefined;
  /** @defaultValue the latest */
  readonly version?: number | undefined;
}

/**
 * A credential in the KV engine, version 2, of HashiCorp Vault or OpenBao. A path without a secret means *not
 * here*. A version that was deleted, destroyed, or denied, is a `CredentialError`. It is refreshed before the
 * engine's deletion time.
 *
 * Source: HashiCorp Vault, KV secrets engine version 2 (API), "Read Secret Version". @public
 *
 * @example
 * const apiKey = fromVault(createVaultClient(), { path: 'prod/mail', field: 'apiKey' });
 * const email = createEmailClient({ driver: plunk({ apiKey }) });
 *
 * @throws ConfigurationError when the client or a required option is missing, or a path is invalid
 */
export function fromVault(client: VaultClient, options: VaultSecretOptions): CredentialSource {
  refuseUnknown(options, vaultSecretNames, 'fromVault()', meantOption);
  const { path, field, mount = 'secret', version } = ownCopy(options);
  requireClient('fromVault', client, 'read');
  requireText('fromVault', 'field', field);
  const engine = withoutOuterSlashes(requireText('fromVault', 'mount', mount));
  const name = withoutOuterSlashes(requireText('fromVault', 'path', path));
  const reference = `${engine}/${name}`;
  // These characters would end the path in the URL, and read another secret.
  if (/[?#]/.test(reference)) throw wrongOption('fromVault(): mount and path must not contain "?" or "#".');
  const query = version === undefined ? '' : `?version=${version}`;
  return fromResolver(
    {
      description: 'Vault',
      async get(_reference, { signal }) {
        try {
          const body = await client.read(`${engine}/data/${name}${query}`, { signal });
          return secretIn(propertyOf(body, 'data'), reference, field);
        } catch (error) {
          return whenNotFound(error, reference);
        }
      },
    },
    reference,
    { version: version === undefined ? undefined : String(version) },
  );
}

function withoutOuterSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

function secretIn(data: unknown, reference: string, field: string): ResolvedSecret {
  const fields = propertyOf(data, 'data');
  const value =
    typeof fields === 'object' && fields !== null && Object.hasOwn(fields, field)
      ? propertyOf(fields, field)
      : undefined;
  if (typeof value !== 'string') {
    throw new CredentialError({
      message:
        `The credential cannot be used: secret ${reference} in Vault has no string ` +
        `${JSON.stringify(field)}. Check the field, and that the mount is a KV engine of version 2.`,
    });
  }
  const deletedAt = parseIsoInstant(String(propertyOf(propertyOf(data, 'metadata'), 'deletion_time')));
  return deletedAt === undefined ? { value } : { value, expiresAt: new Date(deletedAt) };
}

/**
 * Vault returns 404 for a path without a secret, for a deleted version (with metadata), and for a path
 * without a mount (with errors).
 */
function whenNotFound(error: unknown, reference: string): undefined {
  if (statusOf(error) !== 404) throw error;
  const body = propertyOf(error, 'details') ?? propertyOf(propertyOf(error, 'response'), 'body');
  const metadata = propertyOf(propertyOf(body, 'data'), 'metadata');
  if (metadata !== undefined) {
    const how = propertyOf(metadata, 'destroyed') === true ? 'destroyed' : 'deleted';
    const version = `version ${propertyOf(metadata, 'version')} of secret ${reference} in Vault`;
    throw new CredentialError({ message: `The credential cannot be used: ${version} was ${how}.` });
  }
  const errors = propertyOf(body, 'errors');
  if (Array.isArray(errors) && errors.length === 0) return undefined;
  throw error;
}
