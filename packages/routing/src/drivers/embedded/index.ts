import { ConfigurationError, type Constraint, concurrency, settingFromEnv } from '@org/core';
import { taskDriver } from '@org/core/driver';
import type { RoutingDriver } from '../../driver.ts';
import type { RoutingCapabilities } from '../../model/capabilities.ts';
import { type ValhallaOptionSupport, valhallaOptions, valhallaSplit } from '../valhalla/capabilities.ts';
import { profiles, type ValhallaProfile } from '../valhalla/costing.ts';
import { type Engine, loadEngine } from './engine.ts';
import type { EngineLimits } from './engine-config.ts';
import { defaultConcurrency, embeddedCaps } from './limits.ts';
import { createOperations } from './operations.ts';

export type { ValhallaOptionSupport } from '../valhalla/capabilities.ts';
export type { ValhallaAvoidFeature, ValhallaProfile } from '../valhalla/costing.ts';
export type { Engine, LoadEngineOptions } from './engine.ts';
export { loadEngine } from './engine.ts';
export type { DrivingSide, EngineAction, EngineLimits } from './engine-config.ts';
export { EngineError } from './engine-errors.ts';
export type { BuildTilesOptions, PlatformSupport } from './tiles.ts';
export { buildTiles, hasTiles, platformSupport } from './tiles.ts';

/** Where the tiles are, and how much the engine takes. @public */
export interface EmbeddedOptions {
  /** Folder that `buildTiles()` filled. @defaultValue the environment's `TILES_DIRECTORY` */
  readonly tilesDirectory?: string | undefined;
  /** Folder with SRTM tiles, as it was given to `buildTiles()`. */
  readonly elevationDirectory?: string | undefined;
  /** How much the engine takes in one request. */
  readonly engineLimits?: EngineLimits | undefined;
  /** How often it may be asked. @defaultValue four requests at the same time */
  readonly limits?: readonly Constraint[] | undefined;
}

/** What the embedded engine can do, as a type. @public */
export interface EmbeddedCapabilities extends RoutingCapabilities {
  readonly profiles: readonly ValhallaProfile[];
  readonly options: ValhallaOptionSupport;
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: true;
  readonly rawRequests: false;
}

/** What `embedded()` makes. @public */
export type EmbeddedDriver = RoutingDriver<EmbeddedCapabilities>;

/**
 * Valhalla inside this process: no server, no key, no network. Needs the optional package
 * `@valhallajs/valhallajs` (Linux with glibc or macOS on Apple silicon) and tiles, which `buildTiles()` makes
 * of an OpenStreetMap extract. The engine is loaded on the first call.
 *
 * The engine cannot be interrupted: an aborted call rejects at once, and its work runs to its end in the
 * background. What the engine holds in memory stays until the process ends, also after `close()`.
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
        'embedded() needs a folder that buildTiles() filled: set TILES_DIRECTORY, ' +
        "or pass it as in embedded({ tilesDirectory: 'tiles' }).",
    });
  }
  return taskDriver({
    name: 'embedded',
    capabilities: capabilitiesOf(options),
    limits: options.limits ?? [concurrency(defaultConcurrency)],
    open: () => ({ operations: createOperations(engineOnFirstCall({ ...options, tilesDirectory })) }),
  });
}

function capabilitiesOf({ engineLimits }: EmbeddedOptions): EmbeddedCapabilities {
  return {
    directions: true,
    isochrones: true,
    matrix: true,
    snap: true,
    rawRequests: false,
    profiles,
    options: valhallaOptions,
    caps: embeddedCaps(engineLimits),
    split: valhallaSplit,
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
      // Tiles may be built later: the next call looks again.
      engine = undefined;
      throw error;
    });
    return engine;
  };
}
