import type { AuthTarget } from '@org/core';

/** Keys of an AWS account, as the AWS SDKs spell them. @public */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary keys. */
  readonly sessionToken?: string | undefined;
  /** When temporary keys end. */
  readonly expiration?: Date | undefined;
}

/** The region and the service that a signature is for. */
export interface SigningScope {
  readonly region: string;
  readonly service: string;
}

const algorithm = 'AWS4-HMAC-SHA256';

/**
 * Signs a request with Signature Version 4 (AWS IAM User Guide, "Create a signed AWS API request"): the host,
 * every `x-amz-` header, the query and the body.
 */
export async function signRequest(
  target: AuthTarget,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  { region, service }: SigningScope,
): Promise<void> {
  const { method, url, headers, body = '' } = target;
  const time = new Date(target.nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  headers.set('x-amz-date', time);
  if (sessionToken !== undefined) headers.set('x-amz-security-token', sessionToken);
  // The service decodes `+` of a form as `+`: the query is sent as it is signed.
  url.search = canonicalQuery(url.searchParams);
  const signed = [...headers].filter(([name]) => name.startsWith('x-amz-'));
  const lines = [['host', url.host] as const, ...signed].sort(byName);
  const names = lines.map(([name]) => name).join(';');
  const canonicalRequest = [
    method,
    // A path is encoded in the URL already, and again here: all services but S3 do so.
    url.pathname.split('/').map(encode).join('/'),
    url.search.slice(1),
    ...lines.map(([name, value]) => `${name}:${value.replace(/ +/g, ' ')}`),
    '',
    names,
    toHex(await hash(toBytes(body))),
  ].join('\n');
  const toSign = [algorithm, time, scope.join('/'), toHex(await hash(toBytes(canonicalRequest)))].join('\n');
  let key = toBytes(`AWS4${secretAccessKey}`);
  for (const part of [...scope, toSign]) key = await hmac(key, part);
  const credential = `${accessKeyId}/${scope.join('/')}`;
  headers.set(
    'authorization',
    `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${toHex(key)}`,
  );
}

function canonicalQuery(parameters: URLSearchParams): string {
  const pairs = [...parameters].map(([name, value]) => [encode(name), encode(value)] as const);
  return pairs
    .sort((a, b) => byName(a, b) || byName([a[1]], [b[1]]))
    .map((pair) => pair.join('='))
    .join('&');
}

/** In the order of character codes, which is that of the bytes of ASCII text. */
function byName([a]: readonly [string, ...string[]], [b]: readonly [string, ...string[]]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** RFC 3986: everything but letters, digits and `-._~`. */
function encode(text: string): string {
  const toPercent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, toPercent);
}

type Bytes = Uint8Array<ArrayBuffer>;

function toBytes(content: string | Uint8Array): Bytes {
  return typeof content === 'string' ? new TextEncoder().encode(content) : (content as Bytes);
}

async function hash(content: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', content));
}

async function hmac(key: Bytes, text: string): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, toBytes(text)));
}

function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
