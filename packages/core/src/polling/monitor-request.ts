import { RedirectError, ResponseFormatError } from '../errors/transport-errors.ts';
import type { RawRequest } from '../http/request.ts';

/**
 * The request that looks at a job, from where the service says it is: an address below the client's base URL, and nothing else, for the credential goes with
 * it. The same object as before when it is the same address.
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
      message: 'The service began a job, but does not say where to look at it.',
      outcome: 'sent',
    });
  }
  // Without a base URL only a path can be understood, and only where paths begin at the root.
  const base = new URL(baseUrl ?? 'https://unknown.invalid');
  const prefix = base.pathname.replace(/\/+$/, '');
  const from = new URL(base.origin + prefix + before.path);
  if (!URL.canParse(location, from)) throw elsewhere('at an address that is not a URL');
  const url = new URL(location, from);
  if (url.origin !== base.origin) throw elsewhere('at another origin, which must not see the credential');
  if (url.username !== '' || url.password !== '') throw elsewhere('at an address with a user in it');
  if (!url.pathname.startsWith(`${prefix}/`)) throw elsewhere('outside the base URL of the client');
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

function elsewhere(where: string): RedirectError {
  return new RedirectError({
    message: `The service began a job and says to look at it ${where}. Check the base URL.`,
    outcome: 'sent',
  });
}
