import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentsKnowProxies, behind, type Environment } from './behind-proxy.ts';
import { clientOver, get } from './calls.ts';
import type { Over, Probe, Row, Topic } from './row.ts';

/** A server that counts its requests, also those for a tunnel. */
async function count(): Promise<{ readonly server: Server; readonly port: number; asked: number }> {
  const server = createServer((_request, response) => {
    counted.asked += 1;
    response.end();
  });
  server.on('connect', (_request, socket) => {
    counted.asked += 1;
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const counted = { server, port: (server.address() as AddressInfo).port, asked: 0 };
  return counted;
}

/** Who is asked for a host with this `NO_PROXY`, in which `PORT` stands for the port of the service. */
export async function wayTo(
  { host, noProxy }: Pick<ProxyCase, 'host' | 'noProxy'>,
  ask: (host: string, port: number, environment: Environment) => Promise<unknown>,
): Promise<string> {
  const [service, proxy] = [await count(), await count()];
  try {
    const url = `http://127.0.0.1:${proxy.port}`;
    const NO_PROXY = noProxy.replace('PORT', `${service.port}`);
    await ask(host, service.port, { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY });
    // Not every machine has IPv6, or knows the name with the dot of the root.
    const isDirect = service.asked > 0 || /^\[|\.$/.test(host);
    return proxy.asked > 0 ? 'proxy' : isDirect ? 'direct' : 'nobody';
  } finally {
    for (const { server } of [service, proxy]) server.close().closeAllConnections();
  }
}

const asked =
  (each: ProxyCase): Probe =>
  ({ name }: Over) =>
    wayTo(each, async (host, port, environment) => {
      const { transport, close } = behind[name](environment);
      await using client = clientOver({ name, transport }, `http://${host}:${port}`);
      await client.request(get).catch(() => {});
      await close();
    });

export interface ProxyCase {
  readonly host: string;
  readonly noProxy: string;
  readonly end: 'direct' | 'proxy';
  /** Of undici's rule, which is also that of Node's `fetch`. */
  readonly undici?: 'direct' | 'proxy';
}

export const proxyCases: readonly ProxyCase[] = [
  { host: 'localhost', noProxy: '', end: 'proxy' },
  { host: 'localhost', noProxy: '*', end: 'direct' },
  { host: 'localhost', noProxy: 'a.dev, LOCALHOST', end: 'direct' },
  { host: 'localhost', noProxy: 'a.dev localhost', end: 'proxy', undici: 'direct' },
  { host: 'localhost', noProxy: '.localhost', end: 'direct' },
  { host: 'localhost', noProxy: '*.localhost', end: 'proxy' },
  { host: 'localhost', noProxy: 'host', end: 'proxy' },
  { host: 'localhost', noProxy: '.host', end: 'proxy' },
  { host: 'localhost.', noProxy: 'localhost', end: 'direct' },
  { host: 'localhost', noProxy: 'localhost.', end: 'direct' },
  { host: 'localhost', noProxy: 'localhost:PORT', end: 'direct' },
  { host: 'localhost', noProxy: 'localhost:1', end: 'proxy' },
  { host: '127.0.0.1', noProxy: '127.0.0.1', end: 'direct' },
  { host: '127.0.0.1', noProxy: '127.0.0.1:PORT', end: 'direct' },
  { host: '127.0.0.1', noProxy: '127.0.0.0/8', end: 'proxy' },
  { host: '127.0.0.1', noProxy: '127.0.0.0-127.0.0.9', end: 'direct', undici: 'proxy' },
  { host: '[::1]', noProxy: '::1', end: 'direct' },
  { host: '[::1]', noProxy: '[::1]', end: 'direct' },
  { host: '[::1]', noProxy: '[::1]:PORT', end: 'direct' },
  { host: '[::1]', noProxy: '0:0:0:0:0:0:0:1', end: 'direct', undici: 'proxy' },
];

export const titleOf = ({ host, noProxy }: ProxyCase): string =>
  `\`NO_PROXY=${noProxy}\` for \`http://${host}:PORT\``;

const rowOf = (each: ProxyCase): Row => ({
  case: titleOf(each),
  probe: asked(each),
  end: each.end,
  ...(each.undici && { but: { undici: each.undici, fetch: each.undici } }),
});

export const proxies: Topic = {
  title: 'Proxies of the environment',
  rows: proxyCases.map(rowOf),
  isAbsent: !agentsKnowProxies,
};
