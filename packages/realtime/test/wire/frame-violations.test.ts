import { describe, expect, it, onTestFinished } from 'vitest';
import { createRealtimeClient } from '../../src/index.ts';
import { until } from '../realtime-fixtures.ts';
import { frameCases } from './frame-violations.ts';
import { upgradeResponse as good, startRawServer } from './raw-server.ts';
import { opcodes } from './web-socket-frame.ts';

async function connect(answer?: Parameters<typeof startRawServer>[0]) {
  const server = await startRawServer(answer);
  const realtime = createRealtimeClient({
    ...server.address,
    reconnect: { baseMs: 1, capMs: 10 },
    runtime: { random: () => 0 },
  });
  onTestFinished(() => realtime.close());
  const orders = realtime.subscribe('orders');
  const seen: unknown[] = [];
  orders.on('mark', ({ data }) => seen.push(data));
  await until(() => orders.state === 'subscribed');
  let marks = 0;
  /** Resolves when an event arrived on the current connection. */
  const mark = async () => {
    marks += 1;
    await until(() => orders.state === 'subscribed');
    server.say('mark', marks, 'orders');
    await until(() => seen.at(-1) === marks);
  };
  return { server, realtime, orders, mark };
}

describe(`W2: a server that violates RFC 6455, in ${frameCases.length} ways`, () => {
  it('are more than 60, each with its own name', () => {
    expect(frameCases.length).toBeGreaterThan(60);
    expect(new Set(frameCases.map(({ name }) => name)).size).toBe(frameCases.length);
  });

  it('one client goes through all: each ends with the right close code, or is ignored', async () => {
    const { server, mark } = await connect();
    for (const { name, frames, closes, echoes } of frameCases) {
      const before = { codes: server.closeCodes.length, connections: server.connections };
      server.send(frames);
      const code = closes ?? echoes;
      // The close frame and the next connection arrive on two sockets, in any order.
      if (code !== undefined)
        await until(() => server.connections > before.connections && server.closeCodes.length > before.codes);
      await mark();
      const seen = [server.closeCodes.slice(before.codes), server.connections - before.connections];
      expect([name, ...seen]).toEqual([name, code === undefined ? [] : [code], code === undefined ? 0 : 1]);
    }
    expect(server.pongs).toHaveLength(53);
  });

  it('a masked frame of the server closes with 1002', async () => {
    const { server, mark } = await connect();
    server.send([{ opcode: opcodes.text, payload: '{"event":"ok"}' }], true);
    await until(() => server.connections === 2);
    await mark();
    expect(server.closeCodes).toEqual([1002]);
  });

  it('ten thousand pings are answered within bounds, or end the connection', async () => {
    const { server, mark } = await connect();
    server.send(Array.from({ length: 10_000 }, () => ({ opcode: opcodes.ping, payload: 'x'.repeat(125) })));
    await until(() => server.connections === 2 || server.pongs.length === 10_000);
    await mark();
  });

  it.each([
    ['ends in the middle of a frame', Buffer.from([0x81, 50, 0x7b])],
    ['ends in the middle of a header', Buffer.from([0x81])],
    ['ends without a close frame', Buffer.alloc(0)],
  ])('a connection that %s is lost, and made anew', async (_, bytes) => {
    const { server, mark } = await connect();
    server.write(bytes);
    server.end();
    await until(() => server.connections === 2);
    await mark();
  });
});

const upgrades: readonly (readonly [string, (request: string) => string | Buffer])[] = [
  ['another status', () => 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'],
  ['404', () => 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'],
  ['503 with Retry-After: 0', () => 'HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n'],
  ['no accept header', () => 'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
  ['the accept header of another key', () => good('Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n')],
  ['no upgrade header', (request) => good(request).replace('Upgrade: websocket\r\n', '')],
  ['an upgrade to something else', (request) => good(request).replace('websocket', 'h2c')],
  ['a subprotocol', (request) => good(request).replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: x\r\n\r\n')],
  [
    'an extension',
    (request) =>
      good(request).replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n'),
  ],
  ['no HTTP', () => 'hello\r\n\r\n'],
  ['bytes', () => Buffer.from([0x16, 0x03, 0x01, 0, 0])],
  [
    'a header of 100 kB',
    (request) => good(request).replace('\r\n\r\n', `\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
  ],
];

describe('W3: a server that violates the upgrade', () => {
  it.each(upgrades)('%s: the client makes another attempt', async (_, answer) => {
    const { server, mark } = await connect((request, nth) => (nth === 1 ? answer(request) : good(request)));
    await mark();
    expect(server.connections).toBe(2);
  });
});
