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

/** Loads each part with its first use, and caches it. A cached part needs no promise. */
export interface AppIdentity {
  appId(): string | Promise<string>;
  key(): string | Promise<string>;
  secret(): string | Promise<string>;
  /** The shared cache of the secret: one refresh after a rotation serves all users of it. */
  readonly secretSource: CredentialSource;
}

export function createAppIdentity(credentials: AppCredentials, runtime: Runtime): AppIdentity {
  const secretSource = cached(credentialFrom(credentials.secret, fromEnv('REALTIME_APP_SECRET')));
  const part = (source: CachedSource, option: string, pattern = /[\s\S]/) =>
    createPart({ source, option, pattern, runtime });
  return {
    appId: part(cached(credentialFrom(credentials.appId, fromEnv('REALTIME_APP_ID'))), 'appId', /^[\w.-]+$/),
    // A token is "key:signature": a colon in the key would make it ambiguous.
    key: part(cached(credentialFrom(credentials.key, fromEnv('REALTIME_APP_KEY'))), 'key', /^[^:\s]+$/),
    secret: part(secretSource, 'secret'),
    secretSource,
  };
}

type CachedSource = ReturnType<typeof cached>;

interface Part {
  readonly source: CachedSource;
  readonly option: string;
  readonly pattern: RegExp;
  readonly runtime: Runtime;
}

// A part is used this long without a look at its source, which refreshes itself in the background.
const keepMs = 5_000;

function createPart({ source, option, pattern, runtime }: Part): () => string | Promise<string> {
  let text = '';
  let credential: ReturnType<CachedSource['peek']>;
  let keptUntilMs = -Infinity;
  const load = async () => {
    const found = await source.load({ runtime, refresh: false });
    if (found === undefined) throw missing(option, source.description);
    text = requireShape(option, found.secret.reveal(), pattern);
    credential = source.peek();
    keptUntilMs = runtime.monotonic() + keepMs;
    return text;
  };
  return () => {
    const isCurrent = credential !== undefined && credential === source.peek();
    return isCurrent && runtime.monotonic() < keptUntilMs ? text : load();
  };
}

function missing(option: string, source: string): CredentialError {
  return new CredentialError({
    message: `The realtime service has no ${option}: set ${source}, or pass ${option}.`,
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
