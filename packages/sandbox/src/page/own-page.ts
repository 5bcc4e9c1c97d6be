import type { SandboxRequest } from '../http/exchange.ts';

/** The header of all requests of the page's script that change data. Forms and other sites cannot set it. */
export const pageHeader = 'x-sandbox-page';

/**
 * Why a request is refused; `undefined` if it is allowed. The HTTP server refuses other machines and sites
 * before. This check refuses other pages of this machine, like a development server's, which a browser counts
 * as the same site. Other programs may read mail: they can read the user's files too.
 */
export function decidePageRefusal({ method, path, headers }: SandboxRequest): string | undefined {
  const { host, origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`) {
    return "only the sandbox's own page may ask";
  }
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  if (!isOwn && !isFollowedLink({ method, path, headers })) return "only the sandbox's own page may ask";
  if (method === 'GET' || method === 'HEAD') return undefined;
  return headers[pageHeader] === 'yes' ? undefined : `changes need the header ${pageHeader}: yes`;
}

// Any site may link to the start page, because the linking site cannot read it.
function isFollowedLink({
  method,
  path,
  headers,
}: Pick<SandboxRequest, 'method' | 'path' | 'headers'>): boolean {
  return (
    method === 'GET' &&
    path === '/' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}
