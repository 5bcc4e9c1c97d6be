/** All time of the service goes through this; replace it in tests. */
export interface RealtimeClock {
  /** Wall-clock time in milliseconds since the epoch. */
  now(): number;
  /** Calls back once after `delayMs`. The returned function cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

// A longer delay would make Node's timer fire after one millisecond.
const longestTimerMs = 2_147_483_647;

export const systemClock: RealtimeClock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(0, delayMs), longestTimerMs));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
