import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnDirectory, makeOwnDirectory, ownDirectoryPath } from '../own-directory.ts';

/** A sandbox that a command of this user started. */
export interface RunningSandbox {
  readonly pid: number;
  /** The URL of its page; without a page, of a port that answers `/livez`. */
  readonly url: string;
  readonly hasPage: boolean;
  /** What requests to it need; the file is readable by this user only. */
  readonly token?: string | undefined;
  readonly startedAt: string;
  /** The folder in which it started. */
  readonly directory: string;
}

// One file for each, so that no two processes write the same one.
const folder = (): string => {
  const { XDG_RUNTIME_DIR: runtime } = process.env;
  return runtime ? join(runtime, 'org-sandbox') : ownDirectoryPath('org-sandbox');
};
const fileOf = (pid: number): string => join(folder(), `${pid}.json`);

/** Notes a sandbox for other commands. Resolves with the function that removes the note. */
export async function noteRunning(sandbox: RunningSandbox): Promise<() => Promise<void>> {
  const file = fileOf(sandbox.pid);
  try {
    if (!(await makeOwnDirectory(folder()))) return async () => {};
    await writeFile(file, JSON.stringify(sandbox), { mode: 0o600 });
  } catch {
    return async () => {}; // the other commands still work with --url
  }
  return () => rm(file, { force: true });
}

/** The sandboxes that run with a page, or without one, the newest first. */
export async function listRunning(hasPage = true): Promise<readonly RunningSandbox[]> {
  if (!(await isOwnDirectory(folder()))) return [];
  const names = (await readdir(folder())).filter((name) => name.endsWith('.json'));
  const found = await Promise.all(names.map((name) => readNote(join(folder(), name))));
  const wanted = found.filter((note) => note?.hasPage === hasPage) as readonly RunningSandbox[];
  return wanted.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}

async function readNote(file: string): Promise<RunningSandbox | undefined> {
  try {
    const note = JSON.parse(await readFile(file, 'utf8')) as RunningSandbox;
    if (isAlive(note.pid)) return note;
    await rm(file, { force: true }); // it was killed
  } catch {
    // Removed in the meantime, or not written to its end.
  }
  return undefined;
}

/** Whether the process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
