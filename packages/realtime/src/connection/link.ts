import type { Runtime } from '@org/core';
import type { OpenSocket, Socket, SocketListener, SocketOptions } from './socket.ts';
import { createTimer } from './timer.ts';

/** One socket from its opening to its end. Its listener is called only until `close` or `drop`. @internal */
export interface Link {
  send(text: string): void;
  /** Sends a close frame, and cuts when no answer comes. Resolves when the socket is closed. */
  close(): Promise<void>;
  /** Cuts the socket at once. */
  drop(): Promise<void>;
}

const closeTimeoutMs = 100;

/** @throws the errors of `openSocket` @internal */
export function openLink(
  openSocket: OpenSocket,
  url: string,
  options: SocketOptions,
  listener: SocketListener,
  runtime: Runtime,
): Link {
  const closeTimer = createTimer(runtime);
  let isAttached = true;
  let resolveClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  const ended = (notify: () => void) => {
    closeTimer.stop();
    resolveClosed();
    if (isAttached) notify();
    isAttached = false;
  };
  const socket: Socket = openSocket(
    url,
    {
      received: (text) => isAttached && listener.received(text),
      violated: (reason) => isAttached && listener.violated(reason),
      ended: (end) => ended(() => listener.ended(end)),
      unusable: (error) => ended(() => listener.unusable(error)),
    },
    options,
  );
  const detach = (end: () => void) => {
    isAttached = false;
    end();
    return closed;
  };
  return {
    send: (text) => socket.send(text),
    close: () =>
      detach(() => {
        closeTimer.start(closeTimeoutMs, () => socket.drop());
        socket.close();
      }),
    drop: () => detach(() => socket.drop()),
  };
}
