import {
  attributesCall,
  directionsCall,
  isochronesCall,
  lightDriver,
  matrixCall,
  routingPart,
  snapCall,
} from '../../light/kit.ts';
import type { LightDriver } from '../../light/names.ts';
import {
  attributesOf,
  directionsOf,
  isochronesOf,
  matrixOf,
  snapOf,
} from '../valhalla/service/light-operations.ts';
import { createStadia, type StadiaCapabilities, type StadiaOptions } from './create-driver.ts';
import { classify } from './wire.ts';

export {
  createRoutingClient,
  type LightCapabilities,
  type LightDriver,
  type LightRoutingClient,
  type LightRoutingClientOptions,
  type RoutingPart,
} from '../../light/names.ts';
export type { StadiaCapabilities, StadiaOptions } from './create-driver.ts';

const entry = 'stadia';
const light = {
  entry,
  partNames: ['isochrones', 'matrix', 'snap'],
  base: [
    /* @__PURE__ */ routingPart(entry, directionsCall, { directions: directionsOf, snap: snapOf }),
    /* @__PURE__ */ routingPart(entry, attributesCall, { attributes: attributesOf }),
  ],
  readers: { classify },
} as const;

/**
 * `stadia()` of the full entry, for `createRoutingClient` of this one. @public
 *
 * @example
 * const routing = createRoutingClient({ driver: stadia() }); // STADIA_API_KEY
 */
export function stadia(options: StadiaOptions = {}): LightDriver<StadiaCapabilities, 'stadia'> {
  return lightDriver(light, (open) => createStadia(options, open));
}

/** Isochrones: `createRoutingClient({ driver, use: isochrones })`. @public */
export const isochrones = /* @__PURE__ */ routingPart(entry, isochronesCall, { isochrones: isochronesOf });

/** Matrices: `createRoutingClient({ driver, use: matrix })`. @public */
export const matrix = /* @__PURE__ */ routingPart(entry, matrixCall, { matrix: matrixOf });

/** Snapping: `createRoutingClient({ driver, use: snap })`. @public */
export const snap = /* @__PURE__ */ routingPart(entry, snapCall, { snap: snapOf });
