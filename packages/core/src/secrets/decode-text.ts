/** Bytes as UTF-8 text; `''`, which no credential may be, when there are none. Throws a `TypeError` when they are no text. @internal */
export function decodeText(bytes: Uint8Array | null | undefined): string {
  return bytes ? new TextDecoder('utf-8', { fatal: true }).decode(bytes) : '';
}
