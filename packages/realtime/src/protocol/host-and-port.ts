/** For messages: the host and the port of a URL, also the default port. */
export function hostAndPort(url: string, base?: string): string {
  const { hostname, port, protocol } = new URL(url, base);
  return `${hostname}:${port || (protocol.endsWith('s:') ? 443 : 80)}`;
}
