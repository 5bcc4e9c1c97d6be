import type { CredentialSource } from '../credentials/source.ts';
import { decodeBase64 } from '../encoding/encoding.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { readProperty } from '../observe/read-property.ts';
import { ownCopy } from '../options/own.ts';
import { decodeText } from './decode-text.ts';
import { requireClient, requireText } from './require.ts';
import { fromResolver } from './secret-resolver.ts';
import { statusOf } from './store-errors.ts';

/** What is used of a client: the `SecretManagerServiceClient` of `@google-cloud/secret-manager`. @public */
export interface GoogleSecretManagerClient {
  accessSecretVersion(request: {
    name: string;
  }): Promise<
    readonly [
      { readonly payload?: { readonly data?: Uint8Array | string | null | undefined } | null | undefined },
      ...unknown[],
    ]
  >;
}

/** Which secret, which version of it, and which part. @public */
export interface GoogleSecretOptions {
  /** `projects/my-project/secrets/my-secret`, or with a region `projects/my-project/locations/europe-west1/secrets/my-secret`; a version may follow, as the console shows it. */
  readonly secret: string;
  /** A number or an alias. @defaultValue `latest` */
  readonly version?: string | undefined;
  /** The secret is a JSON object, and the credential is this property of it. */
  readonly field?: string | undefined;
}

/**
 * A credential in Google Cloud's Secret Manager (`AccessSecretVersion`), through your own client with its identity and retries. A secret or version that
 * does not exist means *not here*; one that is disabled or destroyed, or may not be read, is a `CredentialError`.
 *
 * Source: Google Cloud, Secret Manager reference, projects.secrets.versions.access.
 *
 * @throws ConfigurationError when there is no client, or an option that is needed is missing
 * @public
 */
export function fromGoogleSecretManager(
  client: GoogleSecretManagerClient,
  options: GoogleSecretOptions,
): CredentialSource {
  const { secret, version, field } = ownCopy(options);
  requireClient('fromGoogleSecretManager', client, 'accessSecretVersion');
  const [, name, ownVersion] =
    secretName.exec(requireText('fromGoogleSecretManager', 'secret', secret)) ?? [];
  if (name === undefined) {
    throw wrongOption(
      `${JSON.stringify(secret)} names no secret of Google: it must look like "projects/my-project/secrets/my-secret".`,
    );
  }
  return fromResolver(
    {
      description: 'Google Secret Manager',
      async get() {
        try {
          const [{ payload }] = await client.accessSecretVersion({
            name: `${name}/versions/${version ?? ownVersion ?? 'latest'}`,
          });
          return { value: textOf(payload?.data) };
        } catch (error) {
          if (isNotFound(error)) return undefined;
          throw error;
        }
      },
    },
    name,
    { field, version: version ?? ownVersion },
  );
}

const secretName = /^(projects\/[^/]+\/(?:locations\/[^/]+\/)?secrets\/[^/]+)(?:\/versions\/([^/]+))?$/;

// Bytes from gRPC; base64 text where the JSON of the REST interface was not decoded.
function textOf(data: Uint8Array | string | null | undefined): string {
  return decodeText(typeof data === 'string' ? decodeBase64(data) : data);
}

// The client answers with the gRPC code on both of its roads.
function isNotFound(error: unknown): boolean {
  return readProperty(error, 'code') === 5 || statusOf(error) === 404;
}
