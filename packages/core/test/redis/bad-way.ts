import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and makes the way worse on demand. */
export interface BadWay {
  readonly port: number;
  /** Every piece takes this much longer, in each direction. */
  delayMs: number;
  /** Nothing gets through any more, and nobody is told: connections stay open. */
  isHalfOpen: boolean;
  /** Breaks every connection. */
  cut(): void;
  stop(): Promise<void>;
}

export async function startBadWay(path: string): Promise<BadWay> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(path);
    join(client, upstream);
    join(upstream, client);
  });
  const way: BadWay = {
    port: 0,
    delayMs: 0,
    isHalfOpen: false,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      way.cut();
      server.close();
      await once(server, 'close');
    },
  };
  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (piece) => {
      if (way.isHalfOpen) return;
      const pass = () => to.writable && to.write(piece);
      if (way.delayMs > 0) setTimeout(pass, way.delayMs);
      else pass();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(way, { port: (server.address() as AddressInfo).port });
}
