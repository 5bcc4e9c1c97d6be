import { misconfigured } from '../internal/wrong-input.ts';
import { type OpenSocket, type SocketEnd, tooLarge } from './socket.ts';

/** Browsers, workers and every other platform that has a `WebSocket` of its own. @internal */
export const openSocket: OpenSocket = (url, listener, { maxMessageBytes }) => {
  if (typeof globalThis.WebSocket !== 'function') {
    throw misconfigured('This platform has no WebSocket.');
  }
  const socket = new globalThis.WebSocket(url);
  let hasEnded = false;
  const end = (how: SocketEnd) => {
    if (hasEnded) return;
    hasEnded = true;
    listener.ended(how);
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (hasEnded) return;
    if (typeof data !== 'string') return listener.violated('a binary message came');
    if (fits(data, maxMessageBytes)) return listener.received(data);
    // A page may only close with 1000 or 3000 and above.
    socket.close();
    end(tooLarge(maxMessageBytes));
  };
  // The platform's error event says nothing on purpose; the close event follows it.
  socket.onclose = ({ code, reason }) => end({ code, reason });
  return {
    send(text) {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    close: () => socket.close(1000),
    drop() {
      // There is no way to cut: the handshake of the end goes on alone, and nobody listens.
      socket.close();
      end({ code: 1006, reason: 'dropped' });
    },
  };
};

// A UTF-16 unit is three bytes at most: only texts in between are encoded to count them.
function fits(text: string, maxBytes: number): boolean {
  if (text.length * 3 <= maxBytes) return true;
  return text.length <= maxBytes && new TextEncoder().encode(text).length <= maxBytes;
}
