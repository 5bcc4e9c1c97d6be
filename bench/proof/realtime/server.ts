import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RealtimeServer } from './realtime-client.ts';

/** What a service says on its socket. */
export interface Protocol {
  greet(socket: WebSocket): void;
  /** Answers a frame. Returns whether it was a subscription. */
  receive(socket: WebSocket, frame: string): boolean;
  frameOf(data: unknown): string;
}

/** A server of one protocol on loopback, with an endpoint that authorizes channels. */
export async function startRealtimeServer(protocol: Protocol): Promise<RealtimeServer> {
  const counts = { connections: 0, subscriptions: 0, authStatuses: [] as number[] };
  const http = createServer((request, response) => {
    const status = counts.authStatuses.shift() ?? 200;
    const signature = { auth: `proof-key:${'0'.repeat(64)}` };
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(signature));
    });
  });
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    counts.connections += 1;
    protocol.greet(socket);
    socket.on('message', (frame) => {
      if (protocol.receive(socket, String(frame))) counts.subscriptions += 1;
    });
  });
  const listen = async (port: number) => {
    http.listen(port, '127.0.0.1');
    await once(http, 'listening');
  };
  await listen(0);
  const { port } = http.address() as AddressInfo;
  const each = (act: (socket: WebSocket) => void) => sockets.clients.forEach(act);
  const goAway = async () => {
    each((socket) => socket.terminate());
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  return Object.assign(counts, {
    origin: `http://127.0.0.1:${port}`,
    publish(data: unknown) {
      const frame = protocol.frameOf(data);
      each((socket) => socket.send(frame));
    },
    sendRaw: (frame: string) => each((socket) => socket.send(frame)),
    cut: () => each((socket) => socket.terminate()),
    closeAll: (code: number) => each((socket) => socket.close(code)),
    goAway,
    comeBack: () => listen(port),
    [Symbol.asyncDispose]: goAway,
  });
}
