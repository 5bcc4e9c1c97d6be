import type { Runtime } from '@org/core';

/** One delay at a time: `start` cancels the one before. @internal */
export interface Timer {
  start(ms: number, done: () => void): void;
  stop(): void;
}

/** @internal */
export function createTimer(runtime: Runtime): Timer {
  return new RuntimeTimer(runtime);
}

// Without a reason, `abort` makes a DOMException with a stack for each stopped timer.
const stopped = 'stopped';
const ignore = () => {};

class RuntimeTimer implements Timer {
  readonly #runtime: Runtime;
  #current: AbortController | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  start(ms: number, done: () => void): void {
    this.stop();
    const mine = new AbortController();
    this.#current = mine;
    this.#runtime.sleep(ms, mine.signal).then(() => {
      if (this.#current !== mine) return;
      this.#current = undefined;
      done();
    }, ignore);
  }

  stop(): void {
    this.#current?.abort(stopped);
    this.#current = undefined;
  }
}
