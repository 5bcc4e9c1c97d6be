import {
  directionsCall,
  isochronesCall,
  lightDriver,
  matrixCall,
  routingPart,
  snapCall,
} from '../../light/kit.ts';
import type { LightDriver } from '../../light/names.ts';
import type { OpenrouteserviceCapabilities, OpenrouteserviceServerCapabilities } from './capabilities.ts';
import { directionsOf, isochronesOf, matrixOf, snapOf } from './engine-operations.ts';
import { classify } from './errors.ts';
import { readRates } from './quota.ts';
import {
  createOpenrouteservice,
  type OpenrouteserviceHostedOptions,
  type OpenrouteserviceOptions,
  type OpenrouteserviceServerOptions,
} from './service/create-driver.ts';

export {
  createRoutingClient,
  type LightCapabilities,
  type LightDriver,
  type LightRoutingClient,
  type LightRoutingClientOptions,
  type RoutingPart,
} from '../../light/names.ts';
export type { OpenrouteserviceCapabilities, OpenrouteserviceServerCapabilities } from './capabilities.ts';
export type {
  OpenrouteserviceHostedOptions,
  OpenrouteserviceOptions,
  OpenrouteserviceServerOptions,
} from './service/create-driver.ts';

const entry = 'openrouteservice';
const light = {
  entry,
  partNames: ['isochrones', 'matrix', 'snap'],
  base: [/* @__PURE__ */ routingPart(entry, directionsCall, { directions: directionsOf, snap: snapOf })],
  readers: { classify, readRates },
} as const;

/**
 * `openrouteservice()` of the full entry, for `createRoutingClient` of this one. @public
 *
 * @example
 * const routing = createRoutingClient({ driver: openrouteservice() }); // OPENROUTESERVICE_API_KEY
 */
export function openrouteservice(
  options?: OpenrouteserviceHostedOptions,
): LightDriver<OpenrouteserviceCapabilities, 'openrouteservice'>;
export function openrouteservice(
  options: OpenrouteserviceServerOptions,
): LightDriver<OpenrouteserviceServerCapabilities, 'openrouteservice'>;
export function openrouteservice(
  options: OpenrouteserviceOptions = {},
): LightDriver<OpenrouteserviceCapabilities | OpenrouteserviceServerCapabilities, 'openrouteservice'> {
  return lightDriver(light, (open) => createOpenrouteservice(options, open));
}

/** Isochrones: `createRoutingClient({ driver: openrouteservice(), use: isochrones })`. @public */
export const isochrones = /* @__PURE__ */ routingPart(entry, isochronesCall, { isochrones: isochronesOf });

/** Matrices: `createRoutingClient({ driver: openrouteservice(), use: matrix })`. @public */
export const matrix = /* @__PURE__ */ routingPart(entry, matrixCall, { matrix: matrixOf });

/** Snapping, which also finds the waypoint without a road: `use: snap`. @public */
export const snap = /* @__PURE__ */ routingPart(entry, snapCall, { snap: snapOf });
