import { describe, expect, it, vi } from 'vitest';
import { startHttpProxy, startSocksProxy } from './proxies.ts';
import { createSmtpStage, message } from './smtp-stage.ts';
import { testCertificate } from './test-certificate.ts';

const { start, client, running } = createSmtpStage();
const startHttp = async (status?: string) => {
  const proxy = await startHttpProxy(status);
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
    await client(server, { proxy: { url, user: 'ann', password: 'p:w' } }).send(message);
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
    await client(server, { host, proxy: `socks5://127.0.0.1:${proxy.port}` }).send(message);
    expect(proxy.requests).toEqual([`${address} ${server.port}`]);
    expect(server.messages.length).toBe(1);
  });

  it('SOCKS 5: an IPv6 address, and user and password', async () => {
    const server = await start();
    const proxy = await startSocks({ wantsAccount: true });
    const url = `socks5://127.0.0.1:${proxy.port}`;
    await client(server, { host: '::1', proxy: { url, user: 'ann', password: 'right' } }).send(message);
    expect(proxy.requests).toEqual([`4 ${'0'.repeat(31)}1 ${server.port}`]);
    expect(proxy.accounts).toEqual(['ann:right']);
  });

  it.each(['http', 'socks5'])('E10: %s: STARTTLS is with the relay, not with the proxy', async (protocol) => {
    const server = await start({ tls: testCertificate });
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
      /The proxy opens no connection to 127\.0\.0\.1:\d+: it answers 403\. Check proxy\./,
    ],
    [
      'SOCKS 5',
      async () => `socks5://127.0.0.1:${(await startSocks({ reply: 5 })).port}`,
      /the relay refused the connection/,
    ],
    [
      'no account',
      async () => `socks5://127.0.0.1:${(await startSocks({ wantsAccount: true })).port}`,
      /wants a sign-in/,
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
    ['ftp://proxy', /must be a URL with http:\/\/, https:\/\/ or socks5:\/\//],
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
