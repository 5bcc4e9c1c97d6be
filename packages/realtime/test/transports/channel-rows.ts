import dns from 'node:dns';
import { badServers, serveCut, startGoodServer, type TlsTestServer } from '../../../core/test/tls-servers.ts';
import { type ProxyCase, proxyCases, titleOf, wayTo } from '../../../core/test/transports/proxies.ts';
import type { Topic } from '../../../core/test/transports/row.ts';
import { canTrust, trustAuthority } from '../../../core/test/transports/tls.ts';
import { failingProxies } from '../../../core/test/transports/tunnels.ts';
import { nodeWebSocket } from '../../src/node.ts';
import { answering, endOfDial, type Place } from './dial.ts';

/** One row of the table of channels in packages/core/docs/transports.md. */
export interface ChannelRow {
  readonly case: string;
  readonly probe: () => Promise<string>;
  readonly end: string;
}

const answered =
  (answer: Parameters<typeof answering>[0], settings: Partial<Place> = {}) =>
  async () => {
    await using server = await answering(answer);
    return await endOfDial({ host: '127.0.0.1', port: server.port, ...settings });
  };

const head = (status: string, ...lines: readonly string[]) =>
  [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');
const busy = (...lines: readonly string[]) => answered(head('503 Busy', ...lines));

const unnamed = (code: string) => async () => {
  const original = dns.lookup;
  const lookup = (_host: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error(`${code} api.acme.test`), { code, syscall: 'getaddrinfo' }));
  Object.assign(dns, { lookup });
  try {
    return await endOfDial({ host: 'api.acme.test', port: 443, useTls: true });
  } finally {
    Object.assign(dns, { lookup: original });
  }
};

const refused = async () => {
  const { port, [Symbol.asyncDispose]: close } = await answering('');
  await close();
  return await endOfDial({ host: '127.0.0.1', port });
};

const overTls = (start: () => Promise<TlsTestServer>) => async () => {
  await using server = await start();
  const { hostname: host, port } = new URL(server.url);
  return await endOfDial({ host, port: Number(port), useTls: true });
};

/** A header of the upgrade as it arrives, with these headers of the program. */
const upgrade = (headers: Readonly<Record<string, string>>, name: string) => async () => {
  await using server = await answering(head('503 Busy'));
  try {
    await endOfDial({ host: '127.0.0.1', port: server.port, socket: nodeWebSocket({ headers }) });
  } catch (error) {
    return String(error).split(':', 1).join();
  }
  const lines = server.requests.join('').split('\r\n');
  return lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)).join('; ');
};

const ofConnection = [
  'host',
  'connection',
  'upgrade',
  'content-length',
  'transfer-encoding',
  'expect',
  'te',
  'trailer',
  'keep-alive',
  'sec-websocket-key',
];
const eachRefused = async () => {
  const ends = ofConnection.map((name) => upgrade({ [name]: 'x' }, name)());
  return [...new Set(await Promise.all(ends))].join('; ');
};

const at = (seconds: number) => `Sat, 21 Nov 2026 12:00:${String(seconds).padStart(2, '0')} GMT`;

const proxied = (each: ProxyCase) => () =>
  wayTo(each, async (host, port, environment) => {
    const before = { ...process.env };
    for (const name of ['http_proxy', 'no_proxy']) delete process.env[name];
    Object.assign(process.env, environment);
    const socket = nodeWebSocket({ proxy: 'environment' });
    await endOfDial({ host, port, socket });
    for (const name of Object.keys(environment)) delete process.env[name];
    Object.assign(process.env, before);
  });

const handshake = 'lost: the TLS handshake failed';

const tunnelled = (name: keyof typeof failingProxies, words: string): ChannelRow => ({
  case: name,
  probe: () =>
    failingProxies[name]((proxy) => {
      const socket = nodeWebSocket({ proxy });
      return endOfDial({ host: 'api.acme.test', port: 443, useTls: true, socket, connectTimeoutMs: 3_000 });
    }),
  end: `lost: ${words}`,
});

export const channelTopics: readonly Topic<ChannelRow>[] = [
  {
    title: 'Upgrade',
    rows: [
      { case: 'a name that does not exist', probe: unnamed('ENOTFOUND'), end: 'lost: ENOTFOUND' },
      {
        case: 'a resolver that does not answer for now',
        probe: unnamed('EAI_AGAIN'),
        end: 'lost: EAI_AGAIN',
      },
      { case: 'nobody listens on the port', probe: refused, end: 'lost: ECONNREFUSED' },
      { case: 'closed at once', probe: answered(''), end: 'lost: ECONNRESET' },
      {
        case: 'reset',
        probe: answered((socket) => void socket.once('data', () => socket.resetAndDestroy())),
        end: 'lost: ECONNRESET',
      },
      {
        case: 'no response',
        probe: answered(() => {}, { connectTimeoutMs: 100 }),
        end: 'lost: no handshake in time',
      },
      {
        case: 'a TLS handshake that stops',
        probe: answered(() => {}, { connectTimeoutMs: 100, useTls: true }),
        end: 'lost: no handshake in time',
      },
      {
        case: 'status 200',
        probe: answered(head('200 OK')),
        end: 'lost: status 200',
      },
      {
        case: 'status 401',
        probe: answered(head('401 No')),
        end: 'lost: status 401',
      },
      {
        case: 'a redirect',
        probe: answered(head('302 Found', 'Location: ws://127.0.0.1:1/')),
        end: 'lost: status 302',
      },
      {
        case: 'status 407',
        probe: answered(head('407 No')),
        end: 'lost: status 407',
      },
      {
        case: 'status 000',
        probe: answered(head('000 Zero')),
        end: 'lost: status 0',
      },
      {
        case: 'text without HTTP',
        probe: answered('220 mail.acme.test ESMTP ready\r\n'),
        end: 'lost: the response is not valid HTTP',
      },
      {
        case: '`103 Early Hints`, then status 503',
        probe: answered(head('103 Early Hints') + head('503 Busy')),
        end: 'lost: status 503',
      },
      {
        case: '101 without the key of the socket',
        probe: answered(head('101 Switching Protocols', 'Upgrade: websocket')),
        end: 'lost: status 101',
      },
      {
        case: '17 KiB of fields',
        probe: answered(head('503 Busy', `X-A: ${'x'.repeat(17 * 1024)}`)),
        end: 'lost: the response is not valid HTTP',
      },
      {
        case: '503 with `Retry-After: 7`',
        probe: busy('Retry-After: 7'),
        end: 'lost: status 503, 7000 ms',
      },
      {
        case: '503 with `Retry-After` as a date, 40 s after `Date`',
        probe: busy(`Date: ${at(0)}`, `Retry-After: ${at(40)}`),
        end: 'lost: status 503, 40000 ms',
      },
      {
        case: 'the same with `Age: 30`',
        probe: busy(`Date: ${at(0)}`, `Retry-After: ${at(40)}`, 'Age: 30'),
        end: 'lost: status 503, 10000 ms',
      },
      {
        case: '503 with `Retry-After: 0`',
        probe: busy('Retry-After: 0'),
        end: 'lost: status 503, 0 ms',
      },
      { case: 'a header of the program', probe: upgrade({ 'X-Name': 'v' }, 'x-name'), end: 'X-Name: v' },
      { case: 'Latin-1 in a header', probe: upgrade({ 'X-Name': 'é' }, 'x-name'), end: 'X-Name: é' },
      {
        case: 'a letter beyond Latin-1',
        probe: upgrade({ 'X-Name': '日' }, 'x-name'),
        end: 'ConfigurationError',
      },
      {
        case: 'a line break in a header',
        probe: upgrade({ 'X-Name': 'a\r\nb: c' }, 'x-name'),
        end: 'ConfigurationError',
      },
      { case: 'one name in two spellings', probe: upgrade({ 'X-A': '1', 'x-a': '2' }, 'x-a'), end: 'x-a: 2' },
      {
        case: 'a header of the connection: `host`, `upgrade`, `sec-websocket-key` …',
        probe: eachRefused,
        end: 'ConfigurationError',
      },
    ],
  },
  {
    title: 'TLS',
    isAbsent: !canTrust,
    prepare: trustAuthority,
    rows: [
      {
        case: 'a valid certificate',
        probe: overTls(startGoodServer),
        end: 'lost: status 200',
      },
      ...Object.entries(badServers).map(([name, { start }]) => ({
        case: name,
        probe: overTls(start),
        end: name.startsWith('a close') ? 'lost: ECONNRESET' : handshake,
      })),
      {
        case: 'a reset in the handshake',
        probe: overTls(() => serveCut((socket) => socket.resetAndDestroy())),
        end: 'lost: ECONNRESET',
      },
    ],
  },
  {
    title: 'Proxies of the environment',
    rows: proxyCases.map((each) => ({ case: titleOf(each), probe: proxied(each), end: each.end })),
  },
  {
    title: 'A proxy for an https service',
    rows: [
      tunnelled('a proxy that wants another password', 'the proxy refused the tunnel with status 407'),
      tunnelled('a proxy that cannot reach the service', 'the proxy refused the tunnel with status 502'),
      tunnelled('a proxy that hangs up', 'the proxy is not reachable: ECONNRESET'),
      tunnelled('a proxy that is down', 'the proxy is not reachable: ECONNREFUSED'),
      tunnelled('a proxy that does not answer', 'the proxy is not reachable: ETIMEDOUT'),
    ],
  },
];
