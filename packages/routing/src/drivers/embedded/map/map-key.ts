import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { engineUnavailable, platformSupport } from '../engine/engine-package.ts';

/** All that the tiles depend on. */
export interface MapRecipe {
  /** OpenStreetMap extracts in PBF form; several are merged into one map. */
  readonly extracts: readonly string[];
  /**
   * The side of traffic: one for the whole map, or that of each country by the borders in the extracts.
   * Ignored with an `adminDatabase`.
   *
   * @defaultValue 'right'
   */
  readonly drivingSide?: 'right' | 'left' | 'borders' | undefined;
  /** A database of borders that `valhalla_build_admins` made, of a larger map for example. */
  readonly adminDatabase?: string | undefined;
  /** A database of time zones that `valhalla_build_timezones` made, for departure and arrival times. */
  readonly timeZoneDatabase?: string | undefined;
  /** Folder with SRTM tiles, for grades and hills. */
  readonly elevationDirectory?: string | undefined;
}

// Raise this number when the way of building changes.
const recipeVersion = 1;

/** The key of a map's content, and its description for people. */
export async function describeMap(
  recipe: MapRecipe,
  onRead: (bytes: number, total: number) => void,
  signal: AbortSignal | undefined,
) {
  const { adminDatabase, timeZoneDatabase, elevationDirectory, drivingSide } = recipe;
  const databases = [adminDatabase, timeZoneDatabase].filter((file) => file !== undefined);
  const files = [...recipe.extracts, ...databases];
  const sizes = await Promise.all(files.map(sizeOf));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let read = 0;
  const hashes: string[] = [];
  for (const file of files) {
    hashes.push(
      await hashFile(file, signal, (bytes) => {
        read += bytes;
        onRead(read, total);
      }),
    );
  }
  const description = {
    recipe: recipeVersion,
    engine: platformSupport().version,
    drivingSide: adminDatabase === undefined ? (drivingSide ?? 'right') : 'adminDatabase',
    databases: [adminDatabase, timeZoneDatabase].map((file) => file !== undefined),
    files: hashes,
    elevation: elevationDirectory === undefined ? [] : await listElevation(elevationDirectory),
  };
  const key = createHash('sha256').update(JSON.stringify(description)).digest('hex').slice(0, 20);
  return { key, description: { ...description, extracts: recipe.extracts.map((file) => basename(file)) } };
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw engineUnavailable('map-missing', `There is no file ${file}.`);
  return found.size;
}

async function hashFile(
  file: string,
  signal: AbortSignal | undefined,
  onRead: (bytes: number) => void,
): Promise<string> {
  const hash = createHash('sha256');
  const stream = createReadStream(file, { highWaterMark: 1 << 20 });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    hash.update(chunk);
    onRead(chunk.length);
  }
  return hash.digest('hex');
}

// Elevations of a country are many gigabytes: their names and sizes stand for their content.
async function listElevation(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true }).catch((cause: unknown) => {
    throw engineUnavailable('map-missing', `There is no elevationDirectory ${directory}.`, { cause });
  });
  const tiles = names.filter((name) => name.includes('.hgt')).sort();
  return Promise.all(tiles.map(async (name) => `${name}:${await sizeOf(join(directory, name))}`));
}
