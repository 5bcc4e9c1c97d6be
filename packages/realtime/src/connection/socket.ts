/** A WebSocket reduced to what the protocol needs. @internal */
export interface Socket {
  send(text: string): void;
  /** Says goodbye; the end comes when the other side does too. Before it is open, cuts. */
  close(): void;
  /** Cuts at once. */
  drop(): void;
}

/** Hears a socket. Nothing comes after `ended` or `unusable`. @internal */
export interface SocketListener {
  received(text: string): void;
  /** Something came that the protocol does not have, such as a binary message. */
  violated(reason: string): void;
  ended(end: SocketEnd): void;
  /** No socket can be made here, and trying again does not help. */
  unusable(error: unknown): void;
}

/** @internal */
export interface SocketEnd {
  readonly code: number;
  /** Also why no connection was made, where the platform says so. */
  readonly reason: string;
  /** The wait that a refused upgrade asked for. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** @internal */
export interface SocketOptions {
  readonly maxMessageBytes: number;
  readonly handshakeTimeoutMs: number;
  /** Wall clock, for a `Retry-After` date. */
  now(): number;
}

/** Begins to connect. Throws only when this platform can make no socket at all. @internal */
export type OpenSocket = (url: string, listener: SocketListener, options: SocketOptions) => Socket;

/** Why a message ended the connection; RFC 6455: close code 1009, too big to process. @internal */
export function tooLarge(maxMessageBytes: number): SocketEnd {
  const reason = `a message was larger than ${maxMessageBytes} bytes: raise maxMessageBytes`;
  return { code: 1009, reason };
}
