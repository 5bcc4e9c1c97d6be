import type { ServiceDefinition } from '@org/core';
import { readRateHeaders } from '@org/core/headers';
import {
  directionsCall,
  isochronesCall,
  lightDriver,
  matrixCall,
  routingPart,
  snapCall,
} from '../../light/kit.ts';
import type { LightDriver } from '../../light/names.ts';
import type { GenericCapabilities } from './capabilities.ts';
import { createGeneric, type GenericOptions } from './create-driver.ts';
import { classifyOf, directionsOf, isochronesOf, matrixOf, snapOf } from './operations.ts';
import type { GenericService } from './table.ts';

export {
  createRoutingClient,
  type LightCapabilities,
  type LightDriver,
  type LightRoutingClient,
  type LightRoutingClientOptions,
  type RoutingPart,
} from '../../light/names.ts';
export type { GenericCapabilities } from './capabilities.ts';
export type { GenericOptions } from './create-driver.ts';
export type {
  GenericDirections,
  GenericIsochrones,
  GenericMatrix,
  GenericService,
  GenericSnap,
} from './table.ts';

const entry = 'generic';
const readRates: ServiceDefinition['readRates'] = ({ headers }, clock) => readRateHeaders(headers, clock);
const light = {
  entry,
  partNames: ['isochrones', 'matrix', 'snap'],
  base: [/* @__PURE__ */ routingPart(entry, directionsCall, { directions: directionsOf, snap: snapOf })],
  readers: { readRates },
} as const;

/**
 * `generic()` of the full entry, for `createRoutingClient` of this one. @public
 *
 * @example
 * const acme = generic({
 *   name: 'acme',
 *   baseUrl: 'https://api.acme.example',
 *   profiles: { driving: 'car' },
 *   directions: {
 *     path: '/v1/directions',
 *     fields: { waypoints: 'coordinates', profile: 'profile' },
 *     routes: { items: 'routes', distance: 'distance', duration: 'duration', geometry: 'geometry' },
 *   },
 * });
 * @throws ConfigurationError for what is not a table
 */
export function generic<const Service extends GenericService>(
  service: Service,
  options: GenericOptions = {},
): LightDriver<GenericCapabilities<Service>, 'generic'> {
  return lightDriver(light, (open) =>
    createGeneric(service, options, (definition, table, capabilities) =>
      open({ ...definition, classify: classifyOf(table) }, table, capabilities),
    ),
  );
}

/** Isochrones: `createRoutingClient({ driver, use: isochrones })`. @public */
export const isochrones = /* @__PURE__ */ routingPart(entry, isochronesCall, { isochrones: isochronesOf });

/** Matrices: `createRoutingClient({ driver, use: matrix })`. @public */
export const matrix = /* @__PURE__ */ routingPart(entry, matrixCall, { matrix: matrixOf });

/** Snapping: `createRoutingClient({ driver, use: snap })`. @public */
export const snap = /* @__PURE__ */ routingPart(entry, snapCall, { snap: snapOf });
