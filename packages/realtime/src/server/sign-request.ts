import { type Auth, type AuthTarget, type Runtime, signer } from '@org/core';
import { md5Hex } from './md5.ts';
import { signText } from './signatures.ts';

/**
 * Signs REST requests (scheme version 1.0): the HMAC-SHA256 of method, path and all query parameters,
 * unescaped and sorted, joins the query. The body takes part through its MD5. `auth_key` must already be in
 * the query; a deployment's path prefix is not signed.
 *
 * Source: Pusher Channels HTTP API reference, "Authentication".
 */
export function requestSigner(pathPrefix: string, { untimed }: Runtime): Auth {
  return signer((target, secret) => untimed(() => sign(target, secret, pathPrefix)), {
    queryNames: ['auth_timestamp', 'auth_version', 'body_md5', 'auth_signature'],
  });
}

async function sign(target: AuthTarget, secret: string, pathPrefix: string): Promise<void> {
  const { searchParams, pathname } = target.url;
  const body = typeof target.body === 'string' ? new TextEncoder().encode(target.body) : target.body;
  searchParams.set('auth_timestamp', String(Math.floor(target.nowMs / 1_000)));
  searchParams.set('auth_version', '1.0');
  if (body !== undefined && body.length > 0) searchParams.set('body_md5', md5Hex(body));
  const text = stringToSign(target.method, pathname.slice(pathPrefix.length), [...searchParams]);
  searchParams.set('auth_signature', await signText(secret, text));
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
