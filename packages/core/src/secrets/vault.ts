import type { CredentialSource } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { readProperty } from '../observe/read-property.ts';
import { ownCopy } from '../options/own.ts';
import { requireClient, requireText } from './require.ts';
import { fromResolver, type ResolvedSecret } from './secret-resolver.ts';
import { statusOf } from './store-errors.ts';

/** What is used of a client: `read` as `createVaultClient()` and `node-vault` have it. @public */
export interface VaultClient {
  /** @returns the JSON of `GET /v1/{path}`; rejects with an error that has the status and the body of a refusal */
  read(path: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<unknown>;
}

/** Which secret, which version of it, and which part. @public */
export interface VaultSecretOptions {
  /** Of the secret below its mount, without `data/`: `prod/mail`. */
  readonly path: string;
  /** A secret of the KV engine is an object; the credential is this property of it. */
  readonly field: string;
  /** Where the KV engine (version 2) is mounted. @defaultValue `secret` */
  readonly mount?: string | undefined;
  /** @defaultValue the latest */
  readonly version?: number | undefined;
}

/**
 * A credential in the KV engine, version 2, of HashiCorp Vault or OpenBao. A path that has no secret means *not here*; a version that was deleted or
 * destroyed, or may not be read, is a `CredentialError`. It is renewed before the time at which the engine is going to delete it.
 *
 * Source: HashiCorp Vault, KV secrets engine version 2 (API), "Read Secret Version".
 *
 * @throws ConfigurationError when there is no client, an option that is needed is missing, or a path is none
 * @public
 */
export function fromVault(client: VaultClient, options: VaultSecretOptions): CredentialSource {
  const { path, field, mount = 'secret', version } = ownCopy(options);
  requireClient('fromVault', client, 'read');
  requireText('fromVault', 'field', field);
  const engine = withoutOuterSlashes(requireText('fromVault', 'mount', mount));
  const name = withoutOuterSlashes(requireText('fromVault', 'path', path));
  const reference = `${engine}/${name}`;
  // It is read by a URL, in which these would end the path: another secret would be found.
  if (/[?#]/.test(reference)) throw wrongOption('fromVault() takes no "?" and no "#" in mount and path.');
  const query = version === undefined ? '' : `?version=${version}`;
  return fromResolver(
    {
      description: 'Vault',
      async get(_reference, { signal }) {
        try {
          const body = await client.read(`${engine}/data/${name}${query}`, { signal });
          return secretIn(readProperty(body, 'data'), reference, field);
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
  const fields = readProperty(data, 'data');
  const value =
    typeof fields === 'object' && fields !== null && Object.hasOwn(fields, field)
      ? readProperty(fields, field)
      : undefined;
  if (typeof value !== 'string') {
    throw new CredentialError({
      message: `The credential cannot be used: secret ${reference} in Vault has no text ${JSON.stringify(field)}. Check the field, and that the mount is a KV engine of version 2.`,
    });
  }
  const deletedAt = Date.parse(String(readProperty(readProperty(data, 'metadata'), 'deletion_time')));
  return Number.isNaN(deletedAt) ? { value } : { value, expiresAt: new Date(deletedAt) };
}

/** Vault says 404 to a path without a secret, to a version that is no more (with its metadata), and to a path without a mount (with errors). */
function whenNotFound(error: unknown, reference: string): undefined {
  if (statusOf(error) !== 404) throw error;
  const body = readProperty(error, 'details') ?? readProperty(readProperty(error, 'response'), 'body');
  const metadata = readProperty(readProperty(body, 'data'), 'metadata');
  if (metadata !== undefined) {
    const how = readProperty(metadata, 'destroyed') === true ? 'destroyed' : 'deleted';
    const message = `The credential cannot be used: version ${readProperty(metadata, 'version')} of secret ${reference} in Vault was ${how}.`;
    throw new CredentialError({ message });
  }
  const errors = readProperty(body, 'errors');
  if (Array.isArray(errors) && errors.length === 0) return undefined;
  throw error;
}
