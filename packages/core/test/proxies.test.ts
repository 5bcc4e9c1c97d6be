import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import { bearerAuth, createServiceClient, fromValue, type Runtime } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { collectLeaks } from '../src/testing/index.ts';
import { makeCertificate } from './certificates.ts';
import { startConnectProxy } from './connect-proxy.ts';

const authority = makeCertificate({ subject: 'An authority', isAuthority: true });
const { cert, key } = makeCertificate({ subject: 'localhost', names: ['localhost'], issuer: authority });

let service: Server;
let baseUrl: string;
let handled = 0;

beforeAll(async () => {
  service = createServer({ cert, key }, (request, response) => {
    handled += 1;
    request.resume().on('end', () => response.end(JSON.stringify({ key: request.headers.authorization })));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  baseUrl = `https://localhost:${(service.address() as AddressInfo).port}`;
});

afterAll(() => {
  service.closeAllConnections();
  service.close();
});

interface Way {
  readonly options: EngineOptions;
  close(): Promise<unknown> | unknown;
}

/** The ways to a proxy that the README shows. */
const ways: Readonly<Record<string, (proxyUrl: string) => Way>> = {
  'fetch of undici with its ProxyAgent': (proxyUrl) => {
    const dispatcher = new ProxyAgent({ uri: proxyUrl, requestTls: { ca: authority.cert } });
    // The types of undici are its own, not the platform's.
    const fetch = ((url: string, init: object) =>
      undiciFetch(url, { ...init, dispatcher })) as unknown as Runtime['fetch'];
    return { options: { runtime: { fetch } }, close: () => dispatcher.destroy() };
  },
  'createNodeTransport with an agent': (proxyUrl) => {
    const agent = new Agent({
      keepAlive: true,
      ca: authority.cert,
      proxyEnv: { HTTPS_PROXY: proxyUrl },
    } as object);
    const transport = createNodeTransport({ agent });
    return { options: { transport }, close: () => agent.destroy() };
  },
};

// Agents of Node know proxies from 24.5 and 22.21 on.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const agentsKnowProxies = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);

describe.each(Object.entries(ways))('through a proxy: %s', (name, way) => {
  const missing = name.includes('agent') && !agentsKnowProxies;

  const post = async (proxyUrl: string) => {
    const { options, close } = way(proxyUrl);
    const client = createServiceClient(
      { name: 'acme', baseUrl, auth: bearerAuth(), credential: fromValue('s3cr3t-key') },
      { retry: { baseMs: 1 }, ...options },
    );
    try {
      return await client.request({ method: 'POST', path: '/things', json: {} });
    } catch (error) {
      return error;
    } finally {
      await client.close();
      await close();
    }
  };

  it.skipIf(missing)('reaches the service; security: the proxy sees neither key nor body', async () => {
    await using proxy = await startConnectProxy();
    expect(await post(proxy.url)).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual([`CONNECT ${new URL(baseUrl).host}`]);
    expect(proxy.seen().length).toBeGreaterThan(1_000);
    expect(proxy.seen()).not.toMatch(/s3cr3t-key|Bearer|things/);
  });

  it.skipIf(missing)(
    'a proxy that wants another password: nothing was sent, and it is not asked again',
    async () => {
      await using proxy = await startConnectProxy();
      const before = handled;
      const url = new URL(proxy.url);
      url.password = 'wr0ng-password';
      const error = await post(url.href);
      expect(error).toMatchObject({
        code: 'network',
        outcome: 'not-sent',
        attempts: 1,
        retryRefusal: 'not-retryable',
        message: expect.stringMatching(/proxy .*407.*user and password/),
      });
      expect(collectLeaks([error], ['s3cr3t-key', 'wr0ng-password'])).toEqual([]);
      expect([proxy.asked.length, handled]).toEqual([1, before]);
    },
  );

  it.skipIf(missing).each([
    [
      'cannot reach the service',
      (socket: { end(text: string): void }) =>
        socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
    ],
    ['hangs up', (socket: { destroy(): void }) => socket.destroy()],
  ] as const)('a proxy that %s: nothing was sent, so that any call is tried again', async (_what, answer) => {
    await using proxy = await startConnectProxy(answer as never);
    expect(await post(proxy.url)).toMatchObject({ code: 'network', outcome: 'not-sent', attempts: 3 });
    expect(proxy.asked).toHaveLength(3);
  });

  it.skipIf(missing)('a proxy that is not there: nothing was sent', async () => {
    let url = '';
    {
      await using proxy = await startConnectProxy();
      ({ url } = proxy);
    }
    expect(await post(url)).toMatchObject({
      code: 'network',
      providerCode: 'ECONNREFUSED',
      outcome: 'not-sent',
      attempts: 3,
    });
  });
});

describe.skipIf(!agentsKnowProxies)(
  'a program that was told to go through the proxies of its environment',
  () => {
    it.each(['{}', '{ transport: createNodeTransport() }'])('does so with %s', async (options) => {
      await using proxy = await startConnectProxy();
      expect(await runBehind(proxy.url, options)).toEqual({ status: 200 });
      expect(proxy.asked).toEqual([`CONNECT ${new URL(baseUrl).host}`]);
    });

    it('asks a proxy that drops its tunnels three times, and knows that nothing was sent', async () => {
      await using proxy = await startConnectProxy((socket) => void socket.destroy());
      const error = await runBehind(proxy.url, '{ retry: { baseMs: 1 } }');
      expect(error).toMatchObject({ code: 'network', outcome: 'not-sent', attempts: 3 });
      expect(proxy.asked).toHaveLength(3);
    });
  },
);

/** What a request of another program ends with, whose environment names a proxy. */
async function runBehind(proxy: string, options: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'org-proxy-'));
  try {
    await writeFile(join(folder, 'ca.pem'), authority.cert);
    const program = `
        import { createServiceClient, noAuth } from '${import.meta.resolve('../src/index.ts')}';
        import { createNodeTransport } from '${import.meta.resolve('../src/node/index.ts')}';
        const service = { name: 'acme', baseUrl: '${baseUrl}', auth: noAuth() };
        const client = createServiceClient(service, ${options});
        const end = await client.request({ method: 'GET', path: '/' }).catch((error) => error);
        const { status, code, outcome, attempts } = end;
        console.log(JSON.stringify({ status, code, outcome, attempts }));`;
    const { stdout } = await promisify(execFile)('node', ['--input-type=module', '--eval', program], {
      env: {
        ...process.env,
        NODE_USE_ENV_PROXY: '1',
        HTTPS_PROXY: proxy,
        NO_PROXY: '',
        NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      },
    });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
