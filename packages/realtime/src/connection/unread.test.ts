import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createRuntime } from '@org/core';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Socket, SocketEnd } from './socket.ts';
import { webSocket } from './web-socket.ts';
import { openSocket } from './websocket-node.ts';

const mebibyte = 'x'.repeat(1024 * 1024);

it.each([
  ['of Node', openSocket, ''],
  ['with the interface of the platform', webSocket(WebSocket as never), 'dropped'],
])('W9: a socket %s to a service that does not read is cut above 16 MB', async (_, open, reason) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (peer) => {
    peer.send('hello');
    peer.pause();
  });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const peer of server.clients) peer.terminate();
    server.close();
  });
  const runtime = createRuntime();
  const options = { maxMessageBytes: 1_000, handshakeTimeoutMs: 5_000, runtime, openDefault: openSocket };
  let sent = 0;
  const end = await new Promise<SocketEnd>((ended, unusable) => {
    const received = () => {
      for (; sent < 64 && !isOver; sent += 1) socket.send(mebibyte);
    };
    let isOver = false;
    const over = (how: SocketEnd) => {
      isOver = true;
      ended(how);
    };
    const { port } = server.address() as AddressInfo;
    const listener = { received, violated: unusable, ended: over, unusable };
    const socket: Socket = open(`ws://127.0.0.1:${port}/`, listener, options);
  });
  expect(end).toMatchObject({ code: 1006, reason });
  expect(sent).toBeGreaterThanOrEqual(16);
});
