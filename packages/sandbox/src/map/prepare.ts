import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '@org/core';
import {
  type OptionNames,
  optionKinds,
  refuseUnknown,
  requireArgument,
  requireOptions,
} from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { buildTiles, hasTiles, platformSupport } from '@org/routing/embedded';
import { makeOwnDirectory, ownDirectoryPath } from '../own-directory.ts';
import { enginePlace } from './missing-engine.ts';
import { encodeOsmPbf } from './osm-pbf.ts';
import { createTown, type Town } from './town.ts';
import { createTownMap } from './town-map.ts';

const prepareOsmNames: OptionNames<PrepareOptions & { readonly pbfFile: string }> = {
  directory: 0,
  signal: 0,
  onProgress: 0,
  pbfFile: 0,
};

const prepareTownNames: OptionNames<PrepareOptions> = { directory: 0, signal: 0, onProgress: 0 };

/** The folder of prepared maps, and callbacks. */
export interface PrepareOptions {
  /** The folder of prepared maps. @default a folder of this user under the system's temporary folder */
  readonly directory?: string;
  /** Stops the preparation and removes incomplete files. */
  readonly signal?: AbortSignal;
  /** Called with each step of the tile builder. */
  readonly onProgress?: (step: string) => void;
}

/** A map that is ready for the engine. */
export interface PreparedMap {
  /** Folder for `loadEngine` and `startRoutingService`. */
  readonly tilesDirectory: string;
}

/**
 * Prepares the made-up town for the engine: half a second the first time, then cached. Processes may do this
 * at the same time.
 *
 * @throws the errors of `buildTiles`, and `signal.reason` on abort
 */
export async function prepareTown(
  options: PrepareOptions = {},
): Promise<PreparedMap & { readonly town: Town }> {
  refuseUnknown(options, prepareTownNames, 'prepareTown()', meantOption);
  const bytes = encodeOsmPbf(createTownMap());
  const key = cacheKey(createHash('sha256').update(bytes).digest('hex'));
  const tilesDirectory = await prepare(`town-${key}`, options, async (workspace) => {
    const pbfFile = join(workspace, 'town.osm.pbf');
    await writeFile(pbfFile, bytes);
    return pbfFile;
  });
  return { tilesDirectory, town: createTown() };
}

/** Prepares an OpenStreetMap extract for the engine. Cached until the file's content changes. */
export async function prepareOsm(
  options: PrepareOptions & { readonly pbfFile: string },
): Promise<PreparedMap> {
  requireOptions(options, prepareOsmNames, 'prepareOsm()', meantOption);
  const { pbfFile, signal } = options;
  requireArgument('pbfFile', pbfFile, optionKinds.text);
  const mapHash = await hashFile(pbfFile, signal);
  const tilesDirectory = await prepare(`osm-${cacheKey(mapHash)}`, options, async () => pbfFile);
  return { tilesDirectory };
}

async function hashFile(file: string, signal: AbortSignal | undefined): Promise<string> {
  signal?.throwIfAborted();
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) {
    throw unusableMap(`${file} is not a regular file. Give the path of an .osm.pbf file.`);
  }
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash, signal ? { signal } : {});
  } catch (cause) {
    signal?.throwIfAborted();
    throw unusableMap(`The map file ${file} cannot be read. Check the path and its permissions.`, { cause });
  }
  return hash.digest('hex');
}

function unusableMap(message: string, options?: { readonly cause: unknown }): ConfigurationError {
  return new ConfigurationError({ message, provider: 'embedded', providerCode: 'map-missing', ...options });
}

// Tiles depend on the map, the engine and the way of building. Raise this number when the last one changes.
function cacheKey(mapHash: string): string {
  const recipe = `${mapHash}:${platformSupport(enginePlace()).version}:right-hand:1`;
  return createHash('sha256').update(recipe).digest('hex').slice(0, 20);
}

async function prepare(
  name: string,
  options: PrepareOptions,
  provideMap: (workspace: string) => Promise<string>,
): Promise<string> {
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const root = options.directory ?? (await ownTemporaryDirectory());
  const target = join(root, name);
  if (await hasTiles(target)) return target;
  await mkdir(root, { recursive: true });
  await sweep(root);
  const workspace = await mkdtemp(join(root, workspacePrefix));
  try {
    const fresh = join(workspace, 'tiles');
    const pbfFile = await provideMap(workspace);
    await buildTiles({
      pbfFile,
      tilesDirectory: fresh,
      ...enginePlace(),
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
    await publish(fresh, target, workspace);
    return target;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

// The second process uses the first one's tiles: they are the same, and an engine may be reading them.
async function publish(fresh: string, target: string, workspace: string): Promise<void> {
  try {
    await rename(fresh, target);
  } catch (error) {
    if (await hasTiles(target)) return;
    if (!isOccupied(error)) throw error;
    await rename(target, join(workspace, 'stale')); // a folder without tiles, of an interrupted preparation
    await rename(fresh, target);
  }
}

function isOccupied(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOTEMPTY' || code === 'EEXIST';
}

const workspacePrefix = '.build-';
const abandonedAfterMs = 60 * 60 * 1000;

/** Removes the files of killed processes. */
async function sweep(root: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => name.startsWith(workspacePrefix));
  for (const name of names) {
    const found = await stat(join(root, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) {
      await rm(join(root, name), { recursive: true, force: true });
    }
  }
}

async function ownTemporaryDirectory(): Promise<string> {
  const directory = ownDirectoryPath('org-sandbox-maps');
  return (await makeOwnDirectory(directory)) ? directory : mkdtemp(`${directory}-`);
}
