interface Hmac {
  update(content: string | Uint8Array): Hmac;
  digest(encoding: 'hex'): string;
}

interface NodeCrypto {
  createSecretKey(key: string, encoding: 'utf8'): object;
  createHmac(algorithm: 'sha256', key: object): Hmac;
}

/**
 * HMAC-SHA256 in lower-case hexadecimal; text counts as UTF-8. Without a promise where the platform has
 * `node:crypto`: Web Crypto costs about twenty times as much.
 */
export type HmacSha256 = (secret: string, content: string | Uint8Array) => string | Promise<string>;

/** A built-in module of Node. No import, so that the same code loads in a worker without Node's modules. */
export function builtinModule(id: string): unknown {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (id: string) => unknown };
  };
  return process?.getBuiltinModule?.(id);
}

export function createHmacSha256(node: unknown = builtinModule('node:crypto')): HmacSha256 {
  return node ? nodeHmac(node as NodeCrypto) : webHmac;
}

function nodeHmac(node: NodeCrypto): HmacSha256 {
  let known: { readonly secret: string; readonly key: object } | undefined;
  return (secret, content) => {
    if (secret === '') return webHmac(secret, content);
    // A prepared key is faster than its text.
    if (known?.secret !== secret) known = { secret, key: node.createSecretKey(secret, 'utf8') };
    return node.createHmac('sha256', known.key).update(content).digest('hex');
  };
}

/** Core's part for signatures is loaded with the first one. It refuses an empty secret. */
async function webHmac(secret: string, content: string | Uint8Array): Promise<string> {
  const { hmacSha256Hex, utf8 } = await import('@org/core/webhooks');
  return hmacSha256Hex(secret, typeof content === 'string' ? utf8(content) : content);
}
