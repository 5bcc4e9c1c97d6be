const named = new Set(['localhost', '[::1]']);

/** Is it this machine? `hostname` is that of a `URL`, which writes each IPv4 address as four numbers. */
export function isLoopbackHost(hostname: string): boolean {
  return named.has(hostname) || hostname.endsWith('.localhost') || isLoopbackIpv4(hostname);
}

function isLoopbackIpv4(hostname: string): boolean {
  const parts = hostname.split('.');
  return parts.length === 4 && parts[0] === '127' && parts.every((part) => part !== '' && Number(part) < 256);
}
