import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { responseStream } from '../src/bodies/index.ts';
import type { EngineOptions } from '../src/driver/index.ts';
import { createServiceClient, noAuth } from '../src/index.ts';

const rows = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id })));

/** Answers with JSON; `/cut` with half of a gzip body. */
async function startService(): Promise<{ readonly server: Server; readonly baseUrl: string }> {
  const server = createServer(({ url }, response) => {
    if (url !== '/cut') return void response.end('{}');
    const whole = gzipSync(rows);
    response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' });
    response.end(whole.subarray(0, whole.length >> 1));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const open = (baseUrl: string, options: EngineOptions = {}) =>
  createServiceClient({ name: 'acme', baseUrl, auth: noAuth() }, options);
const read = { method: 'GET', path: '/' } as const;

/** Connections that were opened, and those that are open. */
function watch(server: Server) {
  const seen = { opened: 0, open: 0 };
  server.on('connection', (socket) => {
    seen.opened += 1;
    seen.open += 1;
    socket.on('close', () => {
      seen.open -= 1;
    });
  });
  return seen;
}

it('after a standstill of the process, a request has a connection whose time is not over', async () => {
  const { server, baseUrl } = await startService();
  server.keepAliveTimeout = 2_000; // Node's agent keeps it for a second less.
  const seen = watch(server);
  await using client = open(baseUrl);
  await Promise.all([client.request(read), client.request(read)]);
  expect(seen.opened).toBe(2);
  const endsAt = Date.now() + 1_100;
  while (Date.now() < endsAt);
  await client.request(read);
  expect(seen.opened).toBe(3);
});

it('a connection that streamed until now is not idle, and a dropped one is not used', async () => {
  const server = createServer(async ({ url, method }, response) => {
    if (url === '/long') response.setHeader('keep-alive', 'timeout=60');
    if (url === '/stream') {
      response.write('x');
      await sleep(1_500);
    }
    response.end(method);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  server.keepAliveTimeout = 2_000;
  const seen = watch(server);
  await using client = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { retry: false });
  const order = () => client.request({ method: 'POST', path: '/order', body: '{}' });
  await client.request(read);
  const { body } = await client.request({ method: 'GET', path: '/stream', stream: responseStream() });
  await sleep(1_100);
  await order();
  await new Response(body).text();
  await Promise.all([order(), order()]);
  expect(seen.opened).toBe(2);
  // Of two idle connections the newer one may stay, and the other one is over.
  await Promise.all([client.request({ ...read, path: '/long' }), order()]);
  const endsAt = Date.now() + 1_100;
  while (Date.now() < endsAt);
  await Promise.all([order(), order(), order()]);
});

it('on Node, clients share connections of node:http, which the last one to close ends', async () => {
  const { server, baseUrl } = await startService();
  const seen = watch(server);
  const fetch = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetch.mockRestore());
  const [one, other] = [open(baseUrl), open(baseUrl)];
  await one.request(read);
  await other.request(read);
  await one.close();
  await one.close();
  await other.request(read);
  expect(seen).toEqual({ opened: 1, open: 1 });
  await other.close();
  // Idle ones would end after 4 s.
  await expect.poll(() => seen.open, { timeout: 3_000 }).toBe(0);
  await using third = open(baseUrl);
  expect((await third.request(read)).status).toBe(200);
  expect(fetch).not.toHaveBeenCalled();
});

it('a body of text that is cut short is not a result', async () => {
  const { baseUrl } = await startService();
  await using client = open(baseUrl, { retry: false });
  await expect(client.request({ method: 'GET', path: '/cut' })).rejects.toMatchObject({
    name: 'NetworkError',
    outcome: 'unknown',
  });
});

it('what never was connected is not-sent', async () => {
  // It accepts the connection, and never answers the TLS handshake.
  const silent = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  await using client = open(`https://127.0.0.1:${port}`, { retry: false, timeoutMs: 200 });
  await expect(client.request({ method: 'POST', path: '/', json: {} })).rejects.toMatchObject({
    name: 'TimeoutError',
    phase: 'connect',
    outcome: 'not-sent',
  });
});

it.each([
  ['a fetch that the program gives', 'Node.js/24', true],
  ['the fetch of another platform', 'Deno/2.5.0', false],
])('sends through %s', async (_what, userAgent, isGiven) => {
  const fetch = vi.fn(async () => Response.json({}));
  vi.stubGlobal('navigator', { userAgent });
  if (!isGiven) vi.stubGlobal('fetch', fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  await using client = open('https://api.acme.example', isGiven ? { runtime: { fetch } } : {});
  await client.request(read);
  expect(fetch).toHaveBeenCalledOnce();
});
