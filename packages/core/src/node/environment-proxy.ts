/** Environment variables by name. @public */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy, and the variable or option that names it. @public */
export interface ProxySetting {
  readonly source: string;
  /** As it was set; may have a password. */
  readonly value: string;
}

/**
 * The proxy that an environment names for a URL (`http:`, `https:`, `ws:`, `wss:`). Lower case wins. Source:
 * Node documentation, "Built-in Proxy Support" and "NO_PROXY Format".
 * @public
 */
export function environmentProxy(url: URL, environment: Environment): ProxySetting | undefined {
  const { protocol, hostname, port } = url;
  const isTls = /^(?:https|wss):$/.test(protocol);
  const setting = read(environment, isTls ? 'https_proxy' : 'http_proxy');
  const bypassed = read(environment, 'no_proxy').value.split(',');
  const address = { hostname: withoutRoot(hostname), port: port || (isTls ? '443' : '80') };
  if (setting.value === '' || bypassed.some((entry) => matches(entry.trim(), address))) return undefined;
  return setting;
}

function read(environment: Environment, name: string): ProxySetting {
  const source = environment[name] === undefined ? name.toUpperCase() : name;
  return { source, value: environment[source]?.trim() ?? '' };
}

/**
 * An entry is `*`, a host, `.suffix` (also the host `suffix`), `*.suffix` or a range of IPv4 addresses, and
 * may end with a port. An IPv6 address may have brackets; Node itself takes it without.
 */
function matches(entry: string, { hostname, port }: { hostname: string; port: string }): boolean {
  if (entry === '*') return true;
  if (entry.split(':').length > 2 && !entry.includes('[')) return hostname === hostOf(`[${entry}]`);
  const [, given = '', only] = /^(\[.+\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  const host = withoutRoot(given);
  if (host === '' || (only !== undefined && only !== port)) return false;
  const [first = 0, last = 0, ...others] = host.split('-').map(numberOf);
  const own = numberOf(hostname);
  if (others.length === 0 && first <= own && own <= last) return true;
  if (host.startsWith('.')) return `.${hostname}`.endsWith(host);
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === hostOf(host);
}

/** A name may end with the dot of the root: it is the same name (RFC 1034). */
const withoutRoot = (name: string) => name.replace(/\.$/, '');

/** An IPv4 address as a number; not a number for another text. */
const numberOf = (address: string): number =>
  /^(?:\d{1,3}\.){3}\d{1,3}$/.test(address)
    ? address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    : Number.NaN;

/** As a URL writes it: `[0:0:0:0:0:0:0:1]` is `[::1]`. */
function hostOf(host: string): string {
  return host.startsWith('[') && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

/**
 * A proxy for an error message, without user and password, and the way around it. @public
 *
 * @example
 * const setting = { source: 'HTTPS_PROXY', value: 'http://ann:pw@proxy:3128' };
 * describeProxy(setting, new URL('https://api.acme.dev'));
 * // 'proxy:3128 (HTTPS_PROXY; NO_PROXY=api.acme.dev goes around it)'
 */
export function describeProxy({ source, value }: ProxySetting, { hostname }: URL): string {
  const {
    protocol = '',
    hostname: host,
    port,
  } = URL.canParse(value) ? new URL(value) : { hostname: '?', port: '?' };
  const place = `${host}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const around = /_proxy$/i.test(source)
    ? `; NO_PROXY=${hostname.replace(/^\[|\]$/g, '')} goes around it`
    : '';
  return `${place} (${source}${around})`;
}
