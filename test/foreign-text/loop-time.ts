import { machinePace } from '../support/machine-pace.ts';

/**
 * The time that this thread computes for a call, in milliseconds. Other threads of the process and other
 * processes of a loaded machine do not count.
 */
export async function computedMs(run: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await run().catch(() => undefined);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The same, measured again when it is too long: a collection of garbage may fall into a call. What is still
 * too long is in the time of the machine on which the limits were set.
 */
export async function leastMs(run: () => Promise<unknown>, most: () => number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && least > most(); tries += 1) least = Math.min(least, await computedMs(run));
  return least > most() ? least / machinePace() : least;
}
