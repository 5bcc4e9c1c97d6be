import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const waitMs = 100;

/**
 * Runs `work` while no other process of this machine builds in the folder; waits for the other one's end. The
 * lock saves work only: each build has its own folder, and complete ones get their name in one step. So
 * two processes that both take over the lock of a dead one do no harm.
 */
export async function withMapLock<Value>(
  directory: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  const path = join(directory, '.lock');
  const mine = JSON.stringify({ host: hostname(), pid: process.pid });
  while (!(await tryLock(path, mine))) {
    signal?.throwIfAborted();
    if (await isAbandoned(path)) await rm(path, { force: true });
    else await sleep(waitMs, undefined, signal === undefined ? {} : { signal }).catch(rethrowReason(signal));
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryLock(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

// A lock of another machine (a shared folder) cannot be checked: it counts as held.
async function isAbandoned(path: string): Promise<boolean> {
  try {
    const { host, pid } = JSON.parse(await readFile(path, 'utf8')) as { host: string; pid: number };
    return host === hostname() && !isRunning(pid);
  } catch {
    // Gone, or not written yet.
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function rethrowReason(signal: AbortSignal | undefined) {
  return (error: unknown): never => {
    throw signal?.aborted ? signal.reason : error;
  };
}
