import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildPrefix, currentBuild, workspacePrefix } from './build-map.ts';
import { withMapLock } from './map-lock.ts';

/** Removes all builds but the current one, and what killed builds left. Returns the removed names. */
export async function removeOldBuilds(options: {
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<string[]> {
  const directory = resolve(options.directory);
  return withMapLock(directory, { signal: options.signal }, async (keep) => {
    const isBuild = (name: string) => name.startsWith(workspacePrefix) || name.startsWith(buildPrefix);
    const removed: string[] = [];
    for (const name of (await readdir(directory)).filter(isBuild).sort()) {
      await keep();
      if (name === (await currentBuild(directory))) continue;
      await rm(join(directory, name), { recursive: true, force: true });
      removed.push(name);
    }
    return removed;
  });
}
