import {
  ConfigurationError,
  CredentialError,
  type CredentialInput,
  type CredentialSource,
  cached,
  credentialFrom,
  fromEnv,
  type Runtime,
} from '@org/core';

/** App id, key and secret, from the options or the environment. @public */
export interface AppCredentials {
  /** @defaultValue REALTIME_APP_ID */
  readonly appId?: string | undefined;
  /** @defaultValue REALTIME_APP_KEY */
  readonly key?: string | undefined;
  /** @defaultValue REALTIME_APP_SECRET, or the file that REALTIME_APP_SECRET_FILE names */
  readonly secret?: CredentialInput | undefined;
  /**
   * The key of end-to-end encrypted channels: 32 random bytes as base64, the same on all your servers.
   *
   * @defaultValue REALTIME_ENCRYPTION_MASTER_KEY, or the file that REALTIME_ENCRYPTION_MASTER_KEY_FILE names
   */
  readonly encryptionMasterKey?: CredentialInput | undefined;
}

/** Loads each part with its first use, and caches it. */
export interface AppIdentity {
  appId(): Promise<string>;
  key(): Promise<string>;
  secret(): Promise<string>;
  /** The shared cache of the secret: one refresh after a rotation serves all users of it. */
  readonly secretSource: CredentialSource;
}

export function createAppIdentity(credentials: AppCredentials, runtime: Runtime): AppIdentity {
  const appId = cached(credentialFrom(credentials.appId, fromEnv('REALTIME_APP_ID')));
  const key = cached(credentialFrom(credentials.key, fromEnv('REALTIME_APP_KEY')));
  const secret = cached(credentialFrom(credentials.secret, fromEnv('REALTIME_APP_SECRET')));
  const load = (source: CredentialSource, option: string) => loadText(source, option, runtime);
  return {
    appId: async () => requireShape('appId', await load(appId, 'appId'), /^[\w.-]+$/),
    // A token is "key:signature": a colon in the key would make it ambiguous.
    key: async () => requireShape('key', await load(key, 'key'), /^[^:\s]+$/),
    secret: () => load(secret, 'secret'),
    secretSource: secret,
  };
}

async function loadText(source: CredentialSource, option: string, runtime: Runtime): Promise<string> {
  const found = await source.load({ runtime, refresh: false });
  if (found) return found.secret.reveal();
  throw new CredentialError({
    message: `The realtime service has no ${option}: set ${source.description}, or pass ${option}.`,
    provider: 'realtime',
    outcome: 'not-sent',
  });
}

function requireShape(option: string, value: string, pattern: RegExp): string {
  if (pattern.test(value)) return value;
  throw new ConfigurationError({
    message: `${option} of the realtime service contains characters that are not allowed.`,
    provider: 'realtime',
  });
}
