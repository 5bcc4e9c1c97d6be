import { ConfigurationError } from '../errors/caller-errors.ts';

/** The content of a lock file. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start of the process in clock ticks since boot (Linux); recognises a reused pid. */
  readonly startTicks: string | undefined;
  readonly startedAt: string;
  readonly token: string;
}

const held = new Map<string, string>();

/**
 * Creates a lock file, or replaces the one of a process that ended. Returns its release.
 *
 * @throws ConfigurationError if another process holds the lock
 */
export async function lockFile(path: string): Promise<() => void> {
  const token = crypto.randomUUID();
  while (!(await createLock(path, token))) {
    const text = readText(path);
    if (text === undefined) continue;
    const holder = parseHolder(text);
    if (holder === undefined || isRunning(holder)) throw lockedError(path, holder);
    // One process at a time removes the lock of a dead process, after a second look under this lock.
    const unlock = await lockFile(`${path}.takeover`);
    try {
      if (readText(path) === text) await files().unlink(path);
    } finally {
      unlock();
    }
  }
  if (held.size === 0) process.on('exit', releaseAll);
  held.set(token, path);
  return () => release(token, path);
}

/** Creates the lock file with its whole content in one step. `false` if the file exists. */
async function createLock(path: string, token: string): Promise<boolean> {
  const draft = `${path}.${token}`;
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  const { pid } = process;
  const holder: Holder = {
    pid,
    host: process.getBuiltinModule('node:os').hostname(),
    startTicks: readProcess(pid)?.startTicks,
    startedAt,
    token,
  };
  try {
    await files().writeFile(draft, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    await files()
      .link(draft, path)
      .catch((error) => {
        if (isCode(error, 'EEXIST')) throw error;
        // FAT and some network file systems have no hard links. A reader refuses a lock that is half copied.
        return files().copyFile(draft, path, files().constants.COPYFILE_EXCL);
      });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await files()
      .unlink(draft)
      .catch(() => {});
  }
}

function releaseAll(): void {
  for (const [token, path] of held) release(token, path);
}

function release(token: string, path: string): void {
  if (!held.delete(token)) return;
  if (held.size === 0) process.off('exit', releaseAll);
  try {
    // A user may have removed the lock, and another process created its own.
    if (parseHolder(readText(path) ?? '')?.token === token) sync().unlinkSync(path);
  } catch {
    // The lock of an ended process is taken over.
  }
}

// Only the name of the host: what else identifies a machine or a container changes when it starts again, and
// then no run would take over the lock of a crash.
function isRunning({ pid, host, startTicks }: Holder): boolean {
  if (host !== process.getBuiltinModule('node:os').hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
  }
  const running = readProcess(pid);
  if (running === undefined) return true;
  return running.state !== 'Z' && (startTicks === undefined || running.startTicks === startTicks);
}

/** State and start of a process (Linux, proc_pid_stat(5)): fields 3 and 22. Field 2 may have spaces. */
function readProcess(pid: number) {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0], startTicks: fields[19] };
}

function readText(path: string): string | undefined {
  try {
    return sync().readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT') || path.startsWith('/proc/')) return undefined;
    throw error;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder: Holder = JSON.parse(text);
    return Number.isInteger(holder.pid) && holder.pid > 0 && typeof holder.host === 'string'
      ? holder
      : undefined;
  } catch {
    return undefined;
  }
}

function lockedError(path: string, holder: Holder | undefined): ConfigurationError {
  const by = holder ? `process ${holder.pid} on host ${holder.host}` : 'a process that cannot be determined';
  return new ConfigurationError({
    message:
      `The lock ${path} is held by ${by}. Wait for the end of that process, or use another file. ` +
      'If the process has ended, remove the lock file.',
    outcome: 'not-sent',
  });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

// Not imported: browsers load this file's chunk too, and their bundlers find no `node:fs`.
const files = () => process.getBuiltinModule('node:fs/promises');
const sync = () => process.getBuiltinModule('node:fs');
