import { md5Hex } from './md5.ts';

interface Hash {
  update(content: string | Uint8Array): Hash;
  digest(encoding: 'hex'): string;
}

interface NodeCrypto {
  /** Missing before Node 21.7. */
  readonly hash?: (algorithm: 'md5', content: string | Uint8Array, encoding: 'hex') => string;
  createHash(algorithm: 'md5'): Hash;
  createSecretKey(key: string, encoding: 'utf8'): object;
  createHmac(algorithm: 'sha256', key: object): Hash;
}

/** The hashes of the protocol, in lower-case hexadecimal. Text counts as UTF-8. */
export interface Digests {
  /** Without a promise where the platform has `node:crypto`; Web Crypto costs about twenty times as much. */
  hmacSha256(secret: string, content: string | Uint8Array): string | Promise<string>;
  md5(content: string | Uint8Array): string;
}

/** No import, so that the same code loads in a worker without Node's modules. */
export function createDigests(node: NodeCrypto | null = platformCrypto()): Digests {
  return node === null ? { hmacSha256: webHmac, md5: md5Hex } : nodeDigests(node);
}

function platformCrypto(): NodeCrypto | null {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (id: string) => unknown };
  };
  return (process?.getBuiltinModule?.('node:crypto') ?? null) as NodeCrypto | null;
}

function nodeDigests(node: NodeCrypto): Digests {
  let known: { readonly secret: string; readonly key: object } | undefined;
  return {
    hmacSha256(secret, content) {
      if (secret === '') return webHmac(secret, content);
      // A prepared key is faster than its text.
      if (known?.secret !== secret) known = { secret, key: node.createSecretKey(secret, 'utf8') };
      return node.createHmac('sha256', known.key).update(content).digest('hex');
    },
    md5(content) {
      try {
        return node.hash?.('md5', content, 'hex') ?? node.createHash('md5').update(content).digest('hex');
      } catch {
        return md5Hex(content); // Node in FIPS mode has no MD5.
      }
    },
  };
}

/** Core's part for signatures is loaded with the first one. It refuses an empty secret. */
async function webHmac(secret: string, content: string | Uint8Array): Promise<string> {
  const { hmacSha256Hex, utf8 } = await import('@org/core/webhooks');
  return hmacSha256Hex(secret, typeof content === 'string' ? utf8(content) : content);
}
