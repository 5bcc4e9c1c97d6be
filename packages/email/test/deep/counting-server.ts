import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A mail server that keeps nothing but the number of each mail. */
export interface CountingServer {
  readonly port: number;
  /** How often each mail arrived complete, by the number in its subject. */
  readonly arrivals: ReadonlyMap<number, number>;
  readonly mostConnections: number;
  close(): Promise<void>;
}

/** With `cutAfterMs`, every connection is cut so long after it opened, whatever happens on it. */
export async function startCountingServer(cutAfterMs?: number): Promise<CountingServer> {
  const arrivals = new Map<number, number>();
  const sockets = new Set<Socket>();
  let mostConnections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    // Several replies in a row would wait for an acknowledgement of the first.
    socket.setNoDelay(true);
    // The QUIT of a client that has left may not have been read yet.
    setImmediate(() =>
      setImmediate(() => {
        mostConnections = Math.max(mostConnections, sockets.size);
      }),
    );
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (cutAfterMs !== undefined) setTimeout(() => socket.destroy(), cutAfterMs);
    const onMail = (mail: string) => {
      const number = Number(/^Subject: (\d+)\r?$/m.exec(mail)?.[1]);
      arrivals.set(number, (arrivals.get(number) ?? 0) + 1);
    };
    converse(socket, onMail, () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    arrivals,
    get mostConnections() {
      return mostConnections;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function converse(socket: Socket, onMail: (mail: string) => void, onQuit: () => void): void {
  let buffered = '';
  let inMail = false;
  socket.write('220 counting\r\n');
  socket.on('data', (chunk) => {
    buffered += chunk.toString('latin1');
    for (;;) {
      const mark = inMail ? '\r\n.\r\n' : '\r\n';
      const end = buffered.indexOf(mark);
      if (end === -1) return;
      const text = buffered.slice(0, end);
      buffered = buffered.slice(end + mark.length);
      if (inMail) onMail(text);
      if (!inMail && text === 'QUIT') {
        onQuit();
        socket.end('221 bye\r\n');
        return;
      }
      const isData = !inMail && text === 'DATA';
      socket.write(
        isData ? '354 go\r\n' : text.startsWith('EHLO') ? '250-me\r\n250 PIPELINING\r\n' : '250 ok\r\n',
      );
      inMail = isData;
    }
  });
}
