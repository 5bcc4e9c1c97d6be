import { startFaultServer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import * as emailNode from '@org/email/node';
import { plunk } from '@org/email/plunk';
import * as emailUndici from '@org/email/undici';
import * as realtimeNode from '@org/realtime/node';
import { createRealtimeServerClient } from '@org/realtime/server';
import * as realtimeUndici from '@org/realtime/undici';
import { createRoutingClient } from '@org/routing';
import * as routingNode from '@org/routing/node';
import { openrouteservice } from '@org/routing/openrouteservice';
import * as routingUndici from '@org/routing/undici';
import { describe, expect, it, onTestFinished } from 'vitest';

type Transport = ReturnType<typeof emailNode.createNodeTransport | typeof emailUndici.createUndiciTransport>;

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const receipt = { success: true, data: { emails: [{ contact: { email: message.to }, email: 'e1' }] } };

async function sendMail(baseUrl: string, transport: Transport) {
  await using email = createEmailClient({ driver: plunk({ apiKey: 'sk_1', baseUrl }), transport });
  await email.send(message);
}

async function requestRoute(baseUrl: string, transport: Transport) {
  await using routing = createRoutingClient({
    driver: openrouteservice({ apiKey: 'k', baseUrl }),
    transport,
  });
  await routing.request({ method: 'GET', path: '/v2/health' });
}

async function trigger(baseUrl: string, transport: Transport) {
  const { hostname: host, port } = new URL(baseUrl);
  const location = { appId: '1', key: 'k', secret: 's', host, port: Number(port) };
  await using server = createRealtimeServerClient({ ...location, transport });
  await server.trigger('orders', 'paid', 1);
}

describe('a program that installed one product chooses the transport', () => {
  it.each([
    { from: '@org/email/node', create: emailNode.createNodeTransport, call: sendMail },
    { from: '@org/email/undici', create: emailUndici.createUndiciTransport, call: sendMail },
    { from: '@org/routing/node', create: routingNode.createNodeTransport, call: requestRoute },
    { from: '@org/routing/undici', create: routingUndici.createUndiciTransport, call: requestRoute },
    { from: '@org/realtime/node', create: realtimeNode.createNodeTransport, call: trigger },
    { from: '@org/realtime/undici', create: realtimeUndici.createUndiciTransport, call: trigger },
  ])('$from', async ({ create, call }) => {
    const server = await startFaultServer();
    onTestFinished(() => server.close());
    server.respond(({ path }) => ({ answer: { json: path === '/v1/send' ? receipt : {} } }));
    const send = create();
    let requests = 0;
    const transport = Object.assign(
      (...request: Parameters<Transport>) => {
        requests += 1;
        return send(...request);
      },
      { close: () => send.close() },
    );
    onTestFinished(() => transport.close());
    await call(server.url, transport);
    expect([requests, server.requests.length]).toEqual([1, 1]);
  });
});
