import { randomUUID } from 'node:crypto';
import { open, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LockTimes {
  /** Between two looks of a waiter. */
  readonly waitMs: number;
  /** Between two heartbeats of the holder. */
  readonly beatMs: number;
  /** A lock without a heartbeat for so long has no holder any more. */
  readonly silentMs: number;
}

const times: LockTimes = { waitMs: 100, beatMs: 2000, silentMs: 20_000 };

export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the holder, in words, when the wait begins and when another one holds the lock. */
  readonly onWait?: ((holder: string) => void) | undefined;
}

/**
 * Has this process the lock still? Work asks before it changes what others see: a process that stood still
 * may have lost its lock. Waits then until it has the lock again, and resolves with `false`: others may have
 * changed everything.
 */
export type KeepMapLock = () => Promise<boolean>;

/**
 * Runs `work` while no other process builds in the folder; waits for the other one's end. Each build has its
 * own folder, and complete ones get their name in one step. So two processes that both take over the lock of
 * a dead one do no harm.
 *
 * The holder changes its lock every two seconds. A holder in another container, or on another machine with
 * the same folder, cannot be looked up: its lock is taken over when it has not changed for a while.
 */
export async function withMapLock<Value>(
  directory: string,
  options: LockOptions,
  work: (keep: KeepMapLock) => Promise<Value>,
  { waitMs, beatMs, silentMs } = times,
): Promise<Value> {
  const path = join(directory, '.lock');
  const me = { host: hostname(), space: await processSpace(), pid: process.pid, id: randomUUID() };
  const acquireNow = () => acquire(path, me, options, { waitMs, mostSilentLooks: silentMs / waitMs });
  await acquireNow();
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
    void beat(path, me, beats);
  }, beatMs).unref();
  try {
    return await work(async () => {
      if (ownerIn(await read(path))?.id === me.id) return true;
      await acquireNow();
      return false;
    });
  } finally {
    clearInterval(timer);
    if (ownerIn(await read(path))?.id === me.id) await rm(path, { force: true });
  }
}

interface Owner {
  readonly host: string;
  /** Process ids count in it: those of another container mean other processes. */
  readonly space?: string | undefined;
  readonly pid: number;
  readonly id?: string | undefined;
}

async function acquire(
  path: string,
  me: Owner,
  { signal, onWait }: LockOptions,
  { waitMs, mostSilentLooks }: { readonly waitMs: number; readonly mostSilentLooks: number },
): Promise<void> {
  let [last, reported]: (string | undefined)[] = [];
  // Looks are counted, not milliseconds: a suspended machine suspends the holder too.
  let silentLooks = 0;
  while (!(await tryLock(path, textOf(me, 0)))) {
    signal?.throwIfAborted();
    const text = await read(path);
    const owner = ownerIn(text);
    silentLooks = text === last ? silentLooks + 1 : 0;
    last = text;
    if (silentLooks >= mostSilentLooks || (owner !== undefined && isDead(owner, me))) {
      await rm(path, { force: true });
      continue;
    }
    const holder = owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}`;
    if (text !== undefined && holder !== reported) onWait?.(holder);
    if (text !== undefined) reported = holder;
    await sleep(waitMs, undefined, signal === undefined ? {} : { signal }).catch(rethrowReason(signal));
  }
}

// Of a fixed length: a reader never finds the end of an older text.
function textOf(owner: Owner, beats: number): string {
  return JSON.stringify({ ...owner, beats: String(beats).padStart(9, '0') });
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

// A lock that another process took over, or that is gone, stays as it is.
async function beat(path: string, me: Owner, beats: number): Promise<void> {
  try {
    if (ownerIn(await read(path))?.id !== me.id) return;
    const file = await open(path, 'r+');
    await file.write(textOf(me, beats), 0).finally(() => file.close());
  } catch {
    // The disk is full, or the folder is gone: the build itself reports that.
  }
}

function read(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

/** `undefined` if the lock is gone, or not written yet. */
function ownerIn(text: string | undefined): Owner | undefined {
  try {
    const { host, space, pid, id } = JSON.parse(text ?? '') as Owner;
    return { host, space, pid, id };
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine and container has ended. */
function isDead({ host, space, pid }: Owner, me: Owner): boolean {
  return host === me.host && space === me.space && !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The namespace of process ids, on Linux. */
function processSpace(): Promise<string | undefined> {
  return readlink('/proc/self/ns/pid').catch(() => undefined);
}

function rethrowReason(signal: AbortSignal | undefined) {
  return (error: unknown): never => {
    throw signal?.aborted ? signal.reason : error;
  };
}
