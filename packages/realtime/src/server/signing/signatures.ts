/**
 * HMAC-SHA256 of a text, in lower-case hexadecimal. Core's part for signatures is loaded with the first one.
 */
export async function signText(secret: string, text: string): Promise<string> {
  const { hmacSha256Hex, utf8 } = await import('@org/core/webhooks');
  return hmacSha256Hex(secret, utf8(text));
}
