import { type AuthTarget, CredentialError } from '@org/core';
import { encodeBase64, hmacSha256Base64, utf8 } from '@org/core/webhooks';
import { decodeBase64 } from '../../driver.ts';

/**
 * Signs a request with the access key of the resource (learn.microsoft.com, "HMAC authentication"): method,
 * path with query, date, host and the hash of the body.
 *
 * @throws CredentialError for a key that is not base64
 */
export async function signRequest(target: AuthTarget, key: string): Promise<void> {
  const { method, url, headers, body = '', nowMs } = target;
  const secret = decodeBase64(key);
  if (secret === undefined || secret.length === 0)
    throw new CredentialError({ message: 'The access key of Azure is not base64. Check `apiKey`.' });
  const bytes = typeof body === 'string' ? utf8(body) : body;
  const digest = await crypto.subtle.digest('SHA-256', bytes as BufferSource);
  const date = new Date(nowMs).toUTCString();
  const hash = encodeBase64(new Uint8Array(digest));
  const text = `${method}\n${url.pathname}${url.search}\n${date};${url.host};${hash}`;
  const signature = await hmacSha256Base64(secret, utf8(text));
  headers.set('x-ms-date', date);
  headers.set('x-ms-content-sha256', hash);
  headers.set(
    'authorization',
    `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
  );
}
