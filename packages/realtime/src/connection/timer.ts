import type { Runtime } from '@org/core';

/** One delay at a time: `start` cancels the one before. @internal */
export interface Timer {
  start(ms: number, done: () => void): void;
  stop(): void;
}

/** @internal */
export function createTimer(runtime: Runtime): Timer {
  let current: AbortController | undefined;
  const stop = () => {
    current?.abort();
    current = undefined;
  };
  return {
    start(ms, done) {
      stop();
      const mine = new AbortController();
      current = mine;
      runtime.sleep(ms, mine.signal).then(
        () => {
          if (current !== mine) return;
          current = undefined;
          done();
        },
        () => {}, // stopped
      );
    },
    stop,
  };
}
