import type { CredentialSource } from '../credentials/source.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy, propertyOf } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { requireClient, requireText } from './require.ts';
import { fromResolver } from './secret-resolver.ts';

const azureSecretNames: OptionNames<AzureSecretOptions> = { name: 0, version: 0, field: 0 };

/** The methods used of a client: the `SecretClient` of `@azure/keyvault-secrets`. @public */
export interface AzureKeyVaultClient {
  getSecret(
    name: string,
    options?: { version?: string; abortSignal?: AbortSignal },
  ): Promise<{
    readonly value?: string | undefined;
    readonly properties?: { readonly expiresOn?: Date | undefined } | undefined;
  }>;
}

/** Selects a secret, its version, and its field. @public */
export interface AzureSecretOptions {
  readonly name: string;
  /** @defaultValue the latest */
  readonly version?: string | undefined;
  /** The property of a JSON secret that holds the credential. */
  readonly field?: string | undefined;
}

/**
 * A credential in Azure Key Vault (`Get Secret`), through your own client with its identity and retries. A
 * missing secret means *not here*. A secret that is disabled, expired (the vault still returns it), or
 * denied, is a `CredentialError`. It is refreshed before its `expiresOn`.
 *
 * Source: Azure Key Vault REST reference, Get Secret. @public
 *
 * @example
 * const vault = new SecretClient('https://acme.vault.azure.net', new DefaultAzureCredential());
 * const email = createEmailClient({ driver: plunk({ apiKey: fromAzureKeyVault(vault, { name: 'mail' }) }) });
 *
 * @throws ConfigurationError when the client or a required option is missing
 */
export function fromAzureKeyVault(
  client: AzureKeyVaultClient,
  options: AzureSecretOptions,
): CredentialSource {
  refuseUnknown(options, azureSecretNames, 'fromAzureKeyVault()', meantOption);
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
          if (propertyOf(error, 'code') === 'SecretNotFound') return undefined;
          throw error;
        }
      },
    },
    name,
    { field, version },
  );
}
