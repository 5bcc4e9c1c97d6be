const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Encodes text as UTF-8. @public
 *
 * @example
 * const signature = await signHmac({ secret: 'whsec_test', bytes: utf8('{"id":1}'), encoding: 'hex' });
 */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/**
 * Concatenates texts (as UTF-8) and byte arrays, for a signed payload such as `id.timestamp.body`. @public
 *
 * @example
 * const bytes = concatBytes(`${id}.${seconds}.`, body);
 * const genuine = await verifyHmac({ secrets, bytes, signature, encoding: 'base64' });
 */
export function concatBytes(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const arrays = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const whole = new Uint8Array(arrays.reduce((total, array) => total + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}

/** Encodes bytes as lower-case hexadecimal. @public */
export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Encodes bytes as standard base64 with padding. @public */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Decodes standard base64; `undefined` for any other text. @public */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
