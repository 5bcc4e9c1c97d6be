// Services on loopback, as small as a journey allows.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A status and a body by path. */
export type Responses = Readonly<Record<string, readonly [status: number, body: unknown]>>;

/** Responds to each request by its path, without rate headers. Returns the base URL. */
export function startHttpService(responses: Responses): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [status, body] = responses[request.url ?? ''] ?? [404, {}];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  // A connection is never closed between two calls, however busy the machine is.
  server.keepAliveTimeout = 0;
  return listen(server);
}

/** Confirms each subscription of the Pusher protocol. Returns the port and a function that emits an event. */
export async function startRealtimeService() {
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on('upgrade', ({ headers }, stream) => {
    const socket = stream as Socket;
    sockets.add(socket);
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}${webSocketId}`)
      .digest('base64');
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    send(socket, 'pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 });
    socket.on('data', (bytes: Buffer) => {
      const channel = /"pusher:subscribe".*"channel":"([^"]+)"/.exec(unmask(bytes))?.[1];
      if (channel !== undefined) send(socket, 'pusher_internal:subscription_succeeded', {}, channel);
    });
  });
  const { port } = new URL(await listen(server));
  return {
    port: Number(port),
    emit(event: string, data: unknown, channel: string) {
      for (const socket of sockets) send(socket, event, data, channel);
    },
  };
}

// RFC 6455 §1.3.
const webSocketId = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

function send(socket: Socket, event: string, data: unknown, channel?: string): void {
  const text = Buffer.from(JSON.stringify({ event, channel, data: JSON.stringify(data) }));
  const { length } = text;
  const head = length < 126 ? [0x81, length] : [0x81, 126, length >> 8, length & 0xff];
  socket.write(Buffer.concat([Buffer.from(head), text]));
}

/** The text of a client's frame; of several in one piece, the first. */
function unmask(bytes: Buffer): string {
  const at = ((bytes[1] as number) & 0x7f) === 126 ? 4 : 2;
  const mask = bytes.subarray(at, at + 4);
  return Buffer.from(
    bytes.subarray(at + 4).map((byte, index) => byte ^ (mask[index % 4] as number)),
  ).toString();
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // The process ends with its last journey.
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
