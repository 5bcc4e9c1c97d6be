import type { Runtime } from '../time/runtime.ts';
import { startTimer } from '../time/timer.ts';

/**
 * The only timer of a limiter. It runs only while a waiter waits for a known instant. It keeps the process
 * alive, because a caller awaits it. An early wake-up is harmless: a timer that fires early enough is not
 * replaced.
 */
export class WakeTimer {
  readonly #runtime: Runtime;
  readonly #wake: () => void;
  #at = Infinity;
  #clearTimer: (() => void) | undefined;

  constructor(runtime: Runtime, wake: () => void) {
    this.#runtime = runtime;
    this.#wake = wake;
  }

  /** Wakes at `at` or before; `Infinity` clears. */
  set(at: number, now: number): void {
    if (at === Infinity) this.clear();
    if (at >= this.#at) return;
    this.clear();
    this.#at = at;
    // Platforms truncate fractions: without the rounding, the timer would fire just before the instant.
    this.#clearTimer = startTimer(this.#runtime, Math.ceil(at - now), () => {
      this.#at = Infinity;
      this.#wake();
    });
  }

  clear(): void {
    this.#at = Infinity;
    this.#clearTimer?.();
  }
}
