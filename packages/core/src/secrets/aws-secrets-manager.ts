import type { CredentialSource } from '../credentials/source.ts';
import { readProperty } from '../observe/read-property.ts';
import { ownCopy } from '../options/own.ts';
import { decodeText } from './decode-text.ts';
import { requireClient, requireText } from './require.ts';
import { fromResolver } from './secret-resolver.ts';

/**
 * What is used of a client: the `SecretsManager` of `@aws-sdk/client-secrets-manager`, or the bare client in these words:
 * `{ getSecretValue: (input, options) => client.send(new GetSecretValueCommand(input), options) }`.
 *
 * @public
 */
export interface AwsSecretsManagerClient {
  getSecretValue(
    input: AwsSecretRequest,
    options?: { abortSignal?: AbortSignal },
  ): Promise<{ readonly SecretString?: string | undefined; readonly SecretBinary?: Uint8Array | undefined }>;
}

/** The input of `GetSecretValue`. @public */
export interface AwsSecretRequest {
  SecretId: string;
  VersionId?: string;
  VersionStage?: string;
}

/** Which secret, which version of it, and which part. @public */
export interface AwsSecretOptions {
  /** Name or ARN. */
  readonly secretId: string;
  /** The secret is a JSON object, as the console makes them, and the credential is this property of it. */
  readonly field?: string | undefined;
  /** `AWSPREVIOUS` is the one before the last rotation. @defaultValue `AWSCURRENT` */
  readonly versionStage?: string | undefined;
  readonly versionId?: string | undefined;
}

/**
 * A credential in AWS Secrets Manager (`GetSecretValue`), through your own client with its region, identity and retries. A secret or a version stage
 * that does not exist means *not here*; one that is marked for deletion, or may not be read, is a `CredentialError`.
 *
 * Source: AWS Secrets Manager API reference, GetSecretValue.
 *
 * @throws ConfigurationError when there is no client, or an option that is needed is missing
 * @public
 */
export function fromAwsSecretsManager(
  client: AwsSecretsManagerClient,
  options: AwsSecretOptions,
): CredentialSource {
  const { secretId, field, versionStage, versionId } = ownCopy(options);
  requireClient('fromAwsSecretsManager', client, 'getSecretValue');
  requireText('fromAwsSecretsManager', 'secretId', secretId);
  const input: AwsSecretRequest = {
    SecretId: secretId,
    ...(versionId === undefined ? {} : { VersionId: versionId }),
    ...(versionStage === undefined ? {} : { VersionStage: versionStage }),
  };
  return fromResolver(
    {
      description: 'AWS Secrets Manager',
      async get(_reference, { signal }) {
        try {
          const found = await client.getSecretValue({ ...input }, signal ? { abortSignal: signal } : {});
          return { value: found.SecretString ?? decodeText(found.SecretBinary) };
        } catch (error) {
          if (readProperty(error, 'name') === 'ResourceNotFoundException') return undefined;
          throw error;
        }
      },
    },
    secretId,
    { field, version: versionId ?? versionStage },
  );
}
