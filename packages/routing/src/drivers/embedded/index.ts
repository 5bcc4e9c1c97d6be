import { ConfigurationError, type Constraint, concurrency, settingFromEnv } from '@org/core';
import { taskDriver } from '@org/core/driver';
import type { RoutingDriver } from '../../driver.ts';
import type { RequestCaps } from '../../model/capabilities.ts';
import {
  type ValhallaEngineCapabilities,
  valhallaCaps,
  valhallaMethods,
  valhallaOptions,
  valhallaSplit,
} from '../valhalla/capabilities.ts';
import { profiles } from '../valhalla/costing.ts';
import { type Engine, loadEngine } from './engine.ts';
import { type EngineLimits, elevationsPerTracePoint, resolveEngineLimits } from './engine-config.ts';
import { createOperations } from './operations.ts';

export type { ValhallaEngineCapabilities, ValhallaOptionSupport } from '../valhalla/capabilities.ts';
export type { ValhallaAvoidFeature, ValhallaProfile } from '../valhalla/costing.ts';
export type { Engine, LoadEngineOptions } from './engine.ts';
export { loadEngine } from './engine.ts';
export type { DrivingSide, EngineAction, EngineLimits } from './engine-config.ts';
export { EngineError } from './engine-errors.ts';
export type { BuildTilesOptions, PlatformSupport } from './tiles.ts';
export { buildTiles, hasTiles, platformSupport } from './tiles.ts';

// The default size of the platform's thread pool.
const threadPoolSize = 4;

/** The options of `embedded()`. @public */
export interface EmbeddedOptions {
  /** The folder with the tiles of `buildTiles()`. @defaultValue the environment's `TILES_DIRECTORY` */
  readonly tilesDirectory?: string | undefined;
  /** The folder with SRTM tiles that `buildTiles()` used. */
  readonly elevationDirectory?: string | undefined;
  /** The largest request that the engine accepts. */
  readonly engineLimits?: EngineLimits | undefined;
  /** The limits of the engine. @defaultValue four concurrent requests */
  readonly limits?: readonly Constraint[] | undefined;
}

/** The capabilities of the embedded engine, as a type. @public */
export interface EmbeddedCapabilities extends ValhallaEngineCapabilities {
  readonly rawRequests: false;
}

/** The driver that `embedded()` creates. @public */
export type EmbeddedDriver = RoutingDriver<EmbeddedCapabilities>;

/**
 * The driver of Valhalla inside this process: no server, no key, no network. It needs the optional package
 * `@valhallajs/valhallajs` (Linux with glibc or macOS on Apple silicon), and tiles that `buildTiles()` builds
 * from an OpenStreetMap extract. The first call loads the engine.
 *
 * The engine cannot be interrupted: an aborted call rejects at once, and its computation continues in the
 * background. The memory of the engine is freed only when the process ends, not by `close()`.
 *
 * @example
 * await buildTiles({ pbfFile: 'andorra.osm.pbf', tilesDirectory: 'tiles' });
 * const routing = createRoutingClient({ driver: embedded({ tilesDirectory: 'tiles' }) });
 * @throws ConfigurationError without a `tilesDirectory`
 * @public
 */
export function embedded(options: EmbeddedOptions = {}): EmbeddedDriver {
  const tilesDirectory = options.tilesDirectory ?? settingFromEnv('TILES_DIRECTORY');
  if (typeof tilesDirectory !== 'string' || tilesDirectory === '') {
    throw new ConfigurationError({
      message:
        'embedded() needs a folder with the tiles of buildTiles(): set TILES_DIRECTORY, ' +
        "or pass it as in embedded({ tilesDirectory: 'tiles' }).",
    });
  }
  return taskDriver({
    name: 'embedded',
    capabilities: capabilitiesOf(options),
    limits: options.limits ?? [concurrency(threadPoolSize)],
    open: () => ({ operations: createOperations(engineOnFirstCall({ ...options, tilesDirectory })) }),
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

function engineOnFirstCall({
  tilesDirectory,
  elevationDirectory,
  engineLimits,
}: EmbeddedOptions & { readonly tilesDirectory: string }): () => Promise<Engine> {
  let engine: Promise<Engine> | undefined;
  return () => {
    engine ??= loadEngine({
      tilesDirectory,
      ...(elevationDirectory === undefined ? {} : { elevationDirectory }),
      ...(engineLimits === undefined ? {} : { limits: engineLimits }),
    }).catch((error: unknown) => {
      // The tiles may be built later: the next call tries again.
      engine = undefined;
      throw error;
    });
    return engine;
  };
}
