import type { AuthTarget } from '@org/core';
import type { HmacSha256 } from './hmac.ts';

/** Adjusts the timestamp, and the path that is signed. */
export interface RequestSigning {
  readonly hmac: HmacSha256;
  md5(content: string | Uint8Array): string;
  /** The part of the URL's path that the server does not sign. */
  readonly unsignedPrefix: string;
  /** The service's clock, as far as known. */
  nowMs(ownNowMs: number): number;
}

/**
 * Signs REST requests (scheme version 1.0): adds the HMAC-SHA256 of method, path and all query parameters,
 * unescaped and sorted, to the query. The query contains the MD5 of the body. `auth_key` must already be in
 * the query. Without a promise where the platform hashes without one.
 *
 * Source: Pusher Channels HTTP API reference, "Authentication".
 */
export function sign(target: AuthTarget, secret: string, signing: RequestSigning): void | Promise<void> {
  const { url, body } = target;
  const query = readQuery(url.search).filter(([name]) => !ours.has(name));
  query.push(
    ['auth_timestamp', `${Math.floor(signing.nowMs(target.nowMs) / 1_000)}`],
    ['auth_version', '1.0'],
  );
  if (body !== undefined && body.length > 0) query.push(['body_md5', signing.md5(body)]);
  const path = url.pathname.slice(signing.unsignedPrefix.length);
  const signature = signing.hmac(secret, stringToSign(target.method, path, query));
  const send = (hex: string) => {
    let search = '';
    for (const [name, value] of query) search += `${escapeQuery(name)}=${escapeQuery(value)}&`;
    url.search = `${search}auth_signature=${hex}`;
  };
  return typeof signature === 'string' ? send(signature) : signature.then(send);
}

type Pair = readonly [name: string, value: string];

const ours: ReadonlySet<string> = new Set(['auth_timestamp', 'auth_version', 'body_md5', 'auth_signature']);

const plain = /^[\w.-]*$/;

function escapeQuery(text: string): string {
  return plain.test(text) ? text : encodeURIComponent(text);
}

/** `URLSearchParams` costs more than all of the signature. */
function readQuery(search: string): readonly Pair[] {
  if (search.includes('%') || search.includes('+')) return [...new URLSearchParams(search)];
  const pairs = search === '' ? [] : search.slice(1).split('&');
  return pairs.map((pair) => {
    const end = pair.indexOf('=');
    return end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
  });
}

export function stringToSign(method: string, path: string, query: readonly Pair[]): string {
  const sorted = query
    .map(([name, value]): Pair => [name.toLowerCase(), value])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  let text = `${method.toUpperCase()}\n${path}\n`;
  let separator = '';
  for (const [name, value] of sorted) {
    text += `${separator}${name}=${value}`;
    separator = '&';
  }
  return text;
}
