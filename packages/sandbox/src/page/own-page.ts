import type { SandboxRequest } from '../http/exchange.ts';

/** The header of all requests of the page's script that change data. Forms and other sites cannot set it. */
export const pageHeader = 'x-sandbox-page';

/**
 * Why a request is refused; `undefined` if it is allowed. The HTTP server refuses other machines and sites
 * before. This check refuses other pages of this machine, like a development server's, which a browser counts
 * as the same site. Other programs may read mail: they can read the user's files too.
 */
export function decidePageRefusal(request: PageRequest): string | undefined {
  const { method, path, headers } = request;
  if (isForeignPage(request)) return "only the sandbox's own page may ask";
  if (method === 'GET' || method === 'HEAD' || isMailpitPath(path)) return undefined;
  return headers[pageHeader] === 'yes' ? undefined : `changes need the header ${pageHeader}: yes`;
}

type PageRequest = Pick<SandboxRequest, 'method' | 'path' | 'headers'>;

// Mailpit's clients do not know the header. A browser names the page that asks, also for what it sends
// without a preflight, so programs may change mail here, and pages may not.
function isMailpitPath(path: string): boolean {
  return path.startsWith('/api/v1/');
}

/** Whether a page asks that is not the sandbox's: by `Origin`, and by `Sec-Fetch-Site` without one. */
export function isForeignPage({ method, path, headers }: PageRequest): boolean {
  const { host, origin } = headers;
  if (origin !== undefined && origin.toLowerCase().replace(/^https?:\/\//, '') !== host?.toLowerCase())
    return true;
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return !isOwn && !isFollowedLink({ method, path, headers });
}

// Any site may link to the start page and to a message, because the linking site cannot read it.
function isFollowedLink({ method, path, headers }: PageRequest): boolean {
  return (
    method === 'GET' &&
    (path === '/' || path.startsWith('/view/')) &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}
