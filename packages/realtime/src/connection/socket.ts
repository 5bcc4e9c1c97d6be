/** A WebSocket reduced to what the protocol needs. @internal */
export interface Socket {
  send(text: string): void;
  /** Bytes that were given to `send` and have not left. */
  readonly bufferedBytes: number;
  /** Says goodbye; the end comes when the other side does too. Before it is open, cuts. */
  close(): void;
  /** Cuts at once. */
  drop(): void;
}

/** Hears a socket. After `ended` nothing comes any more. @internal */
export interface SocketListener {
  received(text: string): void;
  /** Something came that the protocol does not have, such as a binary message. */
  violated(reason: string): void;
  /** `reason` tells why no connection was made, where the platform says so. */
  ended(end: { readonly code: number; readonly reason: string }): void;
}

/** @internal */
export interface SocketOptions {
  readonly maxMessageBytes: number;
  readonly handshakeTimeoutMs: number;
}

/** Begins to connect. Throws only when this platform can make no socket at all. @internal */
export type OpenSocket = (url: string, listener: SocketListener, options: SocketOptions) => Socket;
