import { misconfigured } from '../internal/wrong-input.ts';

/**
 * Reads `https://KEY:SECRET@HOST[:PORT][/PREFIX]/apps/APP_ID`, the form of the official server libraries, and
 * `wss://KEY@HOST[:PORT][/PREFIX]`. Hosts of the hosted service become its cluster, so that one string serves
 * the REST API and the WebSocket. No error contains the text.
 *
 * Source: Pusher documentation, "HTTP API libraries"; `Pusher.forURL` of pusher-http-node.
 *
 * @throws ConfigurationError
 */
export function parseConnectionString(source: string, text: unknown) {
  const url = typeof text === 'string' ? parseUrl(text.trim()) : undefined;
  const scheme = url?.protocol.slice(0, -1) ?? '';
  const useTls = usesTlsByScheme.get(scheme);
  if (url === undefined || useTls === undefined) throw wrongString(source, 'It is not a URL of this form.');
  if (url.search !== '' || url.hash !== '') throw wrongString(source, 'It has a query or a fragment.');
  const key = decode(source, url.username);
  if (key === '') throw wrongString(source, 'It has no app key.');
  const secret = url.password === '' ? undefined : decode(source, url.password);
  const [, prefix = '', appId] = /^(.*?)(?:\/apps\/([^/]+))?\/?$/.exec(url.pathname) ?? [];
  const details = {
    port: url.port === '' ? undefined : Number(url.port),
    useTls,
    pathPrefix: prefix === '' ? undefined : prefix,
  };
  const cluster = clusterOf(url.hostname);
  const address = cluster === undefined ? { ...details, host: url.hostname } : { ...details, cluster };
  return { address, key, secret, appId: appId === undefined ? undefined : decode(source, appId) };
}

const usesTlsByScheme: ReadonlyMap<string, boolean> = new Map([
  ['https', true],
  ['wss', true],
  ['http', false],
  ['ws', false],
]);

/** The legacy hosts belong to the cluster mt1. */
function clusterOf(host: string): string | undefined {
  if (/^(?:api|ws)\.pusherapp\.com$/.test(host)) return 'mt1';
  return /^(?:api|ws)-([a-z0-9-]+)\.pusher\.com$/.exec(host)?.[1];
}

// The platform's error contains the text, and with it the secret: it must not become a cause.
function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function decode(source: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrongString(source, 'It contains a "%" that escapes nothing: write %25.');
  }
}

function wrongString(source: string, why: string) {
  const forms = 'https://KEY:SECRET@HOST/apps/APP_ID on a server, wss://KEY@HOST in a client';
  return misconfigured(`${source} must be ${forms}. ${why}`);
}
