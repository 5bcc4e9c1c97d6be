import {
  AuthenticationError,
  ConfigurationError,
  CredentialError,
  type CredentialInput,
  cachedCredential,
  credentialFrom,
  fromEnv,
  type Secret,
} from '@org/core';
import { loadCredential } from '@org/core/driver';
import {
  download,
  type InboundOptions,
  type InboundRequests,
  isSafeAddress,
  jsonOf,
} from '../../../inbound/kit.ts';

/** The options of an API that is on another host than the one that sends. @public */
export interface KeyedApiOptions extends InboundOptions {
  /** A token with access to the inbox. @defaultValue that of the environment */
  readonly apiKey?: CredentialInput | undefined;
  /** The origin of the API for inboxes. @defaultValue the service's */
  readonly baseUrl?: string | undefined;
}

/** Loads the JSON at a path. A refused key is loaded again, once. */
export type LoadJson = (path: string, requests: InboundRequests) => Promise<unknown>;

/**
 * What loads from an API with a key, also for clients without calls.
 *
 * @throws ConfigurationError for a base URL that is not of HTTPS
 */
export function keyedApi({ apiKey, baseUrl }: KeyedApiOptions, origin: string, variable: string): LoadJson {
  if (!isSafeAddress(baseUrl ?? origin))
    throw new ConfigurationError({ message: 'baseUrl of inbound() must begin with "https://".' });
  const base = (baseUrl ?? origin).replace(/\/$/, '');
  const keys = cachedCredential(credentialFrom(apiKey, fromEnv(variable, 'EMAIL_API_KEY')));

  async function keyFor({ runtime }: InboundRequests, refused?: Secret): Promise<Secret> {
    const found = await loadCredential(keys, { runtime, refresh: refused !== undefined, refused });
    if (found !== undefined && /^[!-~]+$/.test(found.secret.reveal())) return found.secret;
    throw new CredentialError({
      message: `The key that loads mail is missing, or not of ASCII: ${keys.description}.`,
    });
  }

  return async (path, requests) => {
    const loadWith = (key: Secret) => download(base + path, requests, `Bearer ${key.reveal()}`);
    const key = await keyFor(requests);
    const bytes = await loadWith(key).catch(async (error: unknown) => {
      if (!AuthenticationError.isInstance(error)) throw error;
      return loadWith(await keyFor(requests, key));
    });
    return jsonOf({ text: new TextDecoder().decode(bytes) });
  };
}
