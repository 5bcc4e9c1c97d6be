import type { CredentialInput, Runtime } from '@org/core';
import { createLiveSecrets, type LiveSecrets } from '@org/core/webhooks';
import type { AppIdentity } from '../app-identity.ts';

/** A key and its secret. @public */
export interface AppToken {
  /** The app key that webhooks name. */
  readonly key: string;
  /** The secret, or its source. */
  readonly secret: CredentialInput;
}

/** Returns the valid secrets of an app key, or `undefined` for an unknown key. */
export type SecretsOfKey = (key: string) => Promise<LiveSecrets | undefined>;

/** The app's secret, and those of further pairs. A key may occur in several pairs. */
export function createSecretsOfKey(
  app: AppIdentity,
  tokens: readonly AppToken[],
  runtime: Runtime,
): SecretsOfKey {
  // Kept between webhooks, because they contain the time of their last load.
  const cache = new Map<string, LiveSecrets>();
  const secretsFrom = (name: string, sources: readonly CredentialInput[]) => {
    const secrets = cache.get(name) ?? createLiveSecrets(sources, { runtime });
    cache.set(name, secrets);
    return secrets;
  };
  return async (key) => {
    const further = tokens.filter((token) => token.key === key).map(({ secret }) => secret);
    if ((await app.keyPair()).key === key) return secretsFrom(`own ${key}`, [app.secretSource, ...further]);
    return further.length === 0 ? undefined : secretsFrom(`further ${key}`, further);
  };
}
