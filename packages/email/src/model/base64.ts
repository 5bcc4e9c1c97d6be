const alphabet = /^[A-Za-z0-9+/]*={0,2}$/;
// `String.fromCharCode(...bytes)` has a limit of arguments.
const pieceLength = 0x8000;

/**
 * Bytes as base64, on every platform.
 *
 * @example
 * encodeBase64(new TextEncoder().encode('Hi')); // SGk=
 * @public
 */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += pieceLength) {
    binary += String.fromCharCode(...bytes.subarray(at, at + pieceLength));
  }
  return btoa(binary);
}

/** The bytes of a base64 text, which may be wrapped in lines; `undefined` when it is something else. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const packed = text.replace(/[\r\n]+/g, '');
  if (packed.length % 4 !== 0 || !alphabet.test(packed)) return undefined;
  const binary = atob(packed);
  // `Uint8Array.from` with a function takes ten times as long.
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
