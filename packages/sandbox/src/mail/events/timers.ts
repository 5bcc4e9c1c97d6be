import type { InBackground } from '../../failures.ts';

const maxWaiting = 1000;

/** A bounded number of things to do later. */
export type Timers = ReturnType<typeof createTimers>;

export function createTimers(inBackground: InBackground) {
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  return {
    /** Returns `false` when too many wait, or after `close`. */
    later: (delayMs: number, run: () => unknown) => {
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
