import {
  directionsCall,
  isochronesCall,
  lightDriver,
  matrixCall,
  routingPart,
  runComposite,
} from '../../light/kit.ts';
import type { LightDriver } from '../../light/names.ts';
import type { GraphHopperCapabilities, GraphHopperServerCapabilities } from './capabilities.ts';
import {
  createGraphHopper,
  type GraphHopperOptions,
  type GraphHopperServerOptions,
} from './create-driver.ts';
import { classify } from './errors.ts';
import { directionsOf, isochronesOf, matrixOf } from './operations.ts';
import { readRates } from './service/quota.ts';

export {
  createRoutingClient,
  type LightCapabilities,
  type LightDriver,
  type LightRoutingClient,
  type LightRoutingClientOptions,
  type RoutingPart,
} from '../../light/names.ts';
export type { GraphHopperCapabilities, GraphHopperServerCapabilities } from './capabilities.ts';
export type {
  GraphHopperCommonOptions,
  GraphHopperOptions,
  GraphHopperServerOptions,
} from './create-driver.ts';

const entry = 'graphhopper';
const light = {
  entry,
  partNames: ['isochrones', 'matrix'],
  base: [/* @__PURE__ */ routingPart(entry, directionsCall, { directions: directionsOf })],
  readers: { classify, readRates },
} as const;

/**
 * `graphhopper()` of the full entry, for `createRoutingClient` of this one. @public
 *
 * @example
 * const routing = createRoutingClient({ driver: graphhopper() }); // GRAPHHOPPER_API_KEY
 */
export function graphhopper(
  options?: GraphHopperOptions,
): LightDriver<GraphHopperCapabilities, 'graphhopper'>;
/** @public */
export function graphhopper(
  options: GraphHopperServerOptions,
): LightDriver<GraphHopperServerCapabilities, 'graphhopper'>;
export function graphhopper(
  options: GraphHopperOptions | GraphHopperServerOptions = {},
): LightDriver<GraphHopperCapabilities | GraphHopperServerCapabilities, 'graphhopper'> {
  return lightDriver(light, (open) => createGraphHopper(options, open));
}

/** Isochrones: `createRoutingClient({ driver, use: isochrones })`. @public */
export const isochrones = /* @__PURE__ */ routingPart(
  entry,
  isochronesCall,
  { isochrones: isochronesOf },
  runComposite,
);

/** Matrices of the hosted service: `createRoutingClient({ driver, use: matrix })`. @public */
export const matrix = /* @__PURE__ */ routingPart(entry, matrixCall, { matrix: matrixOf }, runComposite);
