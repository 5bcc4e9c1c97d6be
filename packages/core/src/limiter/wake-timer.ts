import type { Runtime } from '../time/runtime.ts';

const noLongerNeeded = new Error('The wake-up is no longer needed.');

/**
 * The one timer of a limiter: made when somebody waits for an instant, cleared when nobody does. While it runs it keeps the process
 * alive, because a caller awaits it. Waking early is harmless, so a timer that fires soon enough is left alone.
 *
 * @internal
 */
export class WakeTimer {
  readonly #runtime: Runtime;
  readonly #wake: () => void;
  #at = Number.POSITIVE_INFINITY;
  #controller: AbortController | undefined;

  constructor(runtime: Runtime, wake: () => void) {
    this.#runtime = runtime;
    this.#wake = wake;
  }

  /** Wakes at `at` or before; `Infinity` clears. */
  set(at: number, now: number): void {
    if (at === Number.POSITIVE_INFINITY) this.clear();
    else if (at < this.#at) {
      this.clear();
      this.#start(at, now);
    }
  }

  clear(): void {
    this.#at = Number.POSITIVE_INFINITY;
    const controller = this.#controller;
    this.#controller = undefined;
    controller?.abort(noLongerNeeded);
  }

  #start(at: number, now: number): void {
    const controller = new AbortController();
    this.#controller = controller;
    this.#at = at;
    // Platforms cut fractions off, and would wake just before the instant.
    this.#runtime.sleep(Math.ceil(at - now), controller.signal).then(
      () => {
        if (this.#controller !== controller) return;
        this.#controller = undefined;
        this.#at = Number.POSITIVE_INFINITY;
        this.#wake();
      },
      () => undefined,
    );
  }
}
