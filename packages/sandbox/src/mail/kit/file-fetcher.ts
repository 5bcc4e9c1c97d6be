// Files that a mail names by URL, where the user of the sandbox allows it: `allowFetch`, `--allow-fetch`.
import { ConfigurationError } from '@org/core';

/** Which hosts files come from: any, or those of a list, as `cdn.acme.dev` or `127.0.0.1:3000`. */
export type AllowFetch = boolean | readonly string[];

/** Fetches a file. @throws {Error} with the reason, for a host that is not allowed or a failed request */
export type FetchFile = (url: string) => Promise<Uint8Array>;

interface FetchLimits {
  readonly maxBytes: number;
  /** For all requests of one file. @default 10 000 */
  readonly timeoutMs?: number;
}

const maxRedirects = 5;

/** Whether files of a host may be fetched. @throws {ConfigurationError} for a list with something else */
export function hostCheck(allow: AllowFetch | undefined): (url: URL) => boolean {
  if (allow === undefined || typeof allow === 'boolean') return () => allow === true;
  const hosts = readHosts(allow);
  return (url) => hosts.has(url.hostname) || hosts.has(withPort(url));
}

/** `undefined` where nothing is fetched. @throws {ConfigurationError} for a list with something else */
export function createFileFetcher(
  allow: AllowFetch | undefined,
  { maxBytes, timeoutMs = 10_000 }: FetchLimits,
): FetchFile | undefined {
  if (allow === undefined || allow === false) return undefined;
  const isAllowed = hostCheck(allow);
  const check = (text: string, base?: URL): URL => {
    const url = URL.parse(text, base?.href);
    if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
      throw new Error('it is not an http or https URL without a login');
    if (!isAllowed(url)) throw new Error(`allowFetch does not have the host ${url.host}`);
    return url;
  };
  return async (text) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let url = check(text);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await fetch(url, { redirect: 'manual', signal }).catch((error: Error) => {
        throw new Error(signal.aborted ? `no answer in ${timeoutMs} ms` : describe(error));
      });
      const location = response.headers.get('location');
      const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
      if (!isRedirect) return readFile(response, { maxBytes, timeoutMs }, signal);
      await response.body?.cancel();
      url = check(location, url);
    }
    throw new Error(`there are more than ${maxRedirects} redirects`);
  };
}

/** As `URL` writes it: international names in ASCII, addresses in one spelling, each port that is given. */
function normalizeHost(host: string): string {
  const url = new URL(`http://${host}/`);
  return /:\d+$/.test(host) ? withPort(url) : url.hostname;
}

const withPort = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;

function readHosts(allow: unknown): ReadonlySet<string> {
  const isHost = (host: unknown): host is string =>
    typeof host === 'string' && host !== '' && URL.canParse(`http://${host}/`) && !/[/@?#]/.test(host);
  if (Array.isArray(allow) && allow.every(isHost)) return new Set(allow.map(normalizeHost));
  const message = 'allowFetch must be true, false, or a list of hosts such as cdn.acme.dev.';
  throw new ConfigurationError({ message, provider: 'sandbox', providerCode: 'allow-fetch' });
}

async function readFile(
  response: Response,
  { maxBytes, timeoutMs }: FetchLimits,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const cancel = () => response.body?.cancel();
  if (response.status !== 200) {
    await cancel();
    throw new Error(`its server answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > maxBytes) break;
    }
  } catch (error) {
    throw new Error(signal.aborted ? `no answer in ${timeoutMs} ms` : describe(error as Error));
  }
  if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
  return new Uint8Array(Buffer.concat(chunks));
}

function describe({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}
