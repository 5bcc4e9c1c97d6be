// A server of the protocol on loopback, in its own process: it confirms every subscription, and sends events
// on request, many in one write.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface Send {
  readonly messages: number;
  readonly bytes: number;
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const frame = (event: string, data: unknown, channel?: string) =>
  JSON.stringify({ event, channel, data: JSON.stringify(data) });
let connections = 0;

server.on('connection', (socket) => {
  connections += 1;
  socket.send(
    frame('pusher:connection_established', { socket_id: `1.${connections}`, activity_timeout: 120 }),
  );
  socket.on('message', (message) => {
    const { event, data } = JSON.parse(String(message));
    if (event === 'pusher:subscribe')
      socket.send(frame('pusher_internal:subscription_succeeded', {}, data.channel));
  });
});

const batch = 500;

async function sendTo(socket: WebSocket, { messages, bytes }: Send): Promise<void> {
  const text = 'x'.repeat(Math.max(0, bytes - 40));
  const { _socket: stream } = socket as unknown as { _socket: import('node:net').Socket };
  for (let sent = 0; sent < messages; sent += batch) {
    stream.cork();
    for (let at = sent; at < Math.min(messages, sent + batch); at += 1)
      socket.send(frame('paid', { id: at, amount: 12.5, text }, 'orders-0'));
    stream.uncork();
    if (stream.writableNeedDrain) await once(stream, 'drain');
  }
}

process.on('message', async (request: Send) => {
  for (const socket of server.clients) await sendTo(socket, request);
  process.send?.(0);
});
process.on('disconnect', () => process.exit());
server.on('listening', () => process.send?.((server.address() as AddressInfo).port));
