import { readdir, realpath, stat } from 'node:fs/promises';
import { engineUnavailable } from './engine-package.ts';

/** Whether the folder holds at least one tile. */
export async function hasTiles(directory: string): Promise<boolean> {
  try {
    const names = await readdir(directory, { recursive: true });
    return names.some((name) => name.endsWith('.gph') || name.endsWith('.gph.gz'));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whether this is the error of a missing file. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
}

/** The folder's path without symbolic links. Throws `ConfigurationError` if it has no tiles. */
export async function realTilesDirectory(directory: string): Promise<string> {
  if (!(await hasTiles(directory))) {
    throw engineUnavailable(
      'engine-tiles-missing',
      `There are no tiles in ${directory}. Build them from an OpenStreetMap extract with buildMap() or ` +
        'buildTiles().',
    );
  }
  return realpath(directory);
}

/** The same for all paths of a folder, and another one for the folder that replaces it. */
export async function identityOf(directory: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(directory);
  return `${ino}:${birthtimeMs}`;
}
