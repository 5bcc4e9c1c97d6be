import type { Runtime } from '../time/runtime.ts';

const timerCleared = new Error('The timer of the limiter was cleared.');

/**
 * The only timer of a limiter. It runs only while a waiter waits for a known instant. It keeps the process
 * alive, because a caller awaits it. An early wake-up is harmless: a timer that fires early enough is not
 * replaced.
 *
 * @internal
 */
export class WakeTimer {
  readonly #runtime: Runtime;
  readonly #wake: () => void;
  #at = Infinity;
  #controller: AbortController | undefined;

  constructor(runtime: Runtime, wake: () => void) {
    this.#runtime = runtime;
    this.#wake = wake;
  }

  /** Wakes at `at` or before; `Infinity` clears. */
  set(at: number, now: number): void {
    if (at === Infinity) this.clear();
    else if (at < this.#at) {
      this.clear();
      this.#start(at, now);
    }
  }

  clear(): void {
    this.#at = Infinity;
    const controller = this.#controller;
    this.#controller = undefined;
    controller?.abort(timerCleared);
  }

  #start(at: number, now: number): void {
    const controller = new AbortController();
    this.#controller = controller;
    this.#at = at;
    // Platforms truncate fractions: without the rounding, the timer would fire just before the instant.
    this.#runtime.sleep(Math.ceil(at - now), controller.signal).then(
      () => {
        if (this.#controller !== controller) return;
        this.#controller = undefined;
        this.#at = Infinity;
        this.#wake();
      },
      () => undefined,
    );
  }
}
