import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PeerMap } from './maps.ts';

/** Packages, jars and prepared maps of the engines. */
const cacheDirectory = process.env['PEERS_CACHE'] ?? join(tmpdir(), 'org-routing-peers');

/**
 * A folder of the cache. `produce` fills it the first time. An interrupted run leaves no incomplete folder.
 */
export async function cached(name: string, produce: (directory: string) => Promise<void>): Promise<string> {
  const target = join(cacheDirectory, name);
  if (existsSync(target)) return target;
  await mkdir(cacheDirectory, { recursive: true });
  const workspace = await mkdtemp(join(cacheDirectory, '.new-'));
  try {
    await produce(workspace);
    await rename(workspace, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error; // another process was faster
    });
    return target;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/**
 * A folder with `map.osm.pbf` and what an engine prepared from it. `recipe` names the engine, its version
 * and its settings.
 */
export async function preparedMap(
  { name, pbf }: PeerMap,
  recipe: string,
  prepare: (directory: string) => Promise<void>,
): Promise<string> {
  const key = createHash('sha256').update(pbf).update(recipe).digest('hex').slice(0, 16);
  return cached(`map-${name}-${key}`, async (directory) => {
    await writeFile(join(directory, 'map.osm.pbf'), pbf);
    await prepare(directory);
  });
}
