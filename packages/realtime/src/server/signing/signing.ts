import type { AppIdentity, KeyPair } from '../app-identity.ts';
import type { LoadEncryption } from '../encryption.ts';
import type { HmacSha256 } from './hmac.ts';

/** What signatures of clients need. */
export interface Signing {
  readonly maxMemberBytes: number;
  readonly loadEncryption: LoadEncryption;
  /** `key:signature` of a text. Without a promise once the credentials are loaded. */
  token(text: string): string | Promise<string>;
}

/** What a client signs with. */
export interface SigningParts extends Pick<Signing, 'maxMemberBytes' | 'loadEncryption'> {
  readonly app: AppIdentity;
  readonly hmac: HmacSha256;
}

export function createSigning({ app, hmac, ...rest }: SigningParts): Signing {
  const tokenOf = ({ key, secret }: KeyPair, text: string) => {
    const signature = hmac(secret, text);
    return typeof signature === 'string' ? `${key}:${signature}` : signature.then((hex) => `${key}:${hex}`);
  };
  return {
    ...rest,
    token(text) {
      const pair = app.keyPair();
      return pair instanceof Promise ? pair.then((loaded) => tokenOf(loaded, text)) : tokenOf(pair, text);
    },
  };
}
