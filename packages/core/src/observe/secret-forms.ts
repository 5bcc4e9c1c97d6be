import { concatBytes, encodeBase64, encodeHex, utf8 } from '../encoding/encoding.ts';

// Less than this is no secret, and hiding it would make text unreadable.
const shortestSecret = 3;
// Of base64, shorter runs occur by chance.
const shortestBase64 = 6;

/** Those that can be told from other text, the longer ones first: a shorter one may be a part of it. @internal */
export function knownSecrets(secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => secret.length >= shortestSecret).toSorted((a, b) => b.length - a.length);
}

/**
 * The ways in which a secret is written without escapes: as it is, in a form, in hex, in base64 alone or within
 * other text.
 *
 * @internal
 */
export function usualForms(secret: string): readonly string[] {
  const hex = encodeHex(utf8(secret));
  const base64 = base64Forms(secret);
  const forUrl = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([secret, secret.replaceAll(' ', '+'), hex, hex.toUpperCase(), ...base64, ...forUrl])];
}

/** The part of the base64 of any text around the secret that only the secret decides: one for each of the three ways it can be aligned. */
function base64Forms(secret: string): readonly string[] {
  const bytes = utf8(secret);
  return [0, 1, 2]
    .map((before) => {
      const text = encodeBase64(concatBytes(new Uint8Array(before), bytes));
      return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    })
    .filter((text) => text.length >= shortestBase64);
}
