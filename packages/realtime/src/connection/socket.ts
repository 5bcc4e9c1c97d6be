import type { Runtime } from '@org/core';

/** A WebSocket reduced to what the protocol needs. @public */
export interface Socket {
  /** Ignored while the socket is not open. */
  send(text: string): void;
  /** Starts the closing handshake. Cuts when the socket is not open yet. */
  close(): void;
  /** Cuts the socket at once. */
  drop(): void;
}

/** The events of a socket. `ended` and `unusable` are the last ones. @public */
export interface SocketListener {
  /** The socket is open: for protocols in which the client sends first. Called without `this`. */
  opened?(): void;
  received(text: string): void;
  /** A message came that the protocol does not have, such as a binary one. */
  violated(reason: string): void;
  /** The owner of the socket did not run until now: messages that come next may have waited. */
  stoodStill?(): void;
  ended(end: SocketEnd): void;
  /** This platform cannot make a socket, and another attempt cannot help. */
  unusable(error: unknown): void;
}

/** How a socket ended. @public */
export interface SocketEnd {
  /** A WebSocket close code; 1006 without one. */
  readonly code: number;
  /** Why the socket closed or could not connect, where the platform says so. */
  readonly reason: string;
  /** The `Retry-After` of a refused upgrade. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** What a client asks of a socket. @public */
export interface SocketOptions {
  /** The socket ends at a larger message. */
  readonly maxMessageBytes: number;
  readonly handshakeTimeoutMs: number;
  /** The client's clock, timers and randomness. */
  readonly runtime: Runtime;
  /** Opens a plain WebSocket of this platform. */
  readonly openDefault: OpenSocket;
}

/**
 * Starts to connect to a service: the `socket` option of a client. Throws only when this platform cannot make
 * a socket. @public
 */
export type OpenSocket = (url: string, listener: SocketListener, options: SocketOptions) => Socket;

/** The end of a socket after a message that is too large: close code 1009 of RFC 6455. */
export function tooLarge(maxMessageBytes: number): SocketEnd {
  const reason = `a message was larger than ${maxMessageBytes} bytes: raise maxMessageBytes`;
  return { code: 1009, reason };
}
