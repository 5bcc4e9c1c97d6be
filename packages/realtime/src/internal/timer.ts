import { type Runtime, startTimer } from '@org/core/basics';

const ignore = () => {};

/** One delay at a time: `start` cancels the one before. */
export class Timer {
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
