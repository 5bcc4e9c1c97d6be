import type { SandboxResponse } from '../../http/exchange.ts';
import type { RealtimeApp } from '../options.ts';
import { isSameText, md5Hex, signHex } from '../signature.ts';
import { refuse } from './response.ts';
import { formatInvalidSignature, formatTimestampExpired } from './texts.ts';

/** The signed parts of a REST request. */
export interface SignedRequest {
  readonly method: string;
  /** As on the request line: without host and query, percent-encoding unchanged. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly bytes: Uint8Array;
}

const windowSeconds = 600;

/**
 * Checks key, version, time, body digest and signature. Returns the refusal, or `undefined` for a valid
 * request.
 */
export function refuseUnsigned(
  app: RealtimeApp,
  request: SignedRequest,
  nowMs: number,
): SandboxResponse | undefined {
  const parameters = readParameters(request.query);
  if (parameters === undefined) return refuse(401, 'Duplicate query parameter');
  const key = parameters.get('auth_key');
  if (key === undefined) return refuse(401, 'Authentication key required');
  if (!isSameText(key, app.key)) return refuse(401, 'Unknown auth_key');
  return (
    refuseVersion(parameters.get('auth_version')) ??
    refuseTime(parameters.get('auth_timestamp'), nowMs) ??
    refuseBodyDigest(parameters.get('body_md5'), request.bytes) ??
    refuseSignature(app, request, parameters)
  );
}

/** Method, path and all parameters but the signature: keys in lower case, sorted, values not encoded. */
export function formatStringToSign(
  method: string,
  path: string,
  parameters: ReadonlyMap<string, string>,
): string {
  const query = [...parameters]
    .filter(([name]) => name !== 'auth_signature')
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return [method.toUpperCase(), path, query].join('\n');
}

/** Parameters by lower-case name; `undefined` if two names become one. */
export function readParameters(query: URLSearchParams): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (const [name, value] of query) {
    const key = name.toLowerCase();
    if (parameters.has(key)) return undefined;
    parameters.set(key, value);
  }
  return parameters;
}

function refuseVersion(version: string | undefined): SandboxResponse | undefined {
  if (version === undefined) return refuse(401, 'Version required');
  return version === '1.0' ? undefined : refuse(401, 'Version not supported');
}

function refuseTime(timestamp: string | undefined, nowMs: number): SandboxResponse | undefined {
  if (timestamp === undefined) return refuse(401, 'Timestamp required');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : 0;
  // The reference implementation refuses at exactly 600 s.
  const isWithin = Math.abs(seconds - Math.floor(nowMs / 1000)) < windowSeconds;
  return isWithin ? undefined : refuse(401, formatTimestampExpired(seconds, nowMs));
}

function refuseBodyDigest(digest: string | undefined, bytes: Uint8Array): SandboxResponse | undefined {
  // The official client for Python sends the digest of an empty body with each query.
  if (digest === undefined)
    return bytes.byteLength === 0 ? undefined : refuse(401, 'Missing parameter: body_md5');
  return isSameText(digest, md5Hex(bytes)) ? undefined : refuse(401, 'body_md5 does not match the body');
}

function refuseSignature(
  app: RealtimeApp,
  { method, path }: SignedRequest,
  parameters: ReadonlyMap<string, string>,
): SandboxResponse | undefined {
  const given = parameters.get('auth_signature');
  if (given === undefined) return refuse(401, 'Missing parameter: auth_signature');
  const text = formatStringToSign(method, path, parameters);
  if (isSameText(given, signHex(app.secret, text))) return undefined;
  return refuse(401, formatInvalidSignature(text, given));
}
