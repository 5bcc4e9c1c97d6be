import type { AuthTarget } from '@org/core';
import { hmacSha256Hex, utf8 } from '@org/core/webhooks';
import { md5Hex } from './md5.ts';

/**
 * Signs REST requests (scheme version 1.0): adds the HMAC-SHA256 of method, path and all query parameters,
 * unescaped and sorted, to the query. The query contains the MD5 of the body. `auth_key` must already be in
 * the query. A deployment's path prefix is not signed.
 *
 * Source: Pusher Channels HTTP API reference, "Authentication".
 */
export async function sign(target: AuthTarget, secret: string, pathPrefix: string): Promise<void> {
  const { searchParams, pathname } = target.url;
  const body = typeof target.body === 'string' ? utf8(target.body) : target.body;
  searchParams.set('auth_timestamp', String(Math.floor(target.nowMs / 1_000)));
  searchParams.set('auth_version', '1.0');
  if (body !== undefined && body.length > 0) searchParams.set('body_md5', md5Hex(body));
  const text = stringToSign(target.method, pathname.slice(pathPrefix.length), [...searchParams]);
  searchParams.set('auth_signature', await hmacSha256Hex(secret, utf8(text)));
}

/** @internal */
export function stringToSign(
  method: string,
  path: string,
  query: readonly (readonly [name: string, value: string])[],
): string {
  const lower = query.map(([name, value]) => [name.toLowerCase(), value] as const);
  const sorted = lower.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return [method.toUpperCase(), path, sorted.map(([name, value]) => `${name}=${value}`).join('&')].join('\n');
}
