import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ConnectProxy {
  /** With user and password. */
  readonly url: string;
  /** What it was asked for: `CONNECT host:port`, or method and URL of a request it should forward. */
  readonly asked: readonly string[];
  /** The bytes that went through, both ways. */
  readonly seen: () => string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A proxy on loopback that opens tunnels for the right password, or treats each CONNECT as the test says. */
export async function startConnectProxy(answer?: (socket: Socket) => void): Promise<ConnectProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let seen = '';
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        seen += bytes.toString('latin1');
      });
  };
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(400).end();
  });
  server.on('connect', (request, client: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    keep(client);
    if (answer !== undefined) return answer(client);
    if (request.headers['proxy-authorization'] !== `Basic ${btoa('ann:pa ss')}`) {
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
    }
    const target = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    keep(target);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://ann:pa%20ss@127.0.0.1:${port}`,
    asked,
    seen: () => seen,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
