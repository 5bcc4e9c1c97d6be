import { ConfigurationError, InvalidInputError } from '../errors/caller-errors.ts';
import type { HttpRequest } from './request.ts';

/**
 * The address of a service: `https`, or `http` on this machine only unless allowed; no user info, query or fragment. A path may be part of it.
 *
 * @throws ConfigurationError that says what to change; it does not repeat user info or query
 * @internal
 */
export function parseBaseUrl(
  text: string,
  { provider, allowHttp = false }: { readonly provider: string; readonly allowHttp?: boolean | undefined },
): URL {
  const refuse = (why: string) =>
    new ConfigurationError({ message: `The base URL of ${provider} ${why}.`, provider });
  if (text !== undefined && typeof text !== 'string') throw refuse('must be a text');
  if (text === undefined || text.trim() === '') {
    throw refuse('is missing: pass it as baseUrl, like "https://api.example.com"');
  }
  if (!URL.canParse(text)) throw refuse('is not a URL: it must look like "https://api.example.com"');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(`must begin with "https://", not "${url.protocol}"`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('must not have a user name or password in it: pass the credential as its own option');
  }
  if (/[?#]/.test(text)) throw refuse('must not have a query or fragment: pass those with each request');
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw refuse(
      'must begin with "https://": plain http shows key and content to the network. ' +
        'For a server inside your own network set dangerouslyAllowHttp: true',
    );
  }
  return url;
}

// The parser has written every IPv4 address as four decimal numbers and every IPv6 address in its shortest form.
const loopbackHost = /^(?:localhost|(?:[^.]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @internal */
export function isLoopback(hostname: string): boolean {
  return loopbackHost.test(hostname);
}

/** Host and port, also where the URL leaves the port to its scheme; an IPv6 address without brackets. @internal */
export function serverOf(base: URL): { readonly address: string; readonly port: number } {
  const address = base.hostname.replace(/^\[(.*)\]$/, '$1');
  return { address, port: Number(base.port) || (base.protocol === 'https:' ? 443 : 80) };
}

/**
 * The URL of a request below the base URL. Never leaves the base's origin and path.
 *
 * @throws InvalidInputError when the path would, or when a query value is not text, a number or a boolean
 * @internal
 */
export function joinUrl(base: URL, path: string, query?: HttpRequest['query']): URL {
  const wrong = faultOfPath(path);
  if (wrong !== undefined) throw invalid('path', `must ${wrong}`);
  const root = base.href.replace(/\/+$/, '');
  const url = new URL(root + path);
  // The checks above should leave nothing to find; if a parser disagrees with them, its word counts.
  if (!url.href.startsWith(`${root}/`)) throw invalid('path', 'must stay below the base URL');
  if (query === undefined || query === null) return url;
  // Not the URL's own: that one is kept as long as the URL is.
  const parameters = new URLSearchParams();
  for (const name of Object.keys(requireRecord('query', query))) {
    const value = query[name];
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) parameters.append(name, queryText(name, item));
    }
  }
  url.search = parameters.toString();
  return url;
}

/** What is wrong with a path; `undefined` when nothing is. */
function faultOfPath(path: string): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return 'begin with "/"';
  if (path.startsWith('//')) return 'begin with a single "/"';
  if (/[\\\s\p{Cc}]/u.test(path)) return 'not contain backslashes, spaces or control characters';
  if (/[?#]/.test(path)) return 'not contain "?" or "#": pass a query as `query`';
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return 'not contain "." or ".." segments';
  return undefined;
}

function queryText(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw invalid(`query.${name}`, 'must be text, a finite number or a boolean');
}

/** What has its names elsewhere than in its own properties (`Headers`, a Map, a list, a text) would be taken for empty. @internal */
export function requireRecord<Fields extends object>(path: string, fields: Fields): Fields {
  if (typeof fields === 'object' && fields !== null && !(Symbol.iterator in fields)) return fields;
  throw invalid(path, 'must be a plain object of names and values');
}

/** @internal */
export function invalid(path: string, message: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError({
    message: `The request cannot be sent: ${path} ${message}.`,
    outcome: 'not-sent',
    issues: [{ path, message }],
    cause,
  });
}
