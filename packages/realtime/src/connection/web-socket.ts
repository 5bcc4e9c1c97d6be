import { type OpenSocket, type SocketEnd, tooLarge } from './socket.ts';

/** The part of the platform's `WebSocket` that a client uses. @public */
export interface WebSocketLike {
  /** 1 when open. */
  readonly readyState: number;
  /** Bytes that were sent and not transmitted. */
  readonly bufferedAmount?: number | undefined;
  /** Set to a function, for the opening. */
  onopen?: unknown;
  /** Set to a function of `{ data }`, for each message. */
  onmessage: unknown;
  /** Set to a function of `{ code, reason }`, for the end. */
  onclose: unknown;
  /** Set to a function, for a failure before the end. */
  onerror: unknown;
  /** Sends a text message. */
  send(text: string): void;
  /** Starts the closing handshake. */
  close(code?: number): void;
}

/** A class of WebSockets, such as the platform's. @public */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/**
 * The value of the option `socket` for a WebSocket class with the interface of the platform's:
 * `createRealtimeClient({ socket: webSocket(OtherWebSocket) })`. @public
 *
 * @example
 * const realtime = createRealtimeClient({ socket: webSocket(WebSocket) });
 */
export function webSocket(Socket: WebSocketConstructor): OpenSocket {
  return (url, listener, { maxMessageBytes }) => {
    const socket = new Socket(url);
    let hasEnded = false;
    const end = (reason: SocketEnd) => {
      if (hasEnded) return;
      hasEnded = true;
      listener.ended(reason);
    };
    socket.onmessage = ({ data }: { readonly data: unknown }) => {
      if (hasEnded) return;
      if (typeof data !== 'string') return listener.violated('it is binary');
      if (fits(data, maxMessageBytes)) return listener.received(data);
      // A page may close with code 1000 or 3000 to 4999 only, so not with 1009.
      socket.close();
      end(tooLarge(maxMessageBytes));
    };
    // A browser's error event has no details on purpose. The close event follows it. Some other platforms end
    // the process when an error has no listener.
    socket.onerror = () => {};
    socket.onopen = listener.opened;
    socket.onclose = ({ code, reason }: SocketEnd) => end({ code, reason });
    return {
      send(text) {
        if (socket.readyState !== open) return;
        socket.send(text);
        // Bounds the memory when a service sends pings and reads no pongs. Not every class has the amount.
        if ((socket.bufferedAmount as number) > 16_000_000) this.drop();
      },
      close: () => socket.close(1000),
      drop() {
        // A browser cannot cut a socket: the closing handshake goes on without a listener.
        socket.close();
        end({ code: 1006, reason: 'dropped' });
      },
    };
  };
}

const open = 1;

// A UTF-16 unit takes at most three bytes, so only texts near the limit need to be encoded.
function fits(text: string, maxBytes: number): boolean {
  if (text.length * 3 <= maxBytes) return true;
  return text.length <= maxBytes && new TextEncoder().encode(text).length <= maxBytes;
}
