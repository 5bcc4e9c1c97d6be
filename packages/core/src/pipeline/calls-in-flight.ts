import type { Runtime } from '../time/runtime.ts';
import { startTimer } from '../time/timer.ts';

interface CallInFlight {
  abort(reason: unknown): void;
}

/** The calls of one client that have not ended: what `close()` waits for, and breaks off when its patience ends. */
export class CallsInFlight {
  readonly #calls = new Set<CallInFlight>();
  #allEnded: (() => void) | undefined;

  add(call: CallInFlight): void {
    this.#calls.add(call);
  }

  remove(call: CallInFlight): void {
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
