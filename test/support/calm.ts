import { setTimeout as sleep } from 'node:timers/promises';

const calmMs = 1_000;
const longestMs = 30_000;
const tickMs = 10;
const lateMs = 10;

/**
 * Waits until the timers of this process were on time for a second: processes that others start keep the
 * cores busy for a while. Gives up after 30 s, and leaves the verdict to the measurement.
 */
export async function untilCalm(): Promise<void> {
  const giveUpAt = performance.now() + longestMs;
  let sinceMs = performance.now();
  while (performance.now() - sinceMs < calmMs && performance.now() < giveUpAt) {
    const startedAt = performance.now();
    await sleep(tickMs);
    if (performance.now() - startedAt > tickMs + lateMs) sinceMs = performance.now();
  }
}
