import { ConfigurationError } from '@org/core';
import { decodeBase64, encodeBase64 } from '@org/core/webhooks';

/** ECDSA on P-256 with SHA-256, as WebCrypto names it. */
export const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const numberLength = 32;

/** The bytes of a base64 text in its only canonical form; `undefined` for any other text. */
export function decodeCanonical(text: string): Uint8Array | undefined {
  const bytes = decodeBase64(text);
  return bytes !== undefined && encodeBase64(bytes) === text ? bytes : undefined;
}

/**
 * A signature in DER (`SEQUENCE { INTEGER r, INTEGER s }`) as the plain `r ‖ s` that WebCrypto takes;
 * `undefined` for bytes in another form, also for numbers that are longer than needed.
 */
export function fromDer(der: Uint8Array): Uint8Array | undefined {
  const [sequence, length, ...content] = der;
  if (sequence !== 0x30 || length !== content.length) return undefined;
  const r = readNumber(content);
  const s = r && readNumber(r.rest);
  if (!r || !s || s.rest.length > 0) return undefined;
  return Uint8Array.from([...r.digits, ...s.digits]);
}

function readNumber(
  bytes: readonly number[],
): { readonly digits: readonly number[]; readonly rest: readonly number[] } | undefined {
  const [tag, length = 0, first = 0x80, second = 0] = bytes;
  const isPadded = first === 0;
  const hasNeedlessZero = isPadded && length > 1 && second < 0x80;
  if (tag !== 0x02 || length < 1 || bytes.length < length + 2 || first >= 0x80 || hasNeedlessZero)
    return undefined;
  const digits = bytes.slice(isPadded ? 3 : 2, length + 2);
  if (digits.length > numberLength) return undefined;
  const zeros = Array.from({ length: numberLength - digits.length }, () => 0);
  return { digits: [...zeros, ...digits], rest: bytes.slice(length + 2) };
}

/** The plain `r ‖ s` of WebCrypto in DER. */
export function toDer(signature: Uint8Array): Uint8Array {
  const numbers = [signature.slice(0, numberLength), signature.slice(numberLength)].flatMap(encodeNumber);
  return Uint8Array.from([0x30, numbers.length, ...numbers]);
}

function encodeNumber(digits: Uint8Array): number[] {
  const start = digits.findIndex((digit) => digit !== 0);
  const significant = start === -1 ? [0] : [...digits.slice(start)];
  const padded = (significant[0] ?? 0) >= 0x80 ? [0, ...significant] : significant;
  return [0x02, padded.length, ...padded];
}

/** @throws ConfigurationError for a text that is not a key in this form */
export async function importKey(text: string, format: 'spki' | 'pkcs8'): Promise<CryptoKey> {
  const armour = /-----(?:BEGIN|END) (?:PUBLIC|PRIVATE) KEY-----|\s/g;
  const bytes = decodeBase64(text.replace(armour, ''));
  try {
    if (bytes === undefined) throw new TypeError('not base64');
    const use = format === 'spki' ? 'verify' : 'sign';
    return await crypto.subtle.importKey(format, bytes as BufferSource, ecdsa, false, [use]);
  } catch {
    const what =
      format === 'spki'
        ? '`webhookSecret` must be the verification key of the signed event webhook'
        : 'The secret to sign with must be a private key on P-256 (PKCS #8)';
    throw new ConfigurationError({ message: `${what}, in base64 or PEM.`, outcome: 'not-sent' });
  }
}
