import { directionsCall, isochronesCall, lightDriver, matrixCall, routingPart } from '../../light/kit.ts';
import type { LightDriver } from '../../light/names.ts';
import type { GoogleCapabilities } from './capabilities.ts';
import { createGoogle, type GoogleOptions } from './create-driver.ts';
import { classify } from './errors.ts';
import { directionsOf, isochronesOf, matrixOf } from './operations.ts';

export {
  createRoutingClient,
  type LightCapabilities,
  type LightDriver,
  type LightRoutingClient,
  type LightRoutingClientOptions,
  type RoutingPart,
} from '../../light/names.ts';
export type { GoogleCapabilities } from './capabilities.ts';
export type { GoogleOptions, GoogleQuotas } from './create-driver.ts';

const entry = 'google';
const light = {
  entry,
  partNames: ['isochrones', 'matrix'],
  base: [/* @__PURE__ */ routingPart(entry, directionsCall, { directions: directionsOf })],
  readers: { classify },
} as const;

/**
 * `google()` of the full entry, for `createRoutingClient` of this one. @public
 *
 * @example
 * const routing = createRoutingClient({ driver: google() }); // GOOGLE_MAPS_API_KEY
 */
export function google(options: GoogleOptions = {}): LightDriver<GoogleCapabilities, 'google'> {
  return lightDriver(light, (open) => createGoogle(options, open));
}

/** Isochrones: `createRoutingClient({ driver, use: isochrones })`. @public */
export const isochrones = /* @__PURE__ */ routingPart(entry, isochronesCall, { isochrones: isochronesOf });

/** Matrices: `createRoutingClient({ driver, use: matrix })`. @public */
export const matrix = /* @__PURE__ */ routingPart(entry, matrixCall, { matrix: matrixOf });
