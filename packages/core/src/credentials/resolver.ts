import { CredentialError } from '../errors/caller-errors.ts';
import { own } from '../options/own.ts';
import type { Runtime } from '../time/runtime.ts';
import { cached, isCached } from './cached.ts';
import { sourceOf } from './input.ts';
import type { Secret } from './secret.ts';
import type { Credential, CredentialInput } from './source.ts';

/** How one client gets at its credential. @internal */
export interface CredentialResolver {
  /** The credential, from the cache as a rule. Rejects with a `CredentialError` that says where to put one when there is none. */
  get(signal?: AbortSignal): Promise<Credential>;
  /** The same for a service that works without: `undefined` when there is none. */
  find(signal?: AbortSignal): Promise<Credential | undefined>;
  /**
   * The service refused this credential: is there another one by now? `undefined` when there is not, so that trying again makes no sense. However many
   * calls were refused at once, the source is asked once. Rejects with the source's error when it could not be asked.
   */
  refreshAfterRefusal(used: Secret, signal?: AbortSignal): Promise<Credential | undefined>;
}

/** @internal */
export interface CredentialResolverOptions {
  readonly runtime: Runtime;
  readonly provider?: string | undefined;
  /** What the option of the driver is called. @defaultValue `'apiKey'` */
  readonly option?: string | undefined;
}

/** @internal */
export function createCredentialResolver(
  credential: CredentialInput,
  options: CredentialResolverOptions,
): CredentialResolver {
  const { runtime } = options;
  const source = sourceOf(credential);
  const provider = own(options, 'provider');
  const option = own(options, 'option') ?? 'apiKey';
  const cache = isCached(source) ? source : cached(source);

  return {
    find: (signal) => cache.load({ runtime, signal, refresh: false }),
    async get(signal) {
      const credential = await this.find(signal);
      if (credential) return credential;
      throw new CredentialError({
        message: `No credential for ${provider ?? 'the service'}: set ${source.description}, or pass ${option}.`,
        provider,
      });
    },
    async refreshAfterRefusal(used, signal) {
      const fresh = await cache.load({ runtime, signal, refresh: true, refused: used });
      return fresh?.secret.reveal() === used.reveal() ? undefined : fresh;
    },
  };
}
