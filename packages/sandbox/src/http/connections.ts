import type { Server, Socket } from 'node:net';

/** Tracks the connections of a server. `stop` ends listening; by default that is `server.close`. */
export function trackConnections(
  server: Server,
  stop: (onClosed: () => void) => void = (onClosed) => server.close(onClosed),
) {
  const sockets = new Set<Socket>();
  let stopped: Promise<void> | undefined;
  const stopListening = () => {
    stopped ??= new Promise((resolve) => stop(resolve));
    return stopped;
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // An upgraded socket has no error listener of the server any more. Without one, a reset ends the process.
    socket.on('error', () => socket.destroy());
  });
  return {
    /** Open connections stay. */
    stopListening: () => void stopListening(),
    /** Stops listening and destroys every connection, because an idle client would keep the process alive. */
    close: () => {
      const closed = stopListening();
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}
