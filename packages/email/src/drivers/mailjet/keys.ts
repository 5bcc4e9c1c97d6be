import { type Auth, type Credential, type CredentialSource, Secret } from '@org/core';
import { encodeBase64, utf8 } from '@org/core/webhooks';

/**
 * Both keys as one credential, `key:secret`. A key that is written like this already needs no second source.
 */
export function keyPair(key: CredentialSource, secretKey: CredentialSource): CredentialSource {
  return {
    get description() {
      return `${key.description} together with ${secretKey.description}`;
    },
    async load(context) {
      const user = await key.load(context);
      if (user === undefined || user.secret.reveal().includes(':')) return user;
      const password = await secretKey.load(context);
      return password && joined(user, password);
    },
  };
}

function joined(user: Credential, password: Credential): Credential {
  const expiresAt = [user.expiresAt, password.expiresAt]
    .filter((at) => at !== undefined)
    .sort((a, b) => a.getTime() - b.getTime())[0];
  return {
    secret: new Secret(`${user.secret.reveal().trim()}:${password.secret.reveal().trim()}`),
    source: user.source === password.source ? user.source : `${user.source} and ${password.source}`,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** `Authorization: Basic …` (RFC 7617), with both keys. */
export const keyPairAuth: Auth = {
  headerNames: ['authorization'],
  queryNames: [],
  required: true,
  place(target, credential = '') {
    target.headers.set('authorization', `Basic ${encodeBase64(utf8(credential))}`);
  },
};
