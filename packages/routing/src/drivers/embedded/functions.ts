import { type OptionNames, optionKinds, requireArgument, requireOptions } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import type { Engine, LoadEngineOptions } from './engine/engine.ts';
import type { StartEngineOptions, StartedEngine } from './engine/start-engine.ts';
import type { BuildMapOptions, BuiltMap } from './map/build-map.ts';
import type { BuildTilesOptions } from './map/tile-builder.ts';

const buildMapNames: OptionNames<BuildMapOptions> = {
  directory: optionKinds.text,
  threads: 0,
  onProgress: 0,
  signal: 0,
  extracts: optionKinds.list,
  drivingSide: 0,
  adminDatabase: optionKinds.text,
  timeZoneDatabase: optionKinds.text,
  elevationDirectory: optionKinds.text,
};

const loadEngineNames: OptionNames<LoadEngineOptions> = {
  tilesDirectory: optionKinds.text,
  elevationDirectory: optionKinds.text,
  limits: optionKinds.object,
};

const startEngineNames: OptionNames<StartEngineOptions> = {
  ...loadEngineNames,
  threads: 0,
  engineFrom: 0,
};

const buildTilesNames: OptionNames<BuildTilesOptions> = {
  pbfFile: optionKinds.text,
  pbfFiles: optionKinds.list,
  tilesDirectory: optionKinds.text,
  elevationDirectory: optionKinds.text,
  drivingSide: 0,
  threads: 0,
  signal: 0,
  onProgress: 0,
  engineFrom: 0,
};

/** The code of the first call that needs the engine, or builds a map. */
export const loadNative = () => import('./native.ts');

/**
 * Loads the engine for a folder of tiles. All calls with the same folder and the same limits share one native
 * engine. Its memory is freed only when the process ends.
 *
 * Throws `ConfigurationError` with `providerCode` `engine-package-missing`, `engine-platform-unsupported`,
 * `engine-tiles-missing` or `engine-tiles-damaged`, and `ConfigurationError` for a limit that is not a
 * positive number.
 */
export async function loadEngine(options: LoadEngineOptions): Promise<Engine> {
  requireOptions(options, loadEngineNames, 'loadEngine()', meantOption);
  const native = await loadNative();
  return native.loadEngine(options);
}

/**
 * An engine in a separate process, which starts with the first call. All calls of this function with the
 * same tiles and options share one process. A process that ends during a call (out of memory, an error of the
 * engine) is an `EngineCrash` of the calls in flight; the next call starts another one, on the same tiles.
 *
 * @throws ConfigurationError with the `providerCode`s of `loadEngine()`, or `engine-not-started`
 */
export async function startEngine(options: StartEngineOptions): Promise<StartedEngine> {
  requireOptions(options, startEngineNames, 'startEngine()', meantOption);
  const native = await loadNative();
  return native.startEngine(options);
}

/**
 * Builds a map from OpenStreetMap extracts, in a child process. A build of the same content (extracts,
 * engine, options) is found and not repeated. A new build replaces the current one in one step: clients that
 * are open keep the old tiles, clients that open afterwards get the new ones. A build that fails or is
 * aborted changes nothing. Processes that build in the same folder wait for each other. @public
 *
 * @example
 * const { tilesDirectory } = await buildMap({ extracts: ['andorra.osm.pbf'], directory: 'maps/andorra' });
 * @throws ConfigurationError with `providerCode` `map-missing`, `map-unreadable` (broken, empty, not PBF, no
 * roads), `map-without-borders`, `engine-package-missing` or `engine-platform-unsupported`; OrgError with
 * `tile-build-failed` (disk full, killed); `signal.reason` on abort
 */
export async function buildMap(options: BuildMapOptions): Promise<BuiltMap> {
  requireOptions(options, buildMapNames, 'buildMap()', meantOption);
  requireArgument('directory', options.directory, optionKinds.text);
  requireArgument('extracts', options.extracts, optionKinds.list);
  const native = await loadNative();
  return native.buildMap(options);
}

/**
 * Removes all builds of a map but the current one, and what killed builds left. Call it when no client uses
 * an old build any more. Returns the names of the removed folders. @public
 */
export async function removeOldBuilds(options: {
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<string[]> {
  requireOptions(options, { directory: 0, signal: 0 }, 'removeOldBuilds()', meantOption);
  requireArgument('directory', options.directory, optionKinds.text);
  const native = await loadNative();
  return native.removeOldBuilds(options);
}

/**
 * Builds the engine's tiles from OpenStreetMap data, in a child process: 0.3 s for a small town, 2 s for
 * Heidelberg.
 *
 * Throws `ConfigurationError` with `providerCode` `map-missing` (no such file), `map-unreadable` (broken,
 * empty or not PBF), `engine-package-missing` or `engine-platform-unsupported`; `OrgError` with
 * `tile-build-failed` (disk full, killed); and `signal.reason` on abort.
 */
export async function buildTiles(options: BuildTilesOptions): Promise<void> {
  requireOptions(options, buildTilesNames, 'buildTiles()', meantOption);
  const native = await loadNative();
  return native.buildTiles(options);
}

/** Whether the folder holds at least one tile. A folder that does not exist holds none. */
export async function hasTiles(directory: string): Promise<boolean> {
  requireArgument('directory', directory, optionKinds.text);
  const native = await loadNative();
  return native.hasTiles(directory);
}
