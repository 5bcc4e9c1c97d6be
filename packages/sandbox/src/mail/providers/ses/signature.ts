import { createHash, createHmac } from 'node:crypto';
import type { SandboxRequest } from '../../kit.ts';

// One expression for each part: the header is a list of `Name=value`.
function partOf(header: string, name: string): string {
  const [, value = ''] = header.split(`${name}=`);
  return value.split(',')[0]?.trim() ?? '';
}

/** The id of the keys that signed a request; `undefined` without a signature. */
export function readKeyId({ headers }: SandboxRequest): string | undefined {
  const header = headers['authorization'] ?? '';
  return header.startsWith('AWS4-HMAC-SHA256 ') ? partOf(header, 'Credential').split('/')[0] : undefined;
}

/** Is this the Signature Version 4 of the request? `prefix` is the part of its path that the door removed. */
export function isSignedWith(secret: string, request: SandboxRequest, prefix: string): boolean {
  const whole = `${prefix}${request.path}`;
  // botocore posts its forms to the prefix alone, which has the same path here.
  const paths = request.path === '/' ? [whole, prefix] : [whole];
  return paths.some((path) => isSignedAt(secret, request, path));
}

function isSignedAt(secret: string, request: SandboxRequest, path: string): boolean {
  const { headers, method, query, bytes } = request;
  const header = headers['authorization'] ?? '';
  const names = partOf(header, 'SignedHeaders');
  const scope = partOf(header, 'Credential').split('/').slice(1);
  const canonical = [
    method,
    path.split('/').map(encode).join('/'),
    [...query]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names,
    headers['x-amz-content-sha256'] ?? createHash('sha256').update(bytes).digest('hex'),
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), hash].join('\n');
  let key: Uint8Array = Buffer.from(`AWS4${secret}`);
  for (const part of [...scope, toSign]) key = createHmac('sha256', key).update(part).digest();
  return Buffer.from(key).toString('hex') === partOf(header, 'Signature');
}

/** RFC 3986: everything but letters, digits and `-._~`. */
function encode(text: string): string {
  const toPercent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, toPercent);
}
