import { ConfigurationError } from '../errors/caller-errors.ts';

/**
 * The address of a service: `https`, or `http` on this machine only unless allowed; no user info, query or
 * fragment. A path may be part of it.
 *
 * @throws ConfigurationError that says what to change; it does not repeat user info or query
 */
export function parseBaseUrl(
  text: string,
  { provider, allowHttp = false }: { readonly provider: string; readonly allowHttp?: boolean | undefined },
): URL {
  const fault = faultOf(text, allowHttp);
  if (fault === undefined) return new URL(text);
  throw new ConfigurationError({ message: `The base URL of ${provider} ${fault}.`, provider });
}

function faultOf(text: unknown, allowHttp: boolean): string | undefined {
  if (text !== undefined && typeof text !== 'string') return 'must be a text';
  if (text === undefined || text.trim() === '')
    return 'is missing: pass it as baseUrl, like "https://api.example.com"';
  if (!URL.canParse(text)) return 'is not a URL: it must look like "https://api.example.com"';
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return `must begin with "https://", not "${protocol}"`;
  if (username !== '' || password !== '')
    return 'must not have a user name or password in it: pass the credential as its own option';
  if (/[?#]/.test(text)) return 'must not have a query or fragment: pass those with each request';
  if (protocol === 'https:' || allowHttp === true || isLoopback(hostname)) return undefined;
  return (
    'must begin with "https://": plain http shows key and content to the network. ' +
    'For a server inside your own network set dangerouslyAllowHttp: true'
  );
}

/** Is it this machine? The host name is that of a parsed URL. */
export function isLoopback(hostname: string): boolean {
  return loopbackHost.test(hostname);
}

// The parser writes every IPv4 address as four decimal numbers and every IPv6 address in its shortest form.
const loopbackHost = /^(?:localhost|(?:[^.]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Host and port, also where the URL leaves the port to its scheme; an IPv6 address without brackets. */
export function serverOf(base: URL): { readonly address: string; readonly port: number } {
  const address = base.hostname.replace(/^\[(.*)\]$/, '$1');
  return { address, port: Number(base.port) || (base.protocol === 'https:' ? 443 : 80) };
}
