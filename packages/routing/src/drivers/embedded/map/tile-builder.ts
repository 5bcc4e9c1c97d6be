import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createBuildConfig, type DrivingSide } from '../engine/engine-config.ts';
import { type EnginePlace, engineUnavailable } from '../engine/engine-package.ts';
import { hasTiles, isMissing } from '../engine/tile-directory.ts';
import { writeTileList } from '../engine/tile-files.ts';
import { noRoads, runBuilder } from './builder-process.ts';

/** The maps that tiles are made from, and where the tiles go. */
export interface BuildTilesOptions extends EnginePlace {
  /** OpenStreetMap extract in PBF form. Pass this or `pbfFiles`. */
  readonly pbfFile?: string;
  /** Several extracts, merged into one map. */
  readonly pbfFiles?: readonly string[];
  /** Where the tiles go. A complete new set replaces an older one; an incomplete one never does. */
  readonly tilesDirectory: string;
  /** Folder with SRTM tiles, for grades and hills. */
  readonly elevationDirectory?: string;
  /** Side of traffic, one for the whole map: it has no administrative borders. @defaultValue 'right' */
  readonly drivingSide?: DrivingSide;
  /** Threads of the builder. The tiles are the same bytes for any number. @defaultValue 2 */
  readonly threads?: number;
  /** Stops the builder. The old tiles stay. */
  readonly signal?: AbortSignal;
  /** Called with each step, in the builder's words ("Parsing ways..."). */
  readonly onProgress?: (step: string) => void;
}

/** Runs the engine's tile builder as a child process. */
export async function buildTiles(options: BuildTilesOptions): Promise<void> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { pbfFile, pbfFiles = [] } = options;
  if (pbfFile === undefined && pbfFiles.length === 0)
    throw new TypeError('buildTiles() needs a map: pass pbfFile or pbfFiles.');
  const maps = await readableMaps([...(pbfFile === undefined ? [] : [pbfFile]), ...pbfFiles]);
  const target = resolve(options.tilesDirectory);
  await mkdir(dirname(target), { recursive: true });
  const workspace = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const fresh = await buildInWorkspace(workspace, maps, options);
    await putInPlace(fresh, target, join(workspace, 'old'));
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

export interface TileRun extends EnginePlace {
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((step: string) => void) | undefined;
  readonly drivingSide?: DrivingSide | undefined;
  readonly elevationDirectory?: string | undefined;
  readonly adminDatabase?: string | undefined;
  readonly timeZoneDatabase?: string | undefined;
}

/** Builds tiles in a new folder of the workspace and returns the folder. */
export async function buildInWorkspace(
  workspace: string,
  maps: readonly string[],
  run: TileRun,
): Promise<string> {
  const { signal, onProgress, drivingSide = 'right', engineFrom } = run;
  const fresh = join(workspace, 'tiles');
  await mkdir(fresh);
  // The builder runs in another working directory.
  const absolute = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
  const config = createBuildConfig({
    tilesDirectory: fresh,
    drivingSide,
    elevationDirectory: absolute(run.elevationDirectory),
    adminDatabase: absolute(run.adminDatabase),
    timeZoneDatabase: absolute(run.timeZoneDatabase),
  });
  const parameters = ['-i', JSON.stringify(config), '-j', String(run.threads ?? 2), ...maps];
  const program = 'valhalla_build_tiles';
  await runBuilder({ program, parameters, workspace, signal, onProgress, engineFrom });
  if (!(await hasTiles(fresh))) throw engineUnavailable('map-unreadable', noRoads);
  await writeTileList(fresh, await readdir(fresh, { recursive: true }));
  signal?.throwIfAborted();
  return fresh;
}

/** The absolute paths of map files. Throws if one is missing. */
export async function readableMaps(files: readonly string[]): Promise<string[]> {
  const maps = files.map((file) => resolve(file));
  for (const map of maps) {
    const found = await stat(map).catch(() => undefined);
    if (!found?.isFile()) throw engineUnavailable('map-missing', `There is no map file ${map}.`);
  }
  return maps;
}

async function putInPlace(fresh: string, target: string, old: string): Promise<void> {
  const replaced = await rename(target, old).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
  try {
    await rename(fresh, target);
  } catch (error) {
    if (replaced) await rename(old, target);
    throw error;
  }
}
