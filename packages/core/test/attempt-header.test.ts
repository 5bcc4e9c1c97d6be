import { Agent, createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createServiceClient, noAuth, perSecond } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { createFakeTransport } from '../src/testing/index.ts';

let failures = 0;
const seen: IncomingMessage['headers'][] = [];
const server = createServer((request, response) => {
  seen.push(request.headers);
  failures -= 1;
  response.writeHead(failures >= 0 ? 503 : 200, { 'retry-after': '0' }).end('{}');
});
let port: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  seen.length = 0;
  failures = 0;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const attempts = () => seen.map((headers) => headers['org-attempt']);
const serviceAt = (host: string) => ({ name: 'acme', baseUrl: `http://${host}:${port}`, auth: noAuth() });

it('tells a server on this machine which attempt a request is', async () => {
  failures = 1;
  await using client = createServiceClient(serviceAt('127.0.0.1'));
  await client.request({ method: 'GET', path: '/' });
  expect(attempts()).toEqual(['1;wait=0', expect.stringMatching(/^2;wait=\d+$/)]);
});

it('tells it how long the limiter made the request wait', async () => {
  await using client = createServiceClient({ ...serviceAt('localhost'), limits: [perSecond(1)] });
  await Promise.all([1, 2].map(() => client.request({ method: 'GET', path: '/' })));
  expect(attempts()[0]).toBe('1;wait=0');
  expect(Number(/^1;wait=(\d+)$/.exec(String(attempts()[1]))?.[1])).toBeGreaterThanOrEqual(800);
});

it.each(['api.acme.example', '127.0.0.1.acme.example', '10.0.0.1', 'localhost.acme.example'])(
  'tells %s nothing, also when it is this machine',
  async (host) => {
    const agent = new Agent();
    Object.assign(agent, { createConnection: () => connect({ port, host: '127.0.0.1' }) });
    const transport = createNodeTransport({ agent });
    const service = { ...serviceAt(host), dangerouslyAllowHttp: true };
    await using client = createServiceClient(service, { transport });
    await client.request({ method: 'GET', path: '/' });
    expect(attempts()).toEqual([undefined]);
    agent.destroy();
  },
);

it('gives other transports the numbers, and sets no header for them', async () => {
  const transport = createFakeTransport([{ answer: { json: {} } }]);
  await using client = createServiceClient(serviceAt('127.0.0.1'), { transport });
  await client.request({ method: 'GET', path: '/' });
  expect(transport.requests[0]?.headers.get('org-attempt')).toBeNull();
});
