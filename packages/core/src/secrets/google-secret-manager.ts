import type { CredentialSource } from '../credentials/source.ts';
import { decodeBase64 } from '../encoding/encoding.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy, propertyOf } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { decodeText } from './decode-text.ts';
import { requireClient, requireText } from './require.ts';
import { fromResolver } from './secret-resolver.ts';
import { statusOf } from './store-errors.ts';

const googleSecretNames: OptionNames<GoogleSecretOptions> = { secret: 0, version: 0, field: 0 };

/**
 * The methods used of a client: the `SecretManagerServiceClient` of `@google-cloud/secret-manager`. @public
 */
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

/** Selects a secret, its version, and its field. @public */
export interface GoogleSecretOptions {
  /**
   * `projects/my-project/secrets/my-secret`, or with a region
   * `projects/my-project/locations/europe-west1/secrets/my-secret`. A version may follow (`/versions/3`), as
   * in the console.
   */
  readonly secret: string;
  /** A number or an alias. @defaultValue `latest` */
  readonly version?: string | undefined;
  /** The property of a JSON secret that holds the credential. */
  readonly field?: string | undefined;
}

/**
 * A credential in Google Cloud's Secret Manager (`AccessSecretVersion`), through your own client with its
 * identity and retries. A missing secret or version means *not here*. A secret that is disabled, destroyed,
 * or denied, is a `CredentialError`.
 *
 * Source: Google Cloud, Secret Manager reference, projects.secrets.versions.access. @public
 *
 * @example
 * const secret = 'projects/acme/secrets/mail';
 * const apiKey = fromGoogleSecretManager(new SecretManagerServiceClient(), { secret });
 *
 * @throws ConfigurationError when the client or a required option is missing
 */
export function fromGoogleSecretManager(
  client: GoogleSecretManagerClient,
  options: GoogleSecretOptions,
): CredentialSource {
  refuseUnknown(options, googleSecretNames, 'fromGoogleSecretManager()', meantOption);
  const { secret, version, field } = ownCopy(options);
  requireClient('fromGoogleSecretManager', client, 'accessSecretVersion');
  const [, name, ownVersion] =
    secretName.exec(requireText('fromGoogleSecretManager', 'secret', secret)) ?? [];
  if (name === undefined) {
    throw wrongOption(
      `secret must look like "projects/my-project/secrets/my-secret", not ${JSON.stringify(secret)}.`,
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
          // Bytes from gRPC; base64 text from undecoded JSON of the REST interface.
          const { data } = payload ?? {};
          return { value: decodeText(typeof data === 'string' ? decodeBase64(data) : data) };
        } catch (error) {
          // The client reports the gRPC code over gRPC and over REST.
          if (propertyOf(error, 'code') === 5 || statusOf(error) === 404) return undefined;
          throw error;
        }
      },
    },
    name,
    { field, version: version ?? ownVersion },
  );
}

const secretName = /^(projects\/[^/]+\/(?:locations\/[^/]+\/)?secrets\/[^/]+)(?:\/versions\/([^/]+))?$/;
