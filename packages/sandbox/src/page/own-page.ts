import type { SandboxRequest } from '../http/exchange.ts';

/**
 * The header that the page's script sets on everything that changes something: no form and no foreign page
 * can.
 */
export const pageHeader = 'x-sandbox-page';

/**
 * Why a request is refused; `undefined` when it may pass. The HTTP server has already turned away other
 * machines and other sites; here end the other pages of this machine too, a development server's on another
 * port for one: to a browser they are the same site, and mail is none of their business. Other programs may
 * read: they can read the memory's owner's files as well.
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

// The start page may be opened from anywhere: it shows nothing to who sent the reader there.
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
