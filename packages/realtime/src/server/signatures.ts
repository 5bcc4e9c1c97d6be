/** Core's part for signatures: a file of its own, loaded by whoever first signs or checks something. */
export const signatures = () => import('@org/core/webhooks');

/** HMAC-SHA256 of a text, in lower-case hexadecimal. */
export async function signText(secret: string, text: string): Promise<string> {
  const { hmacSha256Hex, utf8 } = await signatures();
  return hmacSha256Hex(secret, utf8(text));
}
