/**
 * Decodes UTF-8. Without bytes, returns `''`, which is never a valid credential. @throws TypeError for
 * invalid UTF-8
 */
export function decodeText(bytes: Uint8Array | null | undefined): string {
  return bytes ? new TextDecoder('utf-8', { fatal: true }).decode(bytes) : '';
}
