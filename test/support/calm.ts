import { setTimeout as sleep } from 'node:timers/promises';

const calmMs = 1_000;
const tickMs = 10;
const lateMs = 10;

let leftMs = 60_000;

/**
 * Waits until the timers of this process were on time for a second: processes that others start keep the
 * cores busy for a while. Gives up after a minute in all, and leaves the verdict to the measurement.
 */
export async function untilCalm(): Promise<void> {
  const startedMs = performance.now();
  let sinceMs = startedMs;
  while (performance.now() - sinceMs < calmMs && performance.now() - startedMs < leftMs) {
    const tickedMs = performance.now();
    await sleep(tickMs);
    if (performance.now() - tickedMs > tickMs + lateMs) sinceMs = performance.now();
  }
  leftMs -= performance.now() - startedMs;
}
