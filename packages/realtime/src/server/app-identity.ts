import {
  type Credential,
  CredentialError,
  type CredentialInput,
  cachedCredential,
  credentialFrom,
  fromEnv,
  type Runtime,
} from '@org/core';
import { loadCredential } from '@org/core/driver';
import { misconfigured, notSent } from '../internal/wrong-input.ts';
import { hasAddress, missingAddress, type RealtimeAddress } from '../protocol/address.ts';

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

/** The address of a REST call. */
export interface AppAddress {
  readonly appId: string;
  readonly key: string;
}

/** What signatures are made with. */
export interface KeyPair {
  readonly key: string;
  readonly secret: string;
}

/** Loads what is needed with its first use, and caches it. What is cached needs no promise. */
export type AppIdentity = ReturnType<typeof createAppIdentity>;

export function createAppIdentity(credentials: AppCredentials & RealtimeAddress, runtime: Runtime) {
  if (typeof (credentials.appId as unknown) === 'number')
    throw misconfigured('appId must be text, in quotes.');
  const secretSource = cachedCredential(
    credentialFrom(credentials.secret, fromEnv('REALTIME_APP_SECRET'), 'secret'),
  );
  const idSource = cachedCredential(credentialFrom(credentials.appId, fromEnv('REALTIME_APP_ID'), 'appId'));
  const keySource = cachedCredential(credentialFrom(credentials.key, fromEnv('REALTIME_APP_KEY'), 'key'));
  const appId = { source: idSource, option: 'appId', pattern: /^[\w.-]+$/ };
  // A token is "key:signature": a colon in the key would make it ambiguous.
  const key = { source: keySource, option: 'key', pattern: /^[^:\s]+$/ };
  // Calls refuse the same: a line break at the end would make tokens that the service does not accept.
  const secret = { source: secretSource, option: 'secret', pattern: /^[ -~\xa0-\ud7ff\ue000-\u{10ffff}]+$/u };
  return {
    address: hasAddress(credentials)
      ? keepPair(runtime, appId, key, (appId, key) => ({ appId, key }))
      : () => Promise.reject(missingAddress()),
    keyPair: keepPair(runtime, key, secret, (key, secret) => ({ key, secret })),
    /** The shared cache of the secret: one refresh after a rotation serves all users of it. */
    secretSource,
  };
}

type CachedSource = ReturnType<typeof cachedCredential>;

interface Side {
  readonly source: CachedSource;
  readonly option: string;
  readonly pattern: RegExp;
}

// A pair is used this long without a look at its sources, which refresh themselves in the background.
const keepMs = 5_000;

function keepPair<Pair extends object>(
  runtime: Runtime,
  a: Side,
  b: Side,
  join: (a: string, b: string) => Pair,
): () => Pair | Promise<Pair> {
  let kept: { readonly pair: Pair; readonly a: Credential; readonly b: Credential } | undefined;
  let keptUntilMs = -Infinity;
  const load = async () => {
    const [ofA, ofB] = [await loadSide(runtime, a), await loadSide(runtime, b)];
    const pair = join(ofA.secret.reveal(), ofB.secret.reveal());
    kept = { pair, a: ofA, b: ofB };
    keptUntilMs = runtime.monotonic() + keepMs;
    return pair;
  };
  return () => {
    if (kept === undefined || kept.a !== a.source.peek() || kept.b !== b.source.peek()) return load();
    return runtime.monotonic() < keptUntilMs ? kept.pair : load();
  };
}

async function loadSide(runtime: Runtime, { source, option, pattern }: Side): Promise<Credential> {
  const found = await loadCredential(source, { runtime, refresh: false });
  if (found === undefined)
    throw new CredentialError({
      ...notSent,
      message: `The realtime service has no ${option}: set ${source.description}, or pass ${option}.`,
    });
  if (pattern.test(found.secret.reveal())) return found;
  throw misconfigured(
    `${option} of the realtime service contains characters that are not allowed, such as a line break. ` +
      'Check how it was copied or stored.',
  );
}
