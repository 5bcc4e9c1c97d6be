import type { Runtime } from '@org/core';
import type { SocketEnd } from '../connection/socket.ts';
import { Timer } from '../internal/timer.ts';
import type { ClientState } from './client-state.ts';
import { reconnectSoon } from './codes.ts';

/** The connection of interrupted subscriptions. */
export interface InterruptionsPort {
  readonly runtime: Runtime;
  readonly state: ClientState;
  /** Sends a command that changes nothing. Its reply follows all that the service sent before. */
  ask(answered: () => void): void;
  /** Closes the connection. */
  end(end: SocketEnd): void;
}

const maxWaitMs = 1_000;

/**
 * Subscriptions that the service ended. From code 2500 the client subscribes again; below, that is the
 * application's decision. The client learns of both on a new connection, as of every interruption. What the
 * service sent meanwhile is read first, because it may end more of them.
 */
export class Interruptions {
  readonly #port: InterruptionsPort;
  /** The client's names of the channels. */
  readonly #names = new Set<string>();
  readonly #timer: Timer;
  /** Why the connection ends after the reply. */
  #reason: string | undefined;

  constructor(port: InterruptionsPort) {
    this.#port = port;
    this.#timer = new Timer(port.runtime);
  }

  /** The service ended a subscription. */
  add(name: string, { code, reason }: SocketEnd): void {
    const why = `the service ended the subscription: ${reason || 'no reason given'}, code ${code}`;
    if (code < 2500) this.#port.state.ending.set(name, why);
    this.#names.add(name);
    if (this.#reason !== undefined) return;
    this.#reason = `${why} (${name})`;
    this.#timer.start(maxWaitMs, () => this.#finish());
    this.#port.ask(() => this.#finish());
  }

  /** The client left the channel. */
  remove(name: string): void {
    if (this.#names.delete(name)) this.#port.state.ending.delete(name);
  }

  stop(): void {
    this.#timer.stop();
  }

  #finish(): void {
    const reason = this.#reason;
    this.#reason = undefined;
    this.#timer.stop();
    if (reason !== undefined && this.#names.size > 0) this.#port.end({ code: reconnectSoon, reason });
  }
}
