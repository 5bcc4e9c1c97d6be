import type { Runtime } from '../runtime.ts';
import { startTimer } from './timer.ts';

/** The calls of one client that have not ended: what `close()` waits for, and breaks off when its patience ends. */
export class CallsInFlight {
  readonly #calls = new Set<AbortController>();
  #allEnded: (() => void) | undefined;

  add(call: AbortController): void {
    this.#calls.add(call);
  }

  remove(call: AbortController): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#allEnded?.();
  }

  /** Resolves when all have ended; aborts those that are left after `graceMs`. */
  async drain(runtime: Runtime, graceMs: number, reason: unknown): Promise<void> {
    if (this.#calls.size === 0) return;
    await new Promise<void>((resolve) => {
      const callOff = startTimer(runtime, graceMs, resolve);
      this.#allEnded = () => {
        callOff();
        resolve();
      };
    });
    for (const call of this.#calls) call.abort(reason);
  }
}
