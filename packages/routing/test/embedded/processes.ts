import type { Engine } from '@org/routing/embedded';
import { expect } from 'vitest';
import { corner } from '../town.ts';

/** Whether a process of this id exists; one that has ended and waits for its parent does not count. */
export function isRunning(pid: number | undefined): boolean {
  try {
    return process.kill(idOf(pid), 0);
  } catch {
    return false;
  }
}

/** The id, if there is one. Zero would be this process and its whole group. */
export function idOf(pid: number | undefined): number {
  if (pid === undefined || pid <= 1) throw new Error('The engine has no process.');
  return pid;
}

/** Kills a process and waits for its end. */
export async function killed(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
}

/** A computation of the engine that takes a while. */
export function slowMatrix(engine: Engine, signal?: AbortSignal, size = 50): Promise<unknown> {
  const places = Array.from({ length: size }, (_, at) => {
    const [lon, lat] = corner((at * 7) % 11, (at * 5) % 11);
    return { lon, lat };
  });
  return engine.call('sources_to_targets', { sources: places, targets: places, costing: 'auto' }, signal);
}
