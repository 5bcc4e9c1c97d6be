import { type Runtime, startTimer } from '@org/core/basics';

/** One delay at a time: `start` cancels the one before. @internal */
export interface Timer {
  start(ms: number, done: () => void): void;
  stop(): void;
}

/** @internal */
export function createTimer(runtime: Runtime): Timer {
  return new RuntimeTimer(runtime);
}

const ignore = () => {};

class RuntimeTimer implements Timer {
  readonly #runtime: Runtime;
  #clear = ignore;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  start(ms: number, done: () => void): void {
    this.#clear();
    this.#clear = startTimer(this.#runtime, ms, done);
  }

  stop(): void {
    this.#clear();
    this.#clear = ignore;
  }
}
