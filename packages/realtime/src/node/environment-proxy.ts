import { readProxy } from './proxy-tunnel.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the environment names for a URL. Lower case wins. Source: Node documentation, "Built-in
 * Proxy Support" and "NO_PROXY Format"; ranges of addresses are not supported.
 *
 * @throws ConfigurationError
 */
export function environmentProxy(url: string, environment: Environment): URL | undefined {
  const { protocol, hostname, port } = new URL(url);
  const name = protocol === 'wss:' ? 'https_proxy' : 'http_proxy';
  const [source, proxy] = read(environment, name);
  const [, bypassed] = read(environment, 'no_proxy');
  const address = { hostname, port: port || (protocol === 'wss:' ? '443' : '80') };
  if (proxy === '' || bypassed.split(',').some((entry) => matches(entry.trim(), address))) return undefined;
  return readProxy(source, proxy);
}

function read(environment: Environment, name: string): readonly [source: string, value: string] {
  const source = environment[name] === undefined ? name.toUpperCase() : name;
  return [source, environment[source]?.trim() ?? ''];
}

/** An entry is `*`, a host, `.suffix` or `*.suffix`, and may end with a port. */
function matches(entry: string, { hostname, port }: { hostname: string; port: string }): boolean {
  if (entry === '*') return true;
  const [, host = '', only] = /^(\[.+\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (host === '' || (only !== undefined && only !== port)) return false;
  const suffix = host.replace(/^\*/, '');
  return suffix.startsWith('.') ? hostname.endsWith(suffix) : hostname === host;
}
