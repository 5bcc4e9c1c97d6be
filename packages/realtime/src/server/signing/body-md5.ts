import { builtinModule } from './hmac.ts';
import { md5Hex } from './md5.ts';

interface NodeCrypto {
  /** Missing before Node 21.7, and on other platforms. */
  readonly hash?: (algorithm: 'md5', content: string | Uint8Array, encoding: 'hex') => string;
}

/** MD5 in lower-case hexadecimal, of the platform where it has one; text counts as UTF-8. */
export function createMd5(
  node: unknown = builtinModule('node:crypto'),
): (content: string | Uint8Array) => string {
  const { hash } = Object(node) as NodeCrypto;
  if (typeof hash !== 'function') return md5Hex;
  return (content) => {
    try {
      return hash('md5', content, 'hex');
    } catch {
      return md5Hex(content); // Node in FIPS mode has no MD5.
    }
  };
}
