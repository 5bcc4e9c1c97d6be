import { setTimeout as sleep } from 'node:timers/promises';

/** Waits in small steps, so that a standstill of the machine counts as one of them. */
export async function runFor(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 5) await sleep(5);
}
