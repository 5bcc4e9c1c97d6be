import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { createSandboxHandler } from '../../src/mount/index.ts';

let sandbox: Sandbox;
let origin: string;

// The user's application: a plain node:http server that passes requests on.
const application = createServer(async (request, response) => {
  const body = request.method === 'GET' ? null : Readable.toWeb(request);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const init = {
    method: request.method,
    headers: request.headers,
    body,
    duplex: 'half',
    signal: gone.signal,
  };
  const url = `http://${request.headers.host}${request.url}`;
  const answer = await createSandboxHandler(sandbox)(new Request(url, init as RequestInit));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const content = Readable.fromWeb((answer.body ?? new Blob().stream()) as ReadableStream);
  content.on('error', () => response.destroy()).pipe(response);
});

beforeAll(async () => {
  sandbox = await startSandbox({ routing: false });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
});
afterAll(async () => {
  application.close();
  application.closeAllConnections();
  await sandbox.close();
});

/** A request with any headers, as a browser sends them for other pages. */
const statusOf = (path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<number | undefined>((resolve, reject) => {
    sendRequest(`${origin}${path}`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

it('serves the page and its interface below the base path', async () => {
  const page = await fetch(`${origin}/__sandbox`);
  const html = await page.text();
  expect(html).toContain('<html data-base="/__sandbox" ');
  const [script = ''] = /\/__sandbox\/assets\/app\.js/.exec(html) ?? [];
  expect((await fetch(origin + script)).headers.get('content-type')).toContain('text/javascript');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await (await fetch(`${origin}/__sandbox/api/messages?limit=0`)).json()).toMatchObject({ total: 0 });
  const fault = { service: 'mail', status: 503 };
  const added = await fetch(`${origin}/__sandbox/api/faults`, {
    method: 'POST',
    headers: { 'x-sandbox-page': 'yes', 'content-type': 'application/json', origin },
    body: JSON.stringify(fault),
  });
  expect(added.status).toBe(201);
  expect(sandbox.faults.list()).toMatchObject([{ fault }]);
  const removed = { method: 'DELETE', headers: { 'x-sandbox-page': 'yes' } };
  expect((await fetch(`${origin}/__sandbox/api/faults`, removed)).status).toBe(204);
});

it('streams what changes', async () => {
  const stop = new AbortController();
  const { body } = await fetch(`${origin}/__sandbox/api/live`, { signal: stop.signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  sandbox.faults.add({ status: 500 });
  while (!text.includes('event: faults')) text += (await reader?.read())?.value ?? '';
  stop.abort();
  await reader?.cancel().catch(() => {});
  sandbox.reset();
});

it.each([
  ['another host (DNS rebinding)', { host: 'acme.example' }],
  ['another origin', { origin: 'http://127.0.0.1:1' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
])('refuses %s', async (_, headers) => {
  for (const path of ['/__sandbox/api/messages', '/__sandbox/assets/app.js'])
    expect(await statusOf(path, headers)).toBe(403);
  expect(await statusOf('/__sandbox/api/messages', { ...headers, 'x-sandbox-page': 'yes' }, 'DELETE')).toBe(
    403,
  );
});

it('lets another site link to the page alone, and needs the header for changes', async () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect(await statusOf('/__sandbox', link)).toBe(200);
  expect(await statusOf('/__sandbox/api/messages', link)).toBe(403);
  expect(await statusOf('/__sandbox/api/messages', { origin }, 'DELETE')).toBe(403);
});

it('serves nothing else, and no other target', async () => {
  for (const path of ['/', '/__sandboxes', '/api/messages']) expect(await statusOf(path, {})).toBe(404);
  for (const path of ['/__sandbox//acme.example/', '/__sandbox/@acme.example', '/__sandbox/../api'])
    expect(await statusOf(path, {})).toBe(404);
});

it('takes the origin of a server with TLS, a URL and another base path', async () => {
  const handler = createSandboxHandler(Promise.resolve(sandbox.page?.url ?? ''), { basePath: '/dev/mail' });
  const headers = { origin: 'https://localhost:3000', 'x-sandbox-page': 'yes' };
  const request = new Request('https://localhost:3000/dev/mail/api/requests', { method: 'DELETE', headers });
  expect((await handler(request)).status).toBe(204);
  const other = { origin: 'https://localhost:3001', 'x-sandbox-page': 'yes' };
  expect((await handler(new Request(request.url, { method: 'DELETE', headers: other }))).status).toBe(403);
});

it('refuses production, wrong base paths and a sandbox without a page', async () => {
  for (const basePath of ['', '/', 'x', '/a/', '/a"b', '/../x'])
    expect(() => createSandboxHandler(sandbox, { basePath }), basePath).toThrow(TypeError);
  const handler = createSandboxHandler({ page: undefined });
  await expect(handler(new Request('http://localhost/__sandbox'))).rejects.toThrow('page: {}');
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    expect(() => createSandboxHandler(sandbox)).toThrow('for development');
  } finally {
    process.env['NODE_ENV'] = before;
  }
});

it('answers a request whose client is gone, which no listener has to catch', async () => {
  const signal = AbortSignal.abort();
  const request = new Request(`${origin}/__sandbox/api/messages`, { headers: { host: '127.0.0.1' }, signal });
  expect((await createSandboxHandler(sandbox)(request)).status).toBe(499);
});
