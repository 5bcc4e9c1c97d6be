import type { CredentialSource } from '../credentials/source.ts';
import { readProperty } from '../observe/read-property.ts';
import { ownCopy } from '../options/own.ts';
import { requireClient, requireText } from './require.ts';
import { fromResolver } from './secret-resolver.ts';

/** What is used of a client: the `SecretClient` of `@azure/keyvault-secrets`. @public */
export interface AzureKeyVaultClient {
  getSecret(
    name: string,
    options?: { version?: string; abortSignal?: AbortSignal },
  ): Promise<{
    readonly value?: string | undefined;
    readonly properties?: { readonly expiresOn?: Date | undefined } | undefined;
  }>;
}

/** Which secret, which version of it, and which part. @public */
export interface AzureSecretOptions {
  readonly name: string;
  /** @defaultValue the latest */
  readonly version?: string | undefined;
  /** The secret is a JSON object, and the credential is this property of it. */
  readonly field?: string | undefined;
}

/**
 * A credential in Azure Key Vault (`Get Secret`), through your own client with its identity and retries. A secret that does not exist means *not here*; one
 * that is disabled, has expired (the vault gives it out all the same), or may not be read, is a `CredentialError`. It is renewed before its `expiresOn`.
 *
 * Source: Azure Key Vault REST reference, Get Secret.
 *
 * @throws ConfigurationError when there is no client, or an option that is needed is missing
 * @public
 */
export function fromAzureKeyVault(
  client: AzureKeyVaultClient,
  options: AzureSecretOptions,
): CredentialSource {
  const { name, version, field } = ownCopy(options);
  requireClient('fromAzureKeyVault', client, 'getSecret');
  requireText('fromAzureKeyVault', 'name', name);
  return fromResolver(
    {
      description: 'Azure Key Vault',
      async get(_reference, { signal }) {
        try {
          const { value = '', properties } = await client.getSecret(name, {
            ...(version === undefined ? {} : { version }),
            ...(signal === undefined ? {} : { abortSignal: signal }),
          });
          return { value, expiresAt: properties?.expiresOn };
        } catch (error) {
          if (readProperty(error, 'code') === 'SecretNotFound') return undefined;
          throw error;
        }
      },
    },
    name,
    { field, version },
  );
}
