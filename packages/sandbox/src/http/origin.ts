// A server on loopback is still within reach of every web page the developer opens: the page's script may
// send requests to 127.0.0.1, and a name the page owns may be pointed at it (DNS rebinding). Both show in the
// headers, and both end here.

/**
 * Whether a `Host` header value names this machine: `localhost`, `*.localhost`, `127.x.y.z` or `[::1]`, with
 * or without a port.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = hostPattern.exec(host)?.[1];
  return name !== undefined && (loopbackNamePattern.test(name) || isLoopbackAddress(name));
}

/**
 * Whether an `Origin` header value is a page served by this machine. `null` (a sandboxed frame, a file) is
 * not.
 */
export function isLoopbackOrigin(origin: string): boolean {
  const host = originPattern.exec(origin)?.[1];
  return host !== undefined && isLoopbackHost(host);
}

/** The part of a request that decides whether it may be answered. Header names are lower-case. */
export interface RequestProvenance {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn, as they came: the only place where a doubled header shows. */
  readonly rawHeaders: readonly string[];
}

/**
 * Why a request is refused, in words for the developer who meets the refusal; `undefined` when it may pass.
 */
export function decideRefusal(request: RequestProvenance): string | undefined {
  const { headers } = request;
  if (countHeader(request.rawHeaders, 'host') !== 1) return 'exactly one Host header is needed';
  if (!isLoopbackHost(single(headers['host']))) return 'the Host header does not name this machine';
  const origin = single(headers['origin']);
  if (origin !== undefined) {
    if (countHeader(request.rawHeaders, 'origin') !== 1) return 'more than one Origin header';
    return isLoopbackOrigin(origin) ? undefined : 'requests from pages of other origins are not answered';
  }
  return isForeignFetch(request) ? 'requests from pages of other sites are not answered' : undefined;
}

const hostPattern = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i;
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

// Images, scripts and forms of a foreign page may carry no Origin; browsers say where they come from in Fetch
// Metadata (W3C, Fetch Metadata Request Headers). Following a link to this machine stays possible: a
// top-level GET changes nothing.
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
