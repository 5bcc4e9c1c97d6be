declare const __PACKAGE_VERSION__: string;

/** `org-email/1.2.0 (node/24.21.0; linux) acme-shop/7`; nothing in a browser, which says its own and asks the server's leave for ours. */
export function userAgent(
  product = `org-core/${__PACKAGE_VERSION__}`,
  addition?: string,
): string | undefined {
  const { process, document } = globalThis as {
    process?: { versions?: { node?: string }; platform?: string };
    document?: unknown;
  };
  if (document !== undefined) return undefined;
  const node = process?.versions?.node;
  const platform = node === undefined ? '' : ` (node/${node}; ${process?.platform ?? 'unknown'})`;
  return `${product}${platform}${addition === undefined ? '' : ` ${addition}`}`;
}
