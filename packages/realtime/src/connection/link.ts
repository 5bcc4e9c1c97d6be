import { startTimer } from '@org/core/basics';
import type { OpenSocket, SocketListener, SocketOptions } from './socket.ts';

/** One socket from its opening to its end. Its listener is called only until `close` or `drop`. */
export interface Link {
  send(text: string): void;
  /** Sends a close frame, and cuts when no answer comes. Resolves when the socket is closed. */
  close(): Promise<void>;
  /** Cuts the socket at once. */
  drop(): Promise<void>;
}

const closeTimeoutMs = 100;

/** @throws the errors of `openSocket` */
export function openLink(
  openSocket: OpenSocket,
  url: string,
  options: SocketOptions,
  listener: SocketListener,
): Link {
  /** Undefined after `close`, `drop` and the end. */
  let listening: SocketListener | undefined = listener;
  let clearTimer: (() => void) | undefined;
  let resolve = () => {};
  const closed = new Promise<void>((done) => {
    resolve = done;
  });
  const finish = () => {
    const last = listening;
    listening = undefined;
    clearTimer?.();
    resolve();
    return last;
  };
  // A plain object: the application's `openSocket` may spread it.
  const socket = openSocket(
    url,
    {
      received: (text) => listening?.received(text),
      violated: (reason) => listening?.violated(reason),
      stoodStill: () => listening?.stoodStill?.(),
      ended: (end) => finish()?.ended(end),
      unusable: (error) => finish()?.unusable(error),
    },
    options,
  );
  return {
    send: (text) => socket.send(text),
    close() {
      listening = undefined;
      clearTimer = startTimer(options.runtime, closeTimeoutMs, () => socket.drop());
      socket.close();
      return closed;
    },
    drop() {
      listening = undefined;
      socket.drop();
      return closed;
    },
  };
}
