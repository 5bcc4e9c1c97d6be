import type { RoutingMethods } from './capabilities.ts';

/** The methods of a client that its driver's capabilities decide. */
export const methodNames = [
  'directions',
  'isochrones',
  'matrix',
  'snap',
  'roundTrip',
  'nearest',
  'match',
  'attributes',
  'elevation',
  'optimize',
  'geocode',
  'reverseGeocode',
  'pois',
  'exportGraph',
  'expansion',
  'status',
] as const satisfies readonly (keyof RoutingMethods)[];

export type MethodName = (typeof methodNames)[number];
