import type {
  OptionSupport,
  RequestCaps,
  RoutingCapabilities,
  RoutingDriver,
  SplitRules,
  VehicleField,
} from '../../driver.ts';
import { type GraphHopperPlan, hostedRates, planCaps, serverCaps } from './service/limits.ts';
import {
  type GraphHopperAvoidFeature,
  type GraphHopperProfile,
  type GraphHopperServerProfile,
  hostedProfiles,
  ownProfiles,
} from './service/profiles.ts';

// Literals: the lists of the model come with the code that checks requests.
const sizes = [
  'heightMeters',
  'widthMeters',
  'lengthMeters',
  'weightTonnes',
  'axleLoadTonnes',
  'hazardous',
] as const satisfies readonly VehicleField[];

const features = [
  'tolls',
  'motorways',
  'ferries',
  'fords',
  'steps',
  'tunnels',
  'bridges',
  'unpaved',
] as const satisfies readonly GraphHopperAvoidFeature[];

const common = {
  avoidFeatures: features as readonly GraphHopperAvoidFeature[],
  avoidAreas: true,
  avoidCountries: true,
  vehicle: { driving: sizes, truck: sizes, bus: sizes, motorcycle: sizes, moped: sizes, other: [] },
  elevation: true,
  continueStraight: true,
  matrixAvoid: false,
  // Only routes take a custom model.
  isochroneAvoid: false,
  // The profiles of the service weigh time, distance and comfort: none is only the fastest.
  preferences: ['recommended', 'shortest'],
  bearings: true,
  sides: true,
  vias: true,
} as const satisfies OptionSupport<GraphHopperAvoidFeature>;

const hostedOptions = {
  ...common,
  optimizeOrder: true,
  attributes: ['surface', 'roadClass', 'toll', 'speedLimit', 'averageSpeed'],
  geocode: ['focus', 'boundingBox', 'language'],
} as const satisfies OptionSupport<GraphHopperAvoidFeature>;

const serverOptions = {
  ...common,
  attributes: ['surface', 'roadClass', 'toll', 'gradient', 'speedLimit', 'averageSpeed', 'wayId'],
} as const satisfies OptionSupport<GraphHopperAvoidFeature>;

/**
 * GraphHopper computes leg by leg, and each pair of a matrix for itself. Measured on engine 11.0: routes over
 * six waypoints equal those of two and more requests. Of a bearing its source says: it is enforced at the
 * start, and for arriving at the other waypoints (graphhopper/graphhopper ViaRouting.java).
 */
const split = {
  directions: 'chunks',
  matrix: 'tiles',
  wholeBearings: true,
} as const satisfies SplitRules;

const methods = {
  directions: true,
  isochrones: true,
  snap: false,
  rawRequests: true,
  roundTrip: true,
  match: true,
} as const;

/** The options that the hosted service honours, as a type. @public */
export type GraphHopperOptionSupport = typeof hostedOptions;

/** The options that a server of your own honours, as a type. @public */
export type GraphHopperServerOptionSupport = typeof serverOptions;

/** The capabilities of the hosted service, as a type. @public */
export interface GraphHopperCapabilities extends RoutingCapabilities {
  readonly profiles: readonly GraphHopperProfile[];
  readonly options: GraphHopperOptionSupport;
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: false;
  readonly rawRequests: true;
  readonly roundTrip: true;
  readonly match: true;
  readonly optimize: true;
  readonly geocode: true;
  readonly reverseGeocode: true;
}

/** The capabilities of a server of your own, as a type. @public */
export interface GraphHopperServerCapabilities extends RoutingCapabilities {
  readonly profiles: readonly GraphHopperServerProfile[];
  readonly options: GraphHopperServerOptionSupport;
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: false;
  readonly snap: false;
  readonly rawRequests: true;
  readonly roundTrip: true;
  readonly match: true;
  readonly nearest: true;
  readonly status: true;
}

/** The driver that `graphhopper()` creates for the hosted service. @public */
export type GraphHopperDriver = RoutingDriver<GraphHopperCapabilities>;

/** The driver that `graphhopper({ baseUrl })` creates for a server of your own. @public */
export type GraphHopperServerDriver = RoutingDriver<GraphHopperServerCapabilities>;

export function hostedCapabilities(
  plan: GraphHopperPlan,
  caps: Partial<RequestCaps> | undefined,
): GraphHopperCapabilities {
  return {
    ...methods,
    matrix: true,
    optimize: true,
    geocode: true,
    reverseGeocode: true,
    profiles: hostedProfiles,
    options: hostedOptions,
    caps: { ...planCaps(plan), ...caps },
    split,
    rates: hostedRates(plan),
  };
}

export function serverCapabilities(caps: Partial<RequestCaps> | undefined): GraphHopperServerCapabilities {
  return {
    ...methods,
    matrix: false,
    nearest: true,
    status: true,
    profiles: ownProfiles,
    options: serverOptions,
    caps: { ...serverCaps, ...caps },
    split,
  };
}
