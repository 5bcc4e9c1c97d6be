import type { Runtime } from '@org/core';
import type { OpenSocket, Socket, SocketListener, SocketOptions } from './socket.ts';
import { createTimer } from './timer.ts';

/** One socket from its opening to its end, heard only until we leave it. @internal */
export interface Link {
  send(text: string): void;
  /** Says goodbye, and cuts when nobody answers that. Resolves when the socket is gone. */
  close(): Promise<void>;
  /** Cuts at once. */
  drop(): Promise<void>;
}

const farewellMs = 100;

/** Throws what `openSocket` throws. @internal */
export function openLink(
  openSocket: OpenSocket,
  url: string,
  options: SocketOptions,
  listener: SocketListener,
  runtime: Runtime,
): Link {
  const farewell = createTimer(runtime);
  let isHeard = true;
  let markGone = () => {};
  const gone = new Promise<void>((resolve) => {
    markGone = resolve;
  });
  const over = (hear: () => void) => {
    farewell.stop();
    markGone();
    if (isHeard) hear();
    isHeard = false;
  };
  const socket: Socket = openSocket(
    url,
    {
      received: (text) => isHeard && listener.received(text),
      violated: (reason) => isHeard && listener.violated(reason),
      ended: (end) => over(() => listener.ended(end)),
      unusable: (error) => over(() => listener.unusable(error)),
    },
    options,
  );
  const leave = (say: () => void) => {
    isHeard = false;
    say();
    return gone;
  };
  return {
    send: (text) => socket.send(text),
    close: () =>
      leave(() => {
        farewell.start(farewellMs, () => socket.drop());
        socket.close();
      }),
    drop: () => leave(() => socket.drop()),
  };
}
