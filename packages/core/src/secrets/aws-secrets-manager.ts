import type { CredentialSource } from '../credentials/source.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy, propertyOf } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { decodeText } from './decode-text.ts';
import { requireClient, requireText } from './require.ts';
import { fromResolver } from './secret-resolver.ts';

const awsSecretNames: OptionNames<AwsSecretOptions> = {
  secretId: 0,
  field: 0,
  versionStage: 0,
  versionId: 0,
};

/**
 * The methods used of a client: the `SecretsManager` of `@aws-sdk/client-secrets-manager`, or the bare client
 * wrapped as `{ getSecretValue: (input, options) => client.send(new GetSecretValueCommand(input), options)
 * }`. @public
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

/** Selects a secret, its version, and its field. @public */
export interface AwsSecretOptions {
  /** Name or ARN. */
  readonly secretId: string;
  /** The property of a JSON secret that holds the credential. The AWS console creates JSON secrets. */
  readonly field?: string | undefined;
  /** `AWSPREVIOUS` is the version before the last rotation. @defaultValue `AWSCURRENT` */
  readonly versionStage?: string | undefined;
  readonly versionId?: string | undefined;
}

/**
 * A credential in AWS Secrets Manager (`GetSecretValue`), through your own client with its region, identity
 * and retries. A missing secret or version stage means *not here*. A secret that is marked for deletion, or
 * denied, is a `CredentialError`.
 *
 * Source: AWS Secrets Manager API reference, GetSecretValue. @public
 *
 * @example
 * const apiKey = fromAwsSecretsManager(new SecretsManager(), { secretId: 'prod/mail', field: 'apiKey' });
 * const email = createEmailClient({ driver: plunk({ apiKey }) });
 *
 * @throws ConfigurationError when the client or a required option is missing
 */
export function fromAwsSecretsManager(
  client: AwsSecretsManagerClient,
  options: AwsSecretOptions,
): CredentialSource {
  refuseUnknown(options, awsSecretNames, 'fromAwsSecretsManager()', meantOption);
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
          if (propertyOf(error, 'name') === 'ResourceNotFoundException') return undefined;
          throw error;
        }
      },
    },
    secretId,
    { field, version: versionId ?? versionStage },
  );
}
