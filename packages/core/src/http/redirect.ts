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
  const location = asUtf8(headers.get('location'));
  // A browser hides the target of a redirect; the response has status 0.
  if (location === null) return refuse('The service redirected without a target. A browser hides it.');
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

/**
 * Services write a path as UTF-8, of which transports make one character a byte. Other bytes, and a text of a
 * program's own transport, stay as they are.
 */
function asUtf8(text: string | null): string | null {
  if (text === null || !/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  try {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

function refuse(reason: string): RedirectDecision {
  return { follow: false, reason };
}
