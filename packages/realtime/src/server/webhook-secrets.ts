import type { CredentialInput, Runtime } from '@org/core';
import type { LiveSecrets } from '@org/core/webhooks';
import type { AppIdentity } from './app-identity.ts';
import { signatures } from './signatures.ts';

/** A key and its secret. @public */
export interface AppToken {
  /** The app key that webhooks name. */
  readonly key: string;
  /** The secret, or where it is to be found. */
  readonly secret: CredentialInput;
}

/**
 * The secrets with which a webhook that names this key may be signed now; `undefined` when the key is none of
 * ours.
 */
export type SecretsOfKey = (key: string) => Promise<LiveSecrets | undefined>;

/** The app's own secret, and those of further pairs. A key may occur in several pairs. */
export function createSecretsOfKey(
  app: AppIdentity,
  tokens: readonly AppToken[],
  runtime: Runtime,
): SecretsOfKey {
  // Kept, because they remember when they looked last.
  const kept = new Map<string, LiveSecrets>();
  const keep = async (name: string, sources: readonly CredentialInput[]) => {
    const { createLiveSecrets } = await signatures();
    const secrets = kept.get(name) ?? createLiveSecrets(sources, { runtime });
    kept.set(name, secrets);
    return secrets;
  };
  return async (key) => {
    const further = tokens.filter((token) => token.key === key).map(({ secret }) => secret);
    if ((await app.key()) === key) return keep(`own ${key}`, [app.secretSource, ...further]);
    return further.length === 0 ? undefined : keep(`further ${key}`, further);
  };
}
