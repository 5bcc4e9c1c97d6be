import type { Runtime } from '@org/core';
import { Timer } from '../internal/timer.ts';
import type { Fields } from './wire.ts';

/** A token that is renewed before it expires. */
export interface RefreshedToken {
  /** Calls the application for another token. */
  get(): Promise<string>;
  /** Sends it. `done` gets the reply; undefined after an error. */
  send(token: string, done: (reply: Fields | undefined) => void): void;
}

const retryMs = 5_000;
const maxMarginMs = 10_000;
const maxDelayMs = 24 * 3_600_000;

/** Renews a token until it is stopped. A failure is tried again until the service ends the connection. */
export class TokenRefresh {
  readonly #runtime: Runtime;
  readonly #token: RefreshedToken;
  readonly #timer: Timer;
  #isStopped = false;

  constructor(runtime: Runtime, token: RefreshedToken) {
    this.#runtime = runtime;
    this.#token = token;
    this.#timer = new Timer(runtime);
  }

  /** A reply or a push with `expires` and `ttl`, in whole seconds. */
  schedule({ expires, ttl }: Fields): void {
    this.#timer.stop();
    if (expires !== true || this.#isStopped) return;
    // The service leaves 0 out. A token that expires at once is not renewed at once, time and again.
    if (typeof ttl !== 'number' || ttl < 1) {
      this.#retry();
      return;
    }
    const ttlMs = ttl * 1_000;
    const delayMs = ttlMs - Math.min(maxMarginMs, ttlMs / 5);
    if (delayMs > maxDelayMs)
      this.#timer.start(maxDelayMs, () => this.schedule({ expires, ttl: ttl - 86_400 }));
    else this.#timer.start(delayMs, () => void this.#refresh());
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer.stop();
  }

  async #refresh(): Promise<void> {
    try {
      const token = await this.#token.get();
      if (this.#isStopped) return;
      this.#token.send(token, (reply) => (reply === undefined ? this.#retry() : this.schedule(reply)));
    } catch {
      this.#retry(); // the connection ends with the old token, and then the error is reported
    }
  }

  #retry(): void {
    if (this.#isStopped) return;
    this.#timer.start(retryMs * (0.5 + this.#runtime.random() / 2), () => void this.#refresh());
  }
}
