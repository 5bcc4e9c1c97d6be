import { directionsCall, lightDriver, matrixCall, routingPart } from '../../light/kit.ts';
import type { LightDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import { directionsOf, matrixOf } from './operations.ts';
import { createMapbox, type MapboxCapabilities, type MapboxOptions } from './service/create-mapbox.ts';

export {
  createRoutingClient,
  type LightCapabilities,
  type LightDriver,
  type LightRoutingClient,
  type LightRoutingClientOptions,
  type RoutingPart,
} from '../../light/names.ts';
export type { MapboxCapabilities, MapboxOptions } from './service/create-mapbox.ts';

const entry = 'mapbox';
const light = {
  entry,
  partNames: ['matrix'],
  base: [/* @__PURE__ */ routingPart(entry, directionsCall, { directions: directionsOf })],
  readers: { classify },
} as const;

/**
 * `mapbox()` of the full entry, for `createRoutingClient` of this one. @public
 *
 * @example
 * const routing = createRoutingClient({ driver: mapbox() }); // MAPBOX_ACCESS_TOKEN
 */
export function mapbox(options: MapboxOptions = {}): LightDriver<MapboxCapabilities, 'mapbox'> {
  return lightDriver(light, (open) => createMapbox(options, open));
}

/** Matrices: `createRoutingClient({ driver, use: matrix })`. @public */
export const matrix = /* @__PURE__ */ routingPart(entry, matrixCall, { matrix: matrixOf });
