import type { RoutingDriver } from '../../driver.ts';
import { createMapbox, type MapboxCapabilities, type MapboxOptions } from './service/create-mapbox.ts';
import { openLater } from './service/open-later.ts';

export type { MapboxCapabilities, MapboxOptionSupport, MapboxOptions } from './service/create-mapbox.ts';

/** The driver that `mapbox()` creates. @public */
export type MapboxDriver = RoutingDriver<MapboxCapabilities>;

/**
 * The driver of Mapbox: Directions, Matrix, Map Matching and Optimization, whose wire is OSRM's. Its terms
 * ask you to show its results on a Mapbox map, and not to keep them.
 *
 * Source: docs.mapbox.com, "Navigation". @public
 *
 * @example
 * createRoutingClient({ driver: mapbox({ accessToken: fromEnv('MAPBOX_ACCESS_TOKEN') }) })
 * @throws ConfigurationError for an option that it does not know
 */
export function mapbox(options: MapboxOptions = {}): MapboxDriver {
  return createMapbox(options, openLater) as unknown as MapboxDriver;
}
