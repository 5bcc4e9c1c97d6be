/**
 * The limit of a plaintext. That of the service is on `{"nonce":"…","ciphertext":"…"}`, with base64 of the
 * plaintext and a tag of 16 bytes.
 */
export function maxPlaintextBytes(maxBytes: number): number {
  return Math.floor((maxBytes - 60) / 4) * 3 - 16;
}
