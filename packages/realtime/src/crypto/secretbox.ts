import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { decodeBase64, encodeBase64, utf8 } from '@org/core/webhooks';
import { isRecord } from '../internal/json.ts';

const nonceBytes = 24;
const tagBytes = 16;

/**
 * Encrypts a text as the data of an event: NaCl's secretbox (XSalsa20-Poly1305), whose tag precedes the
 * ciphertext. Source: Pusher documentation, "Encrypted channels"; pusher-http-node 5, `events.js`.
 */
export function seal(plaintext: string, key: Uint8Array, nonce = randomNonce()): string {
  const ciphertext = xsalsa20poly1305(key, nonce).encrypt(utf8(plaintext));
  return JSON.stringify({ nonce: encodeBase64(nonce), ciphertext: encodeBase64(ciphertext) });
}

// Not the runtime's `random`: a repeated nonce would reveal the texts.
function randomNonce(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(nonceBytes));
}

/** The plaintext, or why there is none. Only `wrong-key` can be solved by another key. */
export type Opened =
  | { readonly plaintext: string }
  | { readonly problem: 'not-encrypted' | 'damaged' | 'wrong-key' };

/** Decrypts the parsed data of an event. */
export function open(data: unknown, key: Uint8Array): Opened {
  if (!isRecord(data)) return { problem: 'not-encrypted' };
  const { nonce, ciphertext } = data;
  if (typeof nonce !== 'string' || typeof ciphertext !== 'string') return { problem: 'not-encrypted' };
  const nonceGiven = decodeBase64(nonce);
  const sealed = decodeBase64(ciphertext);
  if (nonceGiven?.length !== nonceBytes || sealed === undefined || sealed.length < tagBytes)
    return { problem: 'damaged' };
  const bytes = decrypt(sealed, nonceGiven, key);
  if (bytes === undefined) return { problem: 'wrong-key' };
  const plaintext = decodeText(bytes);
  return plaintext === undefined ? { problem: 'damaged' } : { plaintext };
}

function decrypt(sealed: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  try {
    return xsalsa20poly1305(key, nonce).decrypt(sealed);
  } catch {
    return undefined; // the tag does not match
  }
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
