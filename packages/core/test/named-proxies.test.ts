import { once } from 'node:events';
import { Agent } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { EnvHttpProxyAgent, ProxyAgent } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServiceClient, noAuth } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';
import { startConnectProxy } from './connect-proxy.ts';

interface Way {
  readonly transport: (proxy: string) => NonNullable<Parameters<typeof createServiceClient>[1]>['transport'];
  readonly source: string;
}

/** A host that no resolver knows (RFC 6761, section 6.4). */
const unknownHost = 'proxy.invalid';
const setVariable = (proxy: string) => {
  vi.stubEnv('https_proxy', undefined);
  vi.stubEnv('no_proxy', undefined);
  vi.stubEnv('NO_PROXY', '');
  vi.stubEnv('HTTPS_PROXY', proxy);
};

const ways: Readonly<Record<string, Way>> = {
  'node:http, variable': {
    source: 'HTTPS_PROXY; NO_PROXY=api.acme.example goes around it',
    transport(proxy) {
      setVariable(proxy);
      return createNodeTransport({ agent: new Agent({ proxyEnv: process.env } as object) });
    },
  },
  'node:http, agent': {
    source: 'agent',
    transport: (proxy) =>
      createNodeTransport({ agent: new Agent({ proxyEnv: { HTTPS_PROXY: proxy } } as object) }),
  },
  'undici, variable': {
    source: 'HTTPS_PROXY; NO_PROXY=api.acme.example goes around it',
    transport(proxy) {
      setVariable(proxy);
      return createUndiciTransport({ dispatcher: new EnvHttpProxyAgent() });
    },
  },
  'undici, dispatcher': {
    source: 'dispatcher',
    transport: (proxy) => createUndiciTransport({ dispatcher: new ProxyAgent(proxy) }),
  },
};

const silent = createServer((socket) => socket.on('error', () => {}));
let silentPort = 0;
let refusedPort = 0;

beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  silentPort = (silent.address() as AddressInfo).port;
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  refusedPort = (gone.address() as AddressInfo).port;
  gone.close();
});

afterAll(() => {
  silent.close();
});

// Agents of Node know proxies from 24.5 and 22.21 on.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const agentsKnowProxies = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);

describe.each(Object.entries(ways))('a dead proxy is named: %s', (name, { transport, source }) => {
  const missing = name.startsWith('node:http') && !agentsKnowProxies;

  const failure = async (proxy: string, timeoutMs = 30_000): Promise<unknown> => {
    const options = { transport: transport(proxy), retry: false, timeoutMs, limiter: false } as const;
    const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
    await using client = createServiceClient(service, options);
    try {
      return await client.request({ method: 'GET', path: '/' });
    } catch (error) {
      return error;
    } finally {
      vi.unstubAllEnvs();
    }
  };

  const expectNamed = (error: unknown, place: string, why: RegExp) => {
    expect(error).toMatchObject({ outcome: 'not-sent' });
    expect(String(error)).toContain(`proxy ${place} (${source})`);
    expect(String(error)).toMatch(why);
    expect(String(error)).not.toMatch(/s3cr3t|ann/);
  };

  it.skipIf(missing)('one that refuses connections', async () => {
    const error = await failure(`http://ann:s3cr3t@127.0.0.1:${refusedPort}`);
    expectNamed(
      error,
      `127.0.0.1:${refusedPort}`,
      /could not be reached \(ECONNREFUSED\)\. Check its address/,
    );
  });

  it.skipIf(missing)('one whose name is not known', async () => {
    const error = await failure(`http://ann:s3cr3t@${unknownHost}:3128`, 300);
    expectNamed(
      error,
      `${unknownHost}:3128`,
      /could not be reached \((?:ENOTFOUND|EAI_AGAIN)\)|Waited 300 ms/,
    );
  });

  it.skipIf(missing)('one that does not answer', async () => {
    const error = await failure(`http://ann:s3cr3t@127.0.0.1:${silentPort}`, 300);
    expectNamed(
      error,
      `127.0.0.1:${silentPort}`,
      /Waited 300 ms for a connection through the proxy .*timeoutMs/,
    );
  });

  it.skipIf(missing)('one that wants another password', async () => {
    await using proxy = await startConnectProxy();
    const url = new URL(proxy.url);
    url.password = 's3cr3t';
    expectNamed(
      await failure(url.href),
      url.host,
      /opened no way .*status 407.* Check its user and password/,
    );
  });

  it.skipIf(missing)('one that cannot reach the service', async () => {
    await using proxy = await startConnectProxy(
      (socket) => void socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
    );
    expectNamed(await failure(proxy.url), new URL(proxy.url).host, /opened no way .*status 502/);
  });
});
