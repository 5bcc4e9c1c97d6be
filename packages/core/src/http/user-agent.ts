import { wrongOption } from '../errors/wrong-option.ts';

// Set by the build; sources have no version.
declare const __PACKAGE_VERSION__: string | undefined;
export const version = typeof __PACKAGE_VERSION__ === 'string' ? __PACKAGE_VERSION__ : '0.0.0-source';

/**
 * `org-email/1.2.0 (node/24.21.0; linux) acme-shop/7`. `undefined` in a browser, which sends its own and
 * would ask the server for permission to send ours.
 *
 * @throws ConfigurationError for an addition that a header cannot hold
 */
export function userAgent(product = `org-core/${version}`, addition?: string): string | undefined {
  if (addition !== undefined && !(typeof addition === 'string' && /^[\x20-\x7e]+$/.test(addition))) {
    throw wrongOption('userAgent must be printable ASCII, like "acme-shop/7".');
  }
  const { process, navigator } = globalThis as {
    process?: { versions?: { node?: string }; platform?: string };
    navigator?: { userAgent?: unknown };
  };
  const own = String(navigator?.userAgent).toLowerCase();
  if (own.startsWith('mozilla/')) return undefined;
  const { versions, platform = 'unknown' } = process ?? {};
  // Deno, Bun and workers give a version of Node, too.
  const runtime = /^(?:deno|bun|cloudflare)\S+$/.test(own) ? own : versions?.node && `node/${versions.node}`;
  return [product, runtime && `(${runtime}; ${platform})`, addition].filter(Boolean).join(' ');
}
