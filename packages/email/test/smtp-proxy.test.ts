import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { startHttpProxy, startSocksProxy } from './proxies.ts';
import { createSmtpStage, message } from './smtp-stage.ts';
import { testCertificate } from './test-certificate.ts';

const { start: startServer, client, running } = createSmtpStage();
/** Through a proxy, TLS is needed even for this machine. */
const start = (script: Parameters<typeof startServer>[0] = {}) =>
  startServer({ tls: testCertificate, ...script });
const tls = { ca: testCertificate.cert, servername: 'localhost' };
const startHttp = async (...given: Parameters<typeof startHttpProxy>) => {
  const proxy = await startHttpProxy(...given);
  running.push(proxy);
  return proxy;
};
const startSocks = async (options?: Parameters<typeof startSocksProxy>[0]) => {
  const proxy = await startSocksProxy(options);
  running.push(proxy);
  return proxy;
};

describe('smtp() through a proxy', () => {
  it('HTTP: CONNECT, with the sign-in of the proxy', async () => {
    const server = await start();
    const proxy = await startHttp();
    const url = `http://127.0.0.1:${proxy.port}`;
    await client(server, { tls, proxy: { url, user: 'ann', password: 'p:w' } }).send(message);
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${server.port} HTTP/1.1`]);
    expect(proxy.accounts).toEqual(['ann:p:w']);
    expect(server.messages.length).toBe(1);
  });

  it.each([
    ['127.0.0.1', '1 7f000001'],
    ['localhost', '3 localhost'],
  ])('SOCKS 5: %s', async (host, address) => {
    const server = await start();
    const proxy = await startSocks();
    await client(server, { host, tls, proxy: `socks5://127.0.0.1:${proxy.port}` }).send(message);
    expect(proxy.requests).toEqual([`${address} ${server.port}`]);
    expect(server.messages.length).toBe(1);
  });

  it('SOCKS 5: an IPv6 address, and user and password', async () => {
    const server = await start();
    const proxy = await startSocks({ wantsAccount: true });
    const url = `socks5://127.0.0.1:${proxy.port}`;
    await client(server, { host: '[::1]', tls, proxy: { url, user: 'ann', password: 'right' } }).send(
      message,
    );
    expect(proxy.requests).toEqual([`4 ${'0'.repeat(31)}1 ${server.port}`]);
    expect(proxy.accounts).toEqual(['ann:right']);
  });

  it.each(['http', 'socks5'])('E10: %s: STARTTLS is with the relay, not with the proxy', async (protocol) => {
    const server = await start();
    const proxy = protocol === 'http' ? await startHttp() : await startSocks();
    const email = client(server, {
      host: 'localhost',
      requireTls: true,
      tls: { ca: testCertificate.cert },
      proxy: `${protocol}://127.0.0.1:${proxy.port}`,
    });
    await email.send(message);
    expect(server.lines.filter((line) => line === 'STARTTLS').length).toBe(1);
    await expect(
      client(server, {
        host: 'localhost',
        requireTls: true,
        proxy: `${protocol}://127.0.0.1:${proxy.port}`,
      }).send(message),
    ).rejects.toMatchObject({ code: 'network', message: expect.stringMatching(/certificate/) });
  });

  it.each<[string, () => Promise<string>, RegExp]>([
    [
      'HTTP 403',
      async () => `http://127.0.0.1:${(await startHttp('403 Forbidden')).port}`,
      /No connection to 127\.0\.0\.1:\d+ through the proxy 127\.0\.0\.1:\d+: it answers 403\. Check proxy\./,
    ],
    [
      'SOCKS 5',
      async () => `socks5://127.0.0.1:${(await startSocks({ reply: 5 })).port}`,
      /the relay refused the connection/,
    ],
    [
      'nothing there',
      async () => 'http://127.0.0.1:1',
      /cannot be reached at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
    ],
    ['SMTP instead', async () => `http://127.0.0.1:${(await start()).port}`, /not HTTP|too long/],
  ])(
    'a proxy that refuses (%s) is a typed error, and nothing stays open',
    async (_, startRefusing, words) => {
      const server = await start();
      const proxy = await startRefusing();
      await expect(client(server, { proxy, connectTimeoutMs: 2_000 }).send(message)).rejects.toMatchObject({
        code: 'network',
        outcome: 'not-sent',
        retryable: true,
        message: expect.stringMatching(words),
      });
      expect(server.connections).toBe(0);
    },
  );

  it.each<[string, (wrong: string) => Promise<string | object>]>([
    [
      'HTTP 407',
      async () => `http://127.0.0.1:${(await startHttp('407 Proxy Authentication Required')).port}`,
    ],
    [
      'SOCKS 5, no account',
      async () => `socks5://127.0.0.1:${(await startSocks({ wantsAccount: true })).port}`,
    ],
    [
      'SOCKS 5, a wrong password',
      async (password) => {
        const url = `socks5h://127.0.0.1:${(await startSocks({ wantsAccount: true })).port}`;
        return { url, user: 'ann', password };
      },
    ],
  ])('a proxy that refuses the sign-in (%s) refuses a credential', async (_, startRefusing) => {
    const server = await start();
    const proxy = (await startRefusing('wrong')) as string;
    await expect(client(server, { proxy }).send(message)).rejects.toMatchObject({
      code: 'authentication',
      outcome: 'not-sent',
      retryable: false,
      message: expect.stringMatching(/through the proxy .*Check proxy\.user and proxy\.password\.$/),
    });
  });

  it('E10: security: localhost is the machine of the proxy, where nothing goes in clear', async () => {
    const server = await startServer();
    const proxy = `http://127.0.0.1:${(await startHttp()).port}`;
    await expect(client(server, { host: 'localhost', proxy }).send(message)).rejects.toMatchObject({
      outcome: 'not-sent',
      message: expect.stringMatching(/TLS/),
    });
    expect(server.lines.filter((line) => /^(?:AUTH|MAIL|DATA)/.test(line))).toEqual([]);
    expect(() => client(server, { proxy, requireTls: false })).toThrow(/not through a proxy/);
  });

  it('P7: a proxy that ends in the middle of its answer is an error at once', async () => {
    const server = await start();
    for (const cut of [1, 2, 3, 7]) {
      const proxy = await startSocks({
        write: async (socket, bytes) => void socket.end(bytes.subarray(0, cut % (bytes.length + 1))),
      });
      const sending = client(server, { proxy: `socks5://127.0.0.1:${proxy.port}` }).send(message);
      await expect(sending).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
    }
  });

  it('a silent proxy is the thing to check; a silent relay behind it is not', async () => {
    const server = await start({ acts: { connect: 'stall' } });
    const silent = await startSocks({ write: async () => {} });
    const working = await startSocks();
    const failureBy = (port: number) =>
      client(server, { proxy: `socks5://127.0.0.1:${port}`, connectTimeoutMs: 150 }).send(message);
    await expect(failureBy(silent.port)).rejects.toThrow(
      /was not ready after 150 ms .*\. Check proxy, or set/,
    );
    await expect(failureBy(working.port)).rejects.toThrow(/Check host, port and secure, or set/);
  });

  it('https: a proxy with a certificate of a private authority', async () => {
    const server = await start();
    const plain = await startHttp();
    const front = createTlsServer(testCertificate, (socket) => {
      const inner = connect(plain.port, '127.0.0.1');
      socket.on('error', () => inner.destroy());
      inner.on('error', () => socket.destroy());
      socket.pipe(inner).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
    running.push({ close: async () => void front.close() });
    const url = `https://localhost:${(front.address() as AddressInfo).port}`;
    await client(server, { tls, proxy: { url, ca: testCertificate.cert } }).send(message);
    expect(server.messages.length).toBe(1);
    const inner = { host: 'localhost', requireTls: true, tls: { ca: testCertificate.cert } };
    const before = server.lines.length;
    await client(server, { ...inner, proxy: { url, ca: testCertificate.cert } }).send(message);
    expect(server.lines.slice(before)).toContain('STARTTLS');
    expect(server.messages.length).toBe(2);
    await expect(client(server, { tls, proxy: url }).send(message)).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(/its certificate is not trusted \(\w+\); set proxy\.ca/),
    });
  });

  it('E2: no environment variable and no file sets a proxy', async () => {
    const proxy = await startHttp();
    const url = `http://127.0.0.1:${proxy.port}`;
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'])
      vi.stubEnv(name, url);
    const server = await start();
    await client(server).send(message);
    vi.unstubAllEnvs();
    expect([proxy.requests.length, server.messages.length]).toEqual([0, 1]);
  });

  it('an abort during the tunnel closes it', async () => {
    const server = await start({ acts: { connect: 'stall' } });
    const proxy = await startSocks();
    const caller = new AbortController();
    const email = client(server, { proxy: `socks5://127.0.0.1:${proxy.port}` });
    const sending = email.send(message, { signal: caller.signal });
    await expect.poll(() => server.open).toBe(1);
    const reason = new Error('no longer wanted');
    caller.abort(reason);
    await expect(sending).rejects.toMatchObject({ code: 'aborted', outcome: 'not-sent', cause: reason });
    await expect.poll(() => proxy.open).toBe(0);
  });

  it.each<[unknown, RegExp]>([
    ['http://ann:secret@proxy:3128', /without user and password: proxy: \{ url, user, password \}/],
    ['ftp://proxy', /must be a URL with http:\/\/, https:\/\/, socks5:\/\/ or socks5h:\/\//],
    ['proxy:3128', /must be a URL with/],
    ['http://proxy/path', /ends after host and port/],
    [{ url: 'http://proxy', password: 'x' }, /proxy\.password is given, and so proxy\.user must be too/],
    [{ url: 'http://proxy', user: 'a\r\nb' }, /proxy\.user must be a name/],
  ])('E2: security: %j is refused, and shows no secret', async (proxy, words) => {
    const server = await start();
    const make = () => client(server, { proxy: proxy as string });
    expect(make).toThrow(words);
    expect(make).toThrow(/^(?!.*secret)/s);
  });
});
