import type { Runtime } from '@org/core';
import type { SmtpError } from './smtp-error.ts';

/** How long the server's number holds before one more connection is tried. */
const growAfterMs = 60_000;

/**
 * How many connections the server lets this client have. Nobody publishes it: a 421 to a new connection,
 * while others work, teaches it, and mails wait for one of those. Once a minute one more is tried.
 */
export class ServerSize {
  readonly #runtime: Runtime;
  readonly #waiting = new Set<() => void>();
  readonly #leaving = new Set<Promise<void>>();
  #open = 0;
  #most = Infinity;
  #growsAtMs = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  get isFull(): boolean {
    if (this.#open < this.#most) return false;
    if (this.#runtime.monotonic() < this.#growsAtMs) return true;
    this.#most += 1;
    this.#growsAtMs = this.#runtime.monotonic() + growAfterMs;
    return false;
  }

  opened(): void {
    this.#open += 1;
  }

  closed(): void {
    this.#open -= 1;
    this.freed();
  }

  /** A connection that is ended in order. */
  leaves(quitting: Promise<void>): void {
    const left = quitting.finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  /** Servers count connections: a new one comes after the end of the one that it replaces. */
  async untilLeft(): Promise<void> {
    if (this.#leaving.size > 0) await Promise.all(this.#leaving);
  }

  /** A connection may be taken, or opened. */
  freed(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Whether the refusal of a connection, which is closed, says that the others are all. */
  learns(error: unknown): boolean {
    const { responseCode } = (error ?? {}) as Partial<SmtpError>;
    if (responseCode !== 421 || this.#open < 1) return false;
    this.#most = Math.min(this.#most, this.#open);
    this.#growsAtMs = this.#runtime.monotonic() + growAfterMs;
    return true;
  }

  /** Resolves when a connection is free or has ended. */
  untilFreed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(wake);
        reject(signal.reason);
      };
      const wake = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.add(wake);
    });
  }
}
