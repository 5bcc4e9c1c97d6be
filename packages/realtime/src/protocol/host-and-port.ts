/** For messages: the host and the port of an absolute URL, also the default port. */
export function hostAndPort(url: string): string {
  const [scheme = '', , host = ''] = url.split('/', 3);
  return /:\d+$/.test(host) ? host : `${host}:${scheme.endsWith('s:') ? 443 : 80}`;
}
