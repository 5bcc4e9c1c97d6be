export { fromEnvFile } from '../credentials/env-file.ts';
export { createRedactor, type Redact } from '../observe/redact.ts';
export type {
  AwsSecretOptions,
  AwsSecretRequest,
  AwsSecretsManagerClient,
} from './aws-secrets-manager.ts';
export { fromAwsSecretsManager } from './aws-secrets-manager.ts';
export { type AzureKeyVaultClient, type AzureSecretOptions, fromAzureKeyVault } from './azure-key-vault.ts';
export type { GoogleSecretManagerClient, GoogleSecretOptions } from './google-secret-manager.ts';
export { fromGoogleSecretManager } from './google-secret-manager.ts';
export { fromOAuth2ClientCredentials, type OAuth2Options } from './oauth2.ts';
export type {
  FromResolverOptions,
  ResolvedSecret,
  SecretResolver,
  SecretResolverOptions,
} from './secret-resolver.ts';
export { fromResolver } from './secret-resolver.ts';
export { fromVault, type VaultClient, type VaultSecretOptions } from './vault.ts';
export { createVaultClient, type VaultClientOptions, type VaultHttpClient } from './vault-client.ts';
