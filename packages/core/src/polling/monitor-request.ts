import { RedirectError, ResponseFormatError } from '../errors/transport-errors.ts';
import type { RawRequest } from '../http/request.ts';

/**
 * The request of a job's monitor URL. The URL must be below the client's base URL, because the request
 * carries the credential. Returns `before` for an unchanged URL.
 *
 * @throws RedirectError, ResponseFormatError
 */
export function monitorRequest(
  baseUrl: string | undefined,
  before: RawRequest,
  location: string | undefined,
): RawRequest {
  if (location === undefined) {
    if (before.method === 'GET') return before;
    throw new ResponseFormatError({
      message: 'The service started a job, but the response has no monitor URL (Location).',
      outcome: 'sent',
    });
  }
  // Without a base URL, only a path below the root can be resolved.
  const base = new URL(baseUrl ?? 'https://unknown.invalid');
  const prefix = base.pathname.replace(/\/+$/, '');
  const from = new URL(URL.canParse(before.path) ? before.path : base.origin + prefix + before.path);
  if (!URL.canParse(location, from)) throw invalidMonitor('is not a URL');
  const url = new URL(location, from);
  if (url.origin !== base.origin)
    throw invalidMonitor('has another origin, which must not receive the credential');
  if (url.username !== '' || url.password !== '') throw invalidMonitor('contains a user or password');
  if (!url.pathname.startsWith(`${prefix}/`)) throw invalidMonitor('is outside the base URL of the client');
  const path = url.pathname.slice(prefix.length);
  const query = queryOf(url.searchParams);
  const same =
    before.method === 'GET' && before.path === path && JSON.stringify(before.query) === JSON.stringify(query);
  return same ? before : { method: 'GET', path, query };
}

function queryOf(parameters: URLSearchParams): Record<string, readonly string[]> {
  const query: Record<string, readonly string[]> = Object.create(null);
  for (const name of parameters.keys()) query[name] = parameters.getAll(name);
  return query;
}

function invalidMonitor(problem: string): RedirectError {
  return new RedirectError({
    message: `The service started a job, but its monitor URL ${problem}. Check the base URL.`,
    outcome: 'sent',
  });
}
