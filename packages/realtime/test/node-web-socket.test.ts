import { once } from 'node:events';
import { Agent } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificate } from '../../core/test/certificates.ts';
import { startConnectProxy } from '../../core/test/connect-proxy.ts';
import { createRealtimeClient, type OpenSocket, type RealtimeClient } from '../src/index.ts';
import { nodeWebSocket } from '../src/node.ts';
import { startService } from './realtime-fixtures.ts';

const authority = makeCertificate({ subject: 'An authority', isAuthority: true });
const { cert, key } = makeCertificate({ subject: 'localhost', names: ['localhost'], issuer: authority });

/** The service behind TLS, as a gateway has it. */
async function startTlsService() {
  const service = await startService();
  const requests: string[] = [];
  const gateway = createServer({ cert, key }, (client) => {
    const target = connect(service.port, '127.0.0.1');
    client.on('error', () => target.destroy());
    target.on('error', () => client.destroy());
    client.once('data', (bytes) => requests.push(bytes.toString('latin1')));
    client.pipe(target).pipe(client);
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  onTestFinished(() => void gateway.close());
  return { service, requests, address: { host: 'localhost', port: (gateway.address() as AddressInfo).port } };
}

async function startProxy(answer?: Parameters<typeof startConnectProxy>[0]) {
  const proxy = await startConnectProxy(answer);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return proxy;
}

type TlsService = Awaited<ReturnType<typeof startTlsService>>;

function clientOf({ service, address }: TlsService, socket: OpenSocket): RealtimeClient {
  const { key: appKey } = service.app;
  const realtime = createRealtimeClient({ key: appKey, ...address, useTls: true, socket });
  onTestFinished(() => realtime.close());
  return realtime;
}

/** Why the first attempt failed. */
async function failureOf(realtime: RealtimeClient): Promise<string> {
  return new Promise((resolve) => {
    realtime.on('state', ({ error }) => error && resolve(error.message));
    void realtime.connect();
  });
}

describe('a WebSocket on Node with options', () => {
  it('connects with TLS through a proxy that requires a password', async () => {
    const [proxy, tlsService] = [await startProxy(), await startTlsService()];
    const realtime = clientOf(tlsService, nodeWebSocket({ proxy: proxy.url, ca: authority.cert }));
    await realtime.connect();
    await realtime.subscribe('orders').subscribed();
    expect(proxy.asked).toEqual([`CONNECT localhost:${tlsService.address.port}`]);
    expect(proxy.seen()).not.toContain('pusher:subscribe'); // encrypted
  });

  it('connects without TLS through a proxy', async () => {
    const [proxy, service] = [await startProxy(), await startService()];
    const { host, port, app } = service;
    const socket = nodeWebSocket({ proxy: proxy.url });
    await using realtime = createRealtimeClient({ key: app.key, host, port, socket });
    await realtime.connect();
    expect(proxy.asked).toEqual([`CONNECT ${host}:${port}`]);
  });

  it.each([
    [
      'the wrong password',
      (url: string) => url.replace('ann:', 'eve:'),
      /the proxy 127\.0\.0\.1:\d+ \(proxy\) refused the tunnel with status 407/,
    ],
    [
      'no proxy there',
      () => 'http://ann:pa%20ss@127.0.0.1:1',
      /the proxy 127\.0\.0\.1:1 \(proxy\) is not reachable: ECONNREFUSED/,
    ],
    [
      'a name that nobody has',
      () => 'http://ann:pa%20ss@proxy.invalid:3128',
      /the proxy proxy\.invalid:3128 \(proxy\) is not reachable: (?:ENOTFOUND|EAI_AGAIN)/,
    ],
  ])('reports a proxy that opens no tunnel, without its password: %s', async (_, change, message) => {
    const [proxy, tlsService] = [await startProxy(), await startTlsService()];
    const failure = await failureOf(clientOf(tlsService, nodeWebSocket({ proxy: change(proxy.url) })));
    expect(failure).toMatch(message);
    expect(failure).not.toMatch(/pa ss|pa%20ss|ann|eve/);
  });

  it('names a proxy that does not answer', async () => {
    const proxy = createTcpServer((socket) => void socket.on('error', () => {}));
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const socket = nodeWebSocket({ proxy: `http://127.0.0.1:${port}` });
    const connectTimeoutMs = 300;
    await using realtime = createRealtimeClient({ key: 'k', cluster: 'eu', socket, connectTimeoutMs });
    const failure = new Promise<string>((resolve) => {
      realtime.on('state', ({ error }) => error && resolve(error.message));
    });
    void realtime.connect().catch(() => {});
    expect(await failure).toContain(`the proxy 127.0.0.1:${port} (proxy) is not reachable: ETIMEDOUT`);
  });

  it('W14: a close while the proxy does not answer ends the request to the proxy', async () => {
    let ended = () => {};
    const isEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const proxy = await startProxy((socket) => {
      asked();
      socket.on('end', ended).resume();
    });
    const realtime = clientOf(await startTlsService(), nodeWebSocket({ proxy: proxy.url }));
    void realtime.connect();
    await isAsked;
    await realtime.close();
    await isEnded;
  });

  it('does not trust an unknown authority, also behind a proxy', async () => {
    const [proxy, tlsService] = [await startProxy(), await startTlsService()];
    const failure = await failureOf(clientOf(tlsService, nodeWebSocket({ proxy: proxy.url })));
    expect(failure).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/);
  });

  it('sends headers, and uses an agent', async () => {
    const tlsService = await startTlsService();
    const agent = new Agent({ ca: authority.cert });
    const realtime = clientOf(tlsService, nodeWebSocket({ agent, headers: { 'X-Tenant': 'acme' } }));
    await realtime.connect();
    expect(tlsService.requests.join('')).toMatch(/\r\nx-tenant: acme\r\n/i);
    agent.destroy();
  });

  it.each([
    [{ proxy: 'proxy.example.com' }, /proxy must be a URL like/],
    [{ proxy: 'socks://u:s3cr3t@h' }, /proxy must be a URL like/],
    [{ proxy: 'http://p:1', agent: {} }, /proxy and agent cannot be combined/],
    [{ headers: new Map() as never }, /headers must be a plain object/],
    [{ headers: { Host: 'a.dev' } }, /"Host" is set by the connection itself/],
    [{ headers: { 'sec-websocket-key': 's3cr3t' } }, /"sec-websocket-key" is set by/],
    [{ headers: { 'x-a': 's3cr3t\n' } }, /not valid in HTTP/],
    [{ headers: { 'x-a': undefined as never } }, /plain object of text values/],
    [{ headers: { 'x a': '1' } }, /not valid in HTTP/],
    [{ agent: 'fast' as never }, /agent must be/],
  ])('refuses %o', (options, message) => {
    expect(() => nodeWebSocket(options)).toThrow(message);
    expect(() => nodeWebSocket(options)).not.toThrow(/s3cr3t/);
  });
});

describe('the proxy of the environment', () => {
  it('is named with its variable and the way around it', async () => {
    vi.stubEnv('https_proxy', undefined);
    vi.stubEnv('no_proxy', undefined);
    vi.stubEnv('NO_PROXY', undefined);
    vi.stubEnv('HTTPS_PROXY', 'http://ann:s3cr3t@127.0.0.1:1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const failure = await failureOf(
      clientOf(await startTlsService(), nodeWebSocket({ proxy: 'environment' })),
    );
    expect(failure).toContain(
      '127.0.0.1:1 (HTTPS_PROXY; NO_PROXY=localhost goes around it) is not reachable',
    );
    expect(failure).not.toMatch(/s3cr3t|ann/);
  });

  it('a wrong address names the variable, and not the address', async () => {
    vi.stubEnv('https_proxy', undefined);
    vi.stubEnv('HTTPS_PROXY', 'proxy:s3cr3t');
    onTestFinished(() => void vi.unstubAllEnvs());
    const failure = await failureOf(
      clientOf(await startTlsService(), nodeWebSocket({ proxy: 'environment' })),
    );
    expect(failure).toMatch(/HTTPS_PROXY must be a URL/);
    expect(failure).not.toMatch(/s3cr3t/);
  });
});
