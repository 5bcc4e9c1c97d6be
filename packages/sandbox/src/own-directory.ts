import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The path of this user's folder under the system's temporary folder. */
export function ownDirectoryPath(name: string): string {
  return join(tmpdir(), `${name}-${process.getuid?.() ?? 'user'}`);
}

/**
 * Creates the folder for this user alone. Resolves with whether it is safe: the temporary folder may be
 * shared, and under this name may be a link, or a folder that another user owns or may write to.
 */
export async function makeOwnDirectory(directory: string): Promise<boolean> {
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return isOwnDirectory(directory);
}

/** Whether only this user may write to the folder. */
export async function isOwnDirectory(directory: string): Promise<boolean> {
  const found = await lstat(directory).catch(() => undefined);
  if (found === undefined) return false;
  const isOwn = process.getuid === undefined || found.uid === process.getuid();
  const isClosed = process.platform === 'win32' || (found.mode & 0o022) === 0;
  return found.isDirectory() && isOwn && isClosed;
}
