import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { responseStream } from '../src/bodies/index.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import {
  createLimiter,
  createServiceClient,
  type EngineOptions,
  maxConcurrency,
  noAuth,
  type OrgError,
  type ServiceClient,
} from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';

const node = createNodeTransport();
const undici = createUndiciTransport();
const transports = { 'the default': undefined, fetch: createFetchTransport(), 'node:http': node, undici };

/** Sends what the test tells it to, when it does. */
let open: ServerResponse[] = [];
let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  if (request.url === '/refused') return response.writeHead(503).end('{"message":"later"}');
  if (request.url === '/empty') return response.writeHead(204, { 'content-type': 'a/b' }).end();
  if (request.url === '/gzip') {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const whole = gzipSync('line\n'.repeat(10_000));
    response.write(whole.subarray(0, 40));
    return setTimeout(() => response.end(whole.subarray(40)), 20);
  }
  open.push(response);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-first': 'yes' }).flushHeaders();
  return response;
});
let baseUrl = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const response of open) response.destroy();
  open = [];
});
afterAll(async () => {
  node.close();
  await undici.close();
  server.closeAllConnections();
  server.close();
});

const get = { method: 'GET', path: '/events', stream: responseStream() } as const;
const textOf = (body: ReadableStream<Uint8Array> | undefined) => new Response(body).text();
const firstOf = async (reader: ReadableStreamDefaultReader<Uint8Array> | undefined) =>
  new TextDecoder().decode((await reader?.read())?.value);
const thrownBy = (call: Promise<unknown> | undefined) =>
  Promise.resolve(call).then(
    () => expect.unreachable('it did not fail'),
    (error: OrgError) => error,
  );

describe.each(Object.entries(transports))('C14: a streamed response, over %s', (_name, transport) => {
  const clientOf = (options: EngineOptions = {}): ServiceClient =>
    createServiceClient({ name: 'acme', baseUrl, auth: noAuth() }, { transport, ...options });

  it('gives each piece as it comes', async () => {
    await using client = clientOf();
    const { body, bytes, headers, status } = await client.request(get);
    expect([status, bytes.length, headers.get('x-first')]).toEqual([200, 0, 'yes']);
    const reader = body?.getReader();
    open[0]?.write('data: 1\n\n');
    expect(await firstOf(reader)).toBe('data: 1\n\n');
    open[0]?.write('data: 2\n\n');
    expect(await firstOf(reader)).toBe('data: 2\n\n');
    open[0]?.end();
    expect((await reader?.read())?.done).toBe(true);
  });

  it('is decoded of compression', async () => {
    await using client = clientOf();
    const { body } = await client.request({ ...get, path: '/gzip' });
    expect(await textOf(body)).toBe('line\n'.repeat(10_000));
  });

  it('keeps its permit to the end of the body', async () => {
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    await using client = clientOf({ limiter });
    const { body } = await client.request(get);
    const second = client.request(get);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(open).toHaveLength(1);
    open[0]?.end();
    await textOf(body);
    await (await second).body?.cancel();
    await (await client.request(get)).body?.cancel();
    expect(open).toHaveLength(3);
  });

  it('gives its permit back when it is cancelled, and ends the request', async () => {
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    await using client = clientOf({ limiter });
    const { body } = await client.request(get);
    const closed = once(open[0] as ServerResponse, 'close');
    await body?.cancel();
    await closed;
    await (await client.request(get)).body?.cancel();
  });

  it('gives its permit back when the response has no body', async () => {
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    await using client = clientOf({ limiter });
    expect((await client.request({ ...get, path: '/empty' })).body).toBeUndefined();
    await (await client.request(get)).body?.cancel();
  });

  it("ends with the caller's own reason, also while nobody reads", async () => {
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    await using client = clientOf({ limiter });
    const reason = new Error('enough');
    const controller = new AbortController();
    const { body } = await client.request(get, { signal: controller.signal });
    const closed = once(open[0] as ServerResponse, 'close');
    controller.abort(reason);
    await closed;
    expect(await thrownBy(textOf(body))).toBe(reason);
    await (await client.request(get)).body?.cancel();
  });

  it('fails with a typed error when the connection is cut, and says that the service acted', async () => {
    await using client = clientOf();
    const { body } = await client.request(get);
    open[0]?.write('data: 1\n\n');
    const reader = body?.getReader();
    expect(await firstOf(reader)).toBe('data: 1\n\n');
    open[0]?.destroy();
    const error = await thrownBy(reader?.read());
    expect(error).toMatchObject({ name: 'NetworkError', outcome: 'sent', retryable: false, status: 200 });
    expect(error?.message).toMatch(/: The connection failed before the response was complete \(\w+\)\.$/);
  });

  it('fails after a silence of timeoutMs, not after a long time', async () => {
    await using client = clientOf({ timeoutMs: 1_500, deadlineMs: 1_600 });
    const { body } = await client.request(get);
    const reader = body?.getReader();
    for (let piece = 0; piece < 3; piece += 1) {
      setTimeout(() => open[0]?.write('x'), 600);
      expect(await firstOf(reader)).toBe('x');
    }
    const error = await thrownBy(reader?.read());
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'body', outcome: 'sent' });
  });

  it('ends with the client', async () => {
    const client = clientOf();
    const { body } = await client.request(get);
    const closing = client.close();
    open[0]?.end('last');
    expect(await textOf(body)).toBe('last');
    await closing;
  });

  it('reads a failure whole, and retries it', async () => {
    requests = 0;
    await using client = clientOf({ retry: { maxAttempts: 2, baseMs: 1 } });
    const error = await thrownBy(client.request({ ...get, path: '/refused' }));
    expect(error).toMatchObject({ name: 'ServerError', status: 503, details: { message: 'later' } });
    expect(requests).toBe(2);
  });

  it('waits for its reader: memory holds no more than the sockets do', async () => {
    await using client = clientOf();
    const { body } = await client.request(get);
    const piece = Buffer.alloc(1_048_576);
    for (let pieces = 0; pieces < 64; pieces += 1) open[0]?.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(open[0]?.writableLength).toBeGreaterThan(32 * piece.length);
    await body?.cancel();
  });
});
