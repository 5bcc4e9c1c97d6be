import type { ServiceResponse } from './response.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

export type RedirectDecision =
  | { readonly follow: true; readonly url: URL }
  | { readonly follow: false; readonly reason: string };

/** Follows only GET and HEAD, only within the origin, at most five times. `undefined`: no redirect. */
export function decideRedirect(
  { status, headers }: Pick<ServiceResponse, 'status' | 'headers'>,
  from: URL,
  method: string,
  followed: number,
): RedirectDecision | undefined {
  if (status !== 0 && !redirectStatuses.has(status)) return undefined;
  const location = headers.get('location')?.replace(/[\x80-\xff]/g, encodeByte);
  // A browser hides the target of a redirect; the response has status 0.
  if (location === undefined) return refuse('The service redirected without a target. A browser hides it.');
  if (!URL.canParse(location, from)) return refuse('The service redirected to an invalid URL.');
  const url = new URL(location, from);
  if (url.origin !== from.origin) {
    return refuse(
      'The service redirected to another origin, which must not see the credential. Check the base URL.',
    );
  }
  if (url.username !== '' || url.password !== '')
    return refuse('The service redirected to a URL with a user in it.');
  if (method !== 'GET' && method !== 'HEAD') {
    return refuse(
      `The service redirected a ${method} (status ${status}); only reads are followed. Check the base URL.`,
    );
  }
  if (followed >= maxRedirects) return refuse(`The service redirected more than ${maxRedirects} times.`);
  return { follow: true, url };
}

/** A value has one character for each byte, of a path in UTF-8 too: a URL has them encoded. */
const encodeByte = (byte: string) => `%${byte.charCodeAt(0).toString(16)}`;

function refuse(reason: string): RedirectDecision {
  return { follow: false, reason };
}
