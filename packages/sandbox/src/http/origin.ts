import { isIP } from 'node:net';
import { isHealthCheck } from './health-check.ts';

// Every web page that the developer opens can reach a server on loopback: its script may send requests to
// 127.0.0.1, and its domain may resolve to 127.0.0.1 (DNS rebinding). The headers show both, and these checks
// refuse both.

/**
 * Whether a `Host` header value names this machine: `localhost`, `*.localhost`, `127.x.y.z` or `[::1]`, with
 * or without a port.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = hostPattern.exec(host)?.[1];
  return name !== undefined && (loopbackNamePattern.test(name) || isLoopbackAddress(name));
}

/** Whether an `Origin` header value is a page of this machine. `null` (a sandboxed frame, a file) is not. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = originPattern.exec(origin)?.[1];
  return host !== undefined && isLoopbackHost(host);
}

/** The parts of a request for this check. Header names are lower-case. */
export interface RequestProvenance {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn, as received. Only this list shows repeated headers. */
  readonly rawHeaders: readonly string[];
}

/** The names of this machine beside the loopback ones. */
export interface AllowedHosts {
  /** In lower case. */
  readonly allowedHosts: readonly string[];
  /** Other machines can connect. An IP address in `Host` is not a name that DNS rebinding could use. */
  readonly isOpen: boolean;
}

/** The reason for a refusal, for the developer; `undefined` for an allowed request. */
export function decideRefusal(
  request: RequestProvenance,
  allowed: AllowedHosts = { allowedHosts: [], isOpen: false },
): string | undefined {
  const { headers } = request;
  if (countHeader(request.rawHeaders, 'host') !== 1) return 'the request must have exactly one Host header';
  if (!isHealthCheck(request) && !isAllowedHost(single(headers['host']), allowed))
    return 'the Host header does not name this machine: see allowedHosts (--allowed-hosts)';
  const origin = single(headers['origin']);
  if (origin !== undefined) {
    if (countHeader(request.rawHeaders, 'origin') !== 1) return 'the request has more than one Origin header';
    return isAllowedOrigin(origin, single(headers['host']), allowed)
      ? undefined
      : 'requests from pages of other origins are refused';
  }
  return isForeignFetch(request) ? 'requests from pages of other sites are refused' : undefined;
}

/** The host of a `Host` header in lower case, without the port; `undefined` for none. */
export function hostNameOf(host: string | undefined): string | undefined {
  return hostPattern.exec(host ?? '')?.[1]?.toLowerCase();
}

function isAllowedHost(host: string | undefined, { allowedHosts, isOpen }: AllowedHosts): boolean {
  const name = hostNameOf(host);
  if (name === undefined) return false;
  return isLoopbackHost(host) || allowedHosts.includes(name) || (isOpen && isAddress(name));
}

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;

// A page may be at any address, so that an address is no reason here, except that of the request itself.
function isAllowedOrigin(
  origin: string,
  ownHost: string | undefined,
  { allowedHosts, isOpen }: AllowedHosts,
): boolean {
  const host = originPattern.exec(origin)?.[1];
  const name = hostNameOf(host);
  if (name === undefined) return false;
  return (
    isLoopbackOrigin(origin) || allowedHosts.includes(name) || (isOpen && host === ownHost && isAddress(name))
  );
}

const hostPattern = /^(\[[0-9a-f:]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;
const originPattern = /^https?:\/\/([^/@?#\s]+)$/i;
const loopbackNamePattern = /^(?:[a-z0-9-]+\.)*localhost$/i;
const dottedQuadPattern = /^127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

function isLoopbackAddress(name: string): boolean {
  if (name === '[::1]') return true;
  return (
    dottedQuadPattern
      .exec(name)
      ?.slice(1)
      .every((part) => Number(part) <= 255) ?? false
  );
}

// Images, scripts and forms of another page may have no Origin. Fetch Metadata shows their source (W3C, Fetch
// Metadata Request Headers). A link to this machine stays allowed: a top-level GET changes nothing.
function isForeignFetch({ method, headers }: RequestProvenance): boolean {
  if (single(headers['sec-fetch-site']) !== 'cross-site') return false;
  const isFollowedLink =
    method === 'GET' &&
    single(headers['sec-fetch-mode']) === 'navigate' &&
    single(headers['sec-fetch-dest']) === 'document';
  return !isFollowedLink;
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ');
}

function countHeader(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}
