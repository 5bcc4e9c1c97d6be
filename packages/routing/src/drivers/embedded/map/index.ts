import type { BuildMapOptions, BuiltMap } from './build-map.ts';

export type { BuildMapOptions, BuiltMap } from './build-map.ts';
export type { MapRecipe } from './map-key.ts';
export type { MapProgress, MapStage } from './progress.ts';

/**
 * Builds a map from OpenStreetMap extracts, in a child process. A build of the same content (extracts,
 * engine, options) is found and not repeated. A new build replaces the current one in one step: clients that
 * are open keep the old tiles, clients that open afterwards get the new ones. A build that fails or is
 * aborted changes nothing. Processes that build in the same folder wait for each other.
 *
 * @example
 * const { tilesDirectory } = await buildMap({ extracts: ['andorra.osm.pbf'], directory: 'maps/andorra' });
 * @throws ConfigurationError with `providerCode` `map-missing`, `map-unreadable` (broken, empty, not PBF, no
 * roads), `map-without-borders`, `engine-package-missing` or `engine-platform-unsupported`; OrgError with
 * `tile-build-failed` (disk full, killed); `signal.reason` on abort
 * @public
 */
export async function buildMap(options: BuildMapOptions): Promise<BuiltMap> {
  const builder = await import('./build-map.ts');
  return builder.buildMap(options);
}

/**
 * Removes all builds of a map but the current one, and what killed builds left. Call it when no client uses
 * an old build any more. Returns the names of the removed folders.
 *
 * @public
 */
export async function removeOldBuilds(options: {
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<string[]> {
  const remover = await import('./remove-old-builds.ts');
  return remover.removeOldBuilds(options);
}
