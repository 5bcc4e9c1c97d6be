import type { WebSocket } from 'ws';
import type { OpenSocket, SocketListener, SocketOptions } from './socket.ts';

/**
 * Node: the `ws` package, which is faster than the built-in WebSocket and says why a connection failed. It is loaded with the first connection: a
 * program that only imports this package does not wait for it.
 *
 * @internal
 */
export const openSocket: OpenSocket = (url, listener, options) => {
  let socket: WebSocket | undefined;
  let isUnwanted = false;
  import('ws').then(
    (ws) => {
      if (isUnwanted) return listener.ended({ code: 1006, reason: 'closed before it was opened' });
      try {
        socket = connect(ws.WebSocket, url, listener, options);
      } catch (error) {
        listener.ended({ code: 1006, reason: describe(error as Error) });
      }
    },
    (error) => listener.ended({ code: 1006, reason: describe(error) }),
  );
  return {
    send(text) {
      if (socket?.readyState === open) socket.send(text);
    },
    get bufferedBytes() {
      return socket?.bufferedAmount ?? 0;
    },
    close() {
      if (socket?.readyState === open) socket.close(1000);
      else this.drop();
    },
    drop() {
      isUnwanted = true;
      socket?.terminate();
    },
  };
};

const open = 1 satisfies typeof WebSocket.OPEN;

function connect(
  Socket: typeof WebSocket,
  url: string,
  listener: SocketListener,
  { maxMessageBytes, handshakeTimeoutMs }: SocketOptions,
): WebSocket {
  const socket = new Socket(url, {
    maxPayload: maxMessageBytes,
    handshakeTimeout: Math.min(handshakeTimeoutMs, 2 ** 31 - 1),
    followRedirects: false,
    perMessageDeflate: false,
    allowSynchronousEvents: true,
  });
  let failure = '';
  let hasEnded = false;
  socket.on('message', (message, isBinary) => {
    if (hasEnded) return;
    if (isBinary) listener.violated('a binary message came');
    else listener.received(String(message));
  });
  socket.on('error', (error) => {
    failure = describe(error);
  });
  socket.on('close', (code, reason) => {
    if (hasEnded) return;
    hasEnded = true;
    listener.ended({ code, reason: failure || String(reason) });
  });
  return socket;
}

/** The code of a network error says more than its message, which may hold the URL. */
function describe(error: Error & { readonly code?: unknown }): string {
  return typeof error.code === 'string' ? error.code : error.message;
}
