import { ConfigurationError, type Constraint, maxConcurrency, settingFromEnv } from '@org/core';
import { type OptionNames, optionKinds, refuseUnknown, wordOption } from '@org/core/basics';
import { meantOption, taskDriver, wholeNumberOption } from '@org/core/driver';
import type { RequestCaps, RoutingDriver } from '../../driver.ts';
import {
  type ValhallaEngineCapabilities,
  valhallaCaps,
  valhallaMethods,
  valhallaOptions,
  valhallaSplit,
} from '../valhalla/capabilities.ts';
import { profiles } from '../valhalla/costing.ts';
import { type EngineLimits, elevationsPerTracePoint, resolveEngineLimits } from './engine/engine-config.ts';
import { matrixGroup, openOperations } from './operations.ts';

const embeddedNames: OptionNames<EmbeddedOptions> = {
  tilesDirectory: optionKinds.text,
  elevationDirectory: optionKinds.text,
  engineLimits: optionKinds.object,
  isolation: 0,
  threads: 0,
  matrixThreads: 0,
  limits: optionKinds.list,
};

export type { ValhallaEngineCapabilities, ValhallaOptionSupport } from '../valhalla/capabilities.ts';
export type { ValhallaAvoidFeature, ValhallaProfile } from '../valhalla/costing.ts';
export type { Engine } from './engine/engine.ts';
export type { EngineAction, EngineLimits } from './engine/engine-config.ts';
export { EngineCrash } from './engine/engine-crash.ts';
export { EngineError } from './engine/engine-error.ts';
export { type EnginePlace, type PlatformSupport, platformSupport } from './engine/engine-package.ts';
export type { StartedEngine } from './engine/start-engine.ts';
export { buildMap, buildTiles, hasTiles, loadEngine, removeOldBuilds, startEngine } from './functions.ts';
export type { BuildMapOptions, BuiltMap } from './map/build-map.ts';
export type { MapRecipe } from './map/map-key.ts';
export type { MapProgress } from './map/progress.ts';
export type { BuildTilesOptions } from './map/tile-builder.ts';

/** The options of `embedded()`. @public */
export interface EmbeddedOptions {
  /**
   * The folder with the tiles: the `tilesDirectory` that `buildMap()` returns, or that of `buildTiles()`.
   * @defaultValue the environment's `TILES_DIRECTORY`
   */
  readonly tilesDirectory?: string | undefined;
  /** The folder with SRTM tiles that the map was built with. */
  readonly elevationDirectory?: string | undefined;
  /** The largest request that the engine accepts. */
  readonly engineLimits?: EngineLimits | undefined;
  /**
   * Where the engine runs. `process`: in a separate process, which may crash alone, and whose memory
   * `close()` frees. `none`: in this process, where no process can be started; a crash ends this process.
   * @defaultValue 'process'
   */
  readonly isolation?: 'process' | 'none' | undefined;
  /**
   * Requests that the engine computes at the same time. In this process (`isolation: 'none'`) the platform
   * decides, by `UV_THREADPOOL_SIZE`.
   * @defaultValue 2
   */
  readonly threads?: number | undefined;
  /**
   * Matrices among them. A matrix of 50 × 50 places needs 100 MB while the engine computes it.
   * @defaultValue 1
   */
  readonly matrixThreads?: number | undefined;
  /** The limits of the engine. @defaultValue `threads` concurrent requests */
  readonly limits?: readonly Constraint[] | undefined;
}

/** The capabilities of the embedded engine, as a type. @public */
export interface EmbeddedCapabilities extends ValhallaEngineCapabilities {
  readonly rawRequests: false;
}

/** The driver that `embedded()` creates. @public */
export type EmbeddedDriver = RoutingDriver<EmbeddedCapabilities>;

/**
 * The driver of Valhalla on this machine: no server, no key, no network. It needs the optional package
 * `@valhallajs/valhallajs` (Linux with glibc or macOS on Apple silicon), and tiles that `buildMap()` builds
 * from an OpenStreetMap extract. The first call starts the engine, in a separate process; all clients with
 * the same tiles and options share it. `close()` of the last one ends it.
 *
 * An aborted call rejects at once. The engine cannot be interrupted: if the computation lasts, the engine's
 * process is replaced. @public
 *
 * @example
 * const { tilesDirectory } = await buildMap({ extracts: ['andorra.osm.pbf'], directory: 'maps/andorra' });
 * const routing = createRoutingClient({ driver: embedded({ tilesDirectory }) });
 * @throws ConfigurationError without a `tilesDirectory`
 */
export function embedded(options: EmbeddedOptions = {}): EmbeddedDriver {
  refuseUnknown(options, embeddedNames, 'embedded()', meantOption);
  const tilesDirectory = options.tilesDirectory ?? settingFromEnv('TILES_DIRECTORY');
  if (typeof tilesDirectory !== 'string' || tilesDirectory === '') {
    throw new ConfigurationError({
      message:
        'embedded() needs a folder with the tiles of buildMap(): set TILES_DIRECTORY, ' +
        "or pass it as in embedded({ tilesDirectory: 'tiles' }).",
    });
  }
  const { elevationDirectory, engineLimits: limits } = options;
  const isolation = wordOption('embedded(): isolation', options.isolation, ['process', 'none'], 'process');
  const threads = wholeNumberOption('threads', options.threads, 2, 1);
  const matrixThreads = wholeNumberOption('matrixThreads', options.matrixThreads, 1, 1);
  return taskDriver({
    name: 'embedded',
    capabilities: capabilitiesOf(options),
    limits: options.limits ?? [maxConcurrency(threads)],
    limitGroups: { [matrixGroup]: [maxConcurrency(matrixThreads)] },
    open: () => openOperations({ tilesDirectory, elevationDirectory, limits, isolation, threads }),
  });
}

function capabilitiesOf({ engineLimits }: EmbeddedOptions): EmbeddedCapabilities {
  return {
    ...valhallaMethods,
    rawRequests: false,
    profiles,
    options: valhallaOptions,
    caps: capsOf(engineLimits),
    split: valhallaSplit,
  };
}

function capsOf(engineLimits: EngineLimits | undefined): RequestCaps {
  const limits = resolveEngineLimits(engineLimits);
  return {
    waypoints: limits.maxWaypoints,
    alternatives: limits.maxAlternatives,
    isochroneLocations: 1,
    isochroneRanges: limits.maxIsochroneContours,
    matrixCells: limits.maxMatrixCells,
    snapPositions: valhallaCaps.snapPositions,
    elevationPositions: limits.maxTracePoints * elevationsPerTracePoint,
    attributesPositions: limits.maxTracePoints,
    attributesMeters: valhallaCaps.attributesMeters,
  };
}
