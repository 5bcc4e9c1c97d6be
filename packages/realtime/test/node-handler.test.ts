import { createHmac } from 'node:crypto';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toNodeHandler } from '../src/node-handler.ts';
import { createAuthHandler, createRealtimeServerClient, createWebhookHandler } from '../src/server/index.ts';
import { app } from './server-fixtures.ts';

const server = createRealtimeServerClient({ ...app, host: 'api.example.com' });
const form = new URLSearchParams({ socket_id: '1234.1234', channel_name: 'private-foobar' });
const signature = '58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4';

async function listen(listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const signs = (onError: (error: unknown) => void = () => {}) =>
  toNodeHandler(createAuthHandler(server, { authorize: () => true, maxBodyBytes: 1_000, onError }));

describe('toNodeHandler', () => {
  it('serves an endpoint for authorization', async () => {
    const url = await listen(signs());
    const response = await fetch(`${url}/auth`, { method: 'POST', body: form });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ auth: `${app.key}:${signature}` });
    expect((await fetch(`${url}/auth`)).status).toBe(405);
  });

  it('gives webhooks their raw bytes', async () => {
    const vacated = vi.fn();
    const webhooks = toNodeHandler(createWebhookHandler(server, { on: { channel_vacated: vacated } }));
    const url = await listen(webhooks);
    const events = [{ name: 'channel_vacated', channel: 'orders', note: 'ü' }];
    const body = JSON.stringify({ time_ms: Date.now(), events });
    const hex = createHmac('sha256', app.secret).update(body).digest('hex');
    const headers = {
      'x-pusher-key': app.key,
      'x-pusher-signature': hex,
      'content-type': 'application/json',
    };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    expect(vacated).toHaveBeenCalledOnce();
    expect((await fetch(url, { method: 'POST', headers, body: `${body} ` })).status).toBe(401);
  });

  it('responds to a body that is too large, and then to the next request of the connection', async () => {
    const url = await listen(signs());
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const post = (body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          'content-type': 'application/x-www-form-urlencoded',
          'transfer-encoding': 'chunked',
        };
        const request = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        request.on('error', reject).end(body);
      });
    // Above the handler's own limit, and above what toNodeHandler holds.
    expect(await post('x'.repeat(300_000))).toBe(413);
    expect(await post('x'.repeat(3_000_000))).toBe(413);
    expect(await post(`${form}`)).toBe(200);
  });

  it('takes the body of express.raw() and express.text(), and reports a parsed one to onError', async () => {
    const onError = vi.fn();
    const handler = signs(onError);
    const url = await listen(async (request, response) => {
      const read = { '/raw': buffer, '/text': text }[`${request.url}`];
      if (read !== undefined) Object.assign(request, { body: await read(request) });
      else Object.assign(request, { body: Object.fromEntries(new URLSearchParams(await text(request))) });
      await handler(request, response);
    });
    const post = async (path: string) => (await fetch(url + path, { method: 'POST', body: form })).status;
    expect([await post('/raw'), await post('/text'), await post('/parsed')]).toEqual([200, 200, 500]);
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ code: 'configuration' })]]);
    expect(onError.mock.calls[0]?.[0].message).toContain('before express.json()');
  });

  it('passes the address and all headers on, in both directions', async () => {
    const seen: Request[] = [];
    const handler = toNodeHandler((request) => {
      seen.push(request);
      const headers = [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ] as [string, string][];
      return new Response('created', { status: 201, headers });
    });
    const url = await listen((request, response) => {
      if (request.url === '/mounted') Object.assign(request, { originalUrl: '/api/mounted?a=1' });
      return handler(request, response);
    });
    const response = await fetch(`${url}/mounted`, { headers: { cookie: 'user=ann', 'x-a': '1' } });
    expect([response.status, await response.text()]).toEqual([201, 'created']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(seen[0]?.url).toBe(`${url}/api/mounted?a=1`);
    expect(seen[0]?.headers.get('cookie')).toBe('user=ann');
  });

  it('responds with 500 to an error of the handler, and with 400 to what no Request can hold', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => logged.mockRestore());
    const error = new Error('broken');
    const url = await listen(toNodeHandler(() => Promise.reject(error)));
    expect((await fetch(url)).status).toBe(500);
    expect(logged.mock.calls).toEqual([[error]]);
    const trace = new Promise<IncomingMessage>((resolve) =>
      httpRequest(url, { method: 'TRACE' }, resolve).end(),
    );
    expect((await trace).statusCode).toBe(400);
    const host = new Promise<IncomingMessage>((resolve) =>
      httpRequest(url, { headers: { host: 'a b' } }, resolve).end(),
    );
    expect((await host).statusCode).toBe(400);
    expect(() => toNodeHandler({} as never)).toThrow('toNodeHandler takes a handler');
  });
});

describe('toNodeHandler and a client that goes away', () => {
  it('reports nothing, and serves the others', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => logged.mockRestore());
    const handler = signs((error) => expect.unreachable(String(error)));
    const served: Promise<void>[] = [];
    const url = await listen((request, response) => void served.push(handler(request, response)));
    const partial = httpRequest(url, { method: 'POST', headers: { 'content-length': '100' } });
    partial.on('error', () => {}).write('socket_id=');
    await expect.poll(() => served.length).toBe(1);
    partial.destroy();
    await served[0];
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
    expect(logged).not.toHaveBeenCalled();
  });
});

describe('a handler without toNodeHandler', () => {
  it.each([
    [
      'createAuthHandler',
      (onError: (error: unknown) => void) => createAuthHandler(server, { authorize: () => true, onError }),
    ],
    [
      'createWebhookHandler',
      (onError: (error: unknown) => void) => createWebhookHandler(server, { on: {}, onError }),
    ],
  ])('%s says how to serve it with Express', async (_name, create) => {
    const onError = vi.fn();
    const express = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await create(onError)(express as never)).status).toBe(500);
    expect(onError.mock.calls[0]?.[0].message).toContain(
      'toNodeHandler(handler) of @org/realtime/node-handler',
    );
  });
});
