/** A WebSocket reduced to what the protocol needs. @internal */
export interface Socket {
  send(text: string): void;
  /** Starts the closing handshake. Cuts when the socket is not open yet. */
  close(): void;
  /** Cuts the socket at once. */
  drop(): void;
}

/** The events of a socket. `ended` and `unusable` are the last ones. @internal */
export interface SocketListener {
  received(text: string): void;
  /** A message came that the protocol does not have, such as a binary one. */
  violated(reason: string): void;
  ended(end: SocketEnd): void;
  /** This platform cannot make a socket, and another attempt cannot help. */
  unusable(error: unknown): void;
}

/** @internal */
export interface SocketEnd {
  readonly code: number;
  /** Why the socket closed or could not connect, where the platform says so. */
  readonly reason: string;
  /** The `Retry-After` of a refused upgrade. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** @internal */
export interface SocketOptions {
  readonly maxMessageBytes: number;
  readonly handshakeTimeoutMs: number;
  /** The wall clock, for a `Retry-After` date. */
  now(): number;
}

/** Starts to connect. Throws only when this platform cannot make a socket. @internal */
export type OpenSocket = (url: string, listener: SocketListener, options: SocketOptions) => Socket;

/** The end of a socket after a message that is too large: close code 1009 of RFC 6455. @internal */
export function tooLarge(maxMessageBytes: number): SocketEnd {
  const reason = `a message was larger than ${maxMessageBytes} bytes: raise maxMessageBytes`;
  return { code: 1009, reason };
}
