// Set when the package is built; sources that run as they are have no version.
declare const __PACKAGE_VERSION__: string | undefined;
export const version = typeof __PACKAGE_VERSION__ === 'string' ? __PACKAGE_VERSION__ : '0.0.0-source';

/** `org-email/1.2.0 (node/24.21.0; linux) acme-shop/7`; nothing in a browser, which says its own and asks the server's leave for ours. */
export function userAgent(product = `org-core/${version}`, addition?: string): string | undefined {
  const { process, document } = globalThis as {
    process?: { versions?: { node?: string }; platform?: string };
    document?: unknown;
  };
  if (document !== undefined) return undefined;
  const node = process?.versions?.node;
  const platform = node === undefined ? '' : ` (node/${node}; ${process?.platform ?? 'unknown'})`;
  return `${product}${platform}${addition === undefined ? '' : ` ${addition}`}`;
}
