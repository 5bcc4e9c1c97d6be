import type { Server, Socket } from 'node:net';

/** The open connections of one server. */
export interface Connections {
  /**
   * Stops listening and destroys every connection: a client that never closes must not keep the process up.
   */
  close(): Promise<void>;
}

/**
 * Tracks the connections of a server from now on. `stop` ends listening; by default that is `server.close`.
 */
export function trackConnections(
  server: Server,
  stop: (onClosed: () => void) => void = (onClosed) => server.close(onClosed),
): Connections {
  const sockets = new Set<Socket>();
  let closing: Promise<void> | undefined;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // An upgraded socket has lost its server's own listener; without one, a reset would end the process.
    socket.on('error', () => socket.destroy());
  });
  return {
    close: () => {
      closing ??= new Promise((resolve) => {
        stop(resolve);
        for (const socket of sockets) socket.destroy();
      });
      return closing;
    },
  };
}
