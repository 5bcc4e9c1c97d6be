import type { Runtime } from '@org/core';
import { Timer } from '../internal/timer.ts';
import type { OpenSocket, Socket, SocketListener, SocketOptions } from './socket.ts';

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
  const link = new SocketLink(listener, options.runtime);
  link.open(openSocket, url, options);
  return link;
}

class SocketLink implements Link {
  readonly #runtime: Runtime;
  #socket: Socket | undefined;
  /** Undefined after `close`, `drop` and the end. */
  #listener: SocketListener | undefined;
  #closeTimer: Timer | undefined;
  #isOver = false;
  #resolveClosed: () => void = ignore;

  constructor(listener: SocketListener, runtime: Runtime) {
    this.#listener = listener;
    this.#runtime = runtime;
  }

  open(openSocket: OpenSocket, url: string, options: SocketOptions): void {
    // A plain object: the application's `openSocket` may spread it.
    const listener: SocketListener = {
      received: (text) => this.#listener?.received(text),
      violated: (reason) => this.#listener?.violated(reason),
      stoodStill: () => this.#listener?.stoodStill?.(),
      ended: (end) => this.#finish()?.ended(end),
      unusable: (error) => this.#finish()?.unusable(error),
    };
    this.#socket = openSocket(url, listener, options);
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  close(): Promise<void> {
    this.#listener = undefined;
    this.#closeTimer = new Timer(this.#runtime);
    this.#closeTimer.start(closeTimeoutMs, () => this.#socket?.drop());
    this.#socket?.close();
    return this.#closed();
  }

  drop(): Promise<void> {
    this.#listener = undefined;
    this.#socket?.drop();
    return this.#closed();
  }

  #finish(): SocketListener | undefined {
    const listener = this.#listener;
    this.#listener = undefined;
    this.#isOver = true;
    this.#closeTimer?.stop();
    this.#resolveClosed();
    return listener;
  }

  #closed(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }
}

const ignore = () => {};
