import type { InBackground } from '../../failures.ts';

/** A bounded number of things to do later. */
export interface Timers {
  /** Returns `false` when too many wait, or after `close`. */
  later(delayMs: number, run: () => unknown): boolean;
  close(): void;
}

const maxWaiting = 1000;

export function createTimers(inBackground: InBackground): Timers {
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  return {
    later: (delayMs, run) => {
      if (isClosed || timers.size >= maxWaiting) return false;
      const timer = setTimeout(() => {
        timers.delete(timer);
        inBackground('An event of mail', run);
      }, delayMs).unref();
      timers.add(timer);
      return true;
    },
    close: () => {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
