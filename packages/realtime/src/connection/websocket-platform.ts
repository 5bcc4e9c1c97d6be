import { misconfigured } from '../internal/wrong-input.ts';
import { type OpenSocket, type SocketEnd, tooLarge } from './socket.ts';

/** Browsers, workers and other platforms with a global `WebSocket`. @internal */
export const openSocket: OpenSocket = (url, listener, { maxMessageBytes }) => {
  if (typeof globalThis.WebSocket !== 'function') {
    throw misconfigured('This platform has no WebSocket.');
  }
  const socket = new globalThis.WebSocket(url);
  let hasEnded = false;
  const end = (reason: SocketEnd) => {
    if (hasEnded) return;
    hasEnded = true;
    listener.ended(reason);
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (hasEnded) return;
    if (typeof data !== 'string') return listener.violated('it is binary');
    if (fits(data, maxMessageBytes)) return listener.received(data);
    // A page may close with code 1000 or 3000 to 4999 only, so not with 1009.
    socket.close();
    end(tooLarge(maxMessageBytes));
  };
  // A browser's error event has no details on purpose. The close event follows it.
  socket.onclose = ({ code, reason }) => end({ code, reason });
  return {
    send(text) {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    close: () => socket.close(1000),
    drop() {
      // A browser cannot cut a socket: the closing handshake goes on without a listener.
      socket.close();
      end({ code: 1006, reason: 'dropped' });
    },
  };
};

// A UTF-16 unit takes at most three bytes, so only texts near the limit need to be encoded.
function fits(text: string, maxBytes: number): boolean {
  if (text.length * 3 <= maxBytes) return true;
  return text.length <= maxBytes && new TextEncoder().encode(text).length <= maxBytes;
}
