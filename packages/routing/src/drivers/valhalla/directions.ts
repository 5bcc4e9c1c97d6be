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
import type { ValhallaHostCapabilities, ValhallaPaths } from './capabilities.ts';
import { classify } from './errors.ts';
import {
  createValhalla,
  type ValhallaCapabilities,
  type ValhallaHostOptions,
  type ValhallaOptions,
} from './service/create-driver.ts';
import { attributesOf, directionsOf, isochronesOf, matrixOf, snapOf } from './service/light-operations.ts';

export {
  createRoutingClient,
  type LightCapabilities,
  type LightDriver,
  type LightRoutingClient,
  type LightRoutingClientOptions,
  type RoutingPart,
} from '../../light/names.ts';
export type { ValhallaHostCapabilities, ValhallaPaths } from './capabilities.ts';
export type { ValhallaCapabilities, ValhallaHostOptions, ValhallaOptions } from './service/create-driver.ts';

const entry = 'valhalla';
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
 * `valhalla()` of the full entry, for `createRoutingClient` of this one. @public
 *
 * @example
 * const routing = createRoutingClient({ driver: valhalla({ baseUrl: 'http://localhost:8002' }) });
 */
export function valhalla<const Paths extends ValhallaPaths>(
  options: ValhallaHostOptions<Paths>,
): LightDriver<ValhallaHostCapabilities<Paths>, 'valhalla'>;
export function valhalla(options?: ValhallaOptions): LightDriver<ValhallaCapabilities, 'valhalla'>;
export function valhalla(
  options: ValhallaOptions & Partial<ValhallaHostOptions> = {},
): LightDriver<ValhallaCapabilities, 'valhalla'> {
  return lightDriver(light, (open) => createValhalla(options, open));
}

/** Isochrones: `createRoutingClient({ driver, use: isochrones })`. @public */
export const isochrones = /* @__PURE__ */ routingPart(entry, isochronesCall, { isochrones: isochronesOf });

/** Matrices: `createRoutingClient({ driver, use: matrix })`. @public */
export const matrix = /* @__PURE__ */ routingPart(entry, matrixCall, { matrix: matrixOf });

/** Snapping: `createRoutingClient({ driver, use: snap })`. @public */
export const snap = /* @__PURE__ */ routingPart(entry, snapCall, { snap: snapOf });
