// Clients of one kind and their server in one process: milliseconds from a fault to the first event after it.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { contenders } from './contenders.ts';

export type Fault =
  /** All connections are cut, without a closing handshake. */
  | { readonly kind: 'cut' }
  /** The server closes all connections with a code. */
  | { readonly kind: 'closed'; readonly code: number }
  /** The server is away: the time begins when it is back. */
  | { readonly kind: 'away'; readonly ms: number };

const [name = '', count = ''] = process.argv.slice(2);
const connect = await contenders[name]?.();
if (connect === undefined) throw new Error(`There is no contender called "${name}".`);

const frame = (event: string, data: unknown, channel?: string) =>
  JSON.stringify({ event, channel, data: JSON.stringify(data) });

let server = await listen(0);
const { port } = server.address() as AddressInfo;
let connections = 0;
let tick = 0;

async function listen(at: number): Promise<WebSocketServer> {
  const sockets = new WebSocketServer({ port: at, host: '127.0.0.1', perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    connections += 1;
    const greeting = { socket_id: `1.${connections}`, activity_timeout: 120 };
    socket.send(frame('pusher:connection_established', greeting));
    socket.on('message', (message) => {
      const { event, data } = JSON.parse(String(message));
      if (event !== 'pusher:subscribe') return;
      socket.send(frame('pusher_internal:subscription_succeeded', {}, data.channel));
      Object.assign(socket, { isSubscribed: true });
    });
  });
  await once(sockets, 'listening');
  return sockets;
}

setInterval(() => {
  tick += 1;
  for (const socket of server.clients)
    if ('isSubscribed' in socket) socket.send(frame('paid', { id: tick }, 'orders-0'));
}, 5).unref();

/** The last tick of the time before the fault, and when each client got a later one. */
let lastTick = Number.POSITIVE_INFINITY;
const flowsAtMs = new Map<number, number>();
for (let at = 0; at < Number(count); at += 1)
  await connect(port, 1, ({ id }) => {
    if (id > lastTick && !flowsAtMs.has(at)) flowsAtMs.set(at, performance.now());
  });

async function cause(fault: Fault): Promise<void> {
  const clients = [...server.clients];
  if (fault.kind === 'closed') for (const socket of clients) socket.close(fault.code);
  else for (const socket of clients) socket.terminate();
  if (fault.kind !== 'away') return;
  const closed = once(server, 'close');
  server.close();
  await closed;
  await sleep(fault.ms);
  server = await listen(port);
}

process.on('message', async (fault: Fault) => {
  flowsAtMs.clear();
  await cause(fault);
  lastTick = tick;
  const startedMs = performance.now();
  while (flowsAtMs.size < Number(count)) await sleep(2);
  lastTick = Number.POSITIVE_INFINITY;
  process.send?.([...flowsAtMs.values()].map((ms) => ms - startedMs));
});
process.on('disconnect', () => process.exit());
process.send?.([]);
