import { CredentialError } from '../errors/caller-errors.ts';
import type { Runtime } from '../time/runtime.ts';
import { cachedSource } from './cached.ts';
import type { Secret } from './secret.ts';
import type { Credential, CredentialInput } from './source.ts';

/** The credentials of one call and of all its requests. */
export interface CallCredentials {
  /** Those of the driver, and every one that an attempt used: none may show in an error. */
  secrets: readonly string[];
  /** The credential that the service refused: of two hedged attempts, one may carry an older one. */
  refused: Credential | undefined;
  /** Replaced a refused one. When it is refused as well, the call ends. */
  fresh: Secret | undefined;
}

/** Loads the credential of one client. `option` is the name of the driver's option. */
export function createCredentialResolver(
  credential: CredentialInput,
  runtime: Runtime,
  provider: string,
  option = 'apiKey',
) {
  const cache = cachedSource(credential, option);
  const load = (signal?: AbortSignal) => cache.load({ runtime, signal, refresh: false });
  const loadRequired = async (signal?: AbortSignal): Promise<Credential> => {
    const credential = await load(signal);
    if (credential) return credential;
    throw new CredentialError({
      message: `No credential for ${provider}: set ${cache.description}, or pass ${option}.`,
      provider,
    });
  };

  const resolver = {
    /** For an optional credential, which may be missing. No promise for a cached one. */
    find: (signal?: AbortSignal, nowMs = runtime.monotonic()) => cache.fresh(runtime, nowMs) ?? load(signal),
    /** The same; without one, rejects with a `CredentialError` that names the places for it. */
    get: (signal?: AbortSignal, nowMs = runtime.monotonic()) =>
      cache.fresh(runtime, nowMs) ?? loadRequired(signal),
    /** Loads the refused credential of a call again. `false`: it is still the same one. */
    async refresh(call: CallCredentials, signal: AbortSignal): Promise<boolean> {
      const { secret } = call.refused ?? {};
      if (secret === undefined || secret.reveal() === call.fresh?.reveal()) return false;
      call.fresh = (await resolver.refreshAfterRefusal(secret, signal))?.secret;
      return call.fresh !== undefined;
    },
    /**
     * Another credential after the service rejected this one (401); `undefined` when there is no other one,
     * so a retry is useless. Concurrent calls share one load. Rejects with the source's error when the load
     * fails.
     */
    async refreshAfterRefusal(used: Secret, signal?: AbortSignal): Promise<Credential | undefined> {
      const fresh = await cache.load({ runtime, signal, refresh: true, refused: used });
      return fresh?.secret.reveal() === used.reveal() ? undefined : fresh;
    },
  };
  return resolver;
}
