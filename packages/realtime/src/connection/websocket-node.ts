import { WebSocket } from 'ws';
import type { OpenSocket } from './socket.ts';

/** Node: the `ws` package, which is faster than the built-in WebSocket and says why a connection failed. @internal */
export const openSocket: OpenSocket = (url, listener, { maxMessageBytes, handshakeTimeoutMs }) => {
  const socket = new WebSocket(url, {
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
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    close() {
      if (socket.readyState === WebSocket.OPEN) socket.close(1000);
      else socket.terminate();
    },
    drop: () => socket.terminate(),
  };
};

/** The code of a network error says more than its message, which may hold the URL. */
function describe(error: Error & { readonly code?: unknown }): string {
  return typeof error.code === 'string' ? error.code : error.message;
}
