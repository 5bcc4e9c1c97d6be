import { type Constraint, perMinute, perSecond } from '@org/core';
import type { RequestCaps, RoutingCapabilities } from '../../../driver.ts';

/** Plans of the hosted service. @public */
export type GraphHopperPlan = 'free' | 'basic' | 'standard' | 'premium';

interface PlanLimits {
  readonly creditsPerDay: number;
  /** Not published for the free plan. */
  readonly creditsPerMinute?: number;
  readonly optimizationsPerSecond?: number;
  readonly vehicles: number;
  /** Locations of one request. */
  readonly locations: number;
}

// Source: GraphHopper documentation, "Plans and Rate Limits".
const plans: Readonly<Record<GraphHopperPlan, PlanLimits>> = {
  free: { creditsPerDay: 500, vehicles: 1, locations: 5 },
  basic: {
    creditsPerDay: 5000,
    creditsPerMinute: 100,
    optimizationsPerSecond: 1,
    vehicles: 2,
    locations: 30,
  },
  standard: {
    creditsPerDay: 15_000,
    creditsPerMinute: 400,
    optimizationsPerSecond: 2,
    vehicles: 10,
    locations: 80,
  },
  premium: {
    creditsPerDay: 50_000,
    creditsPerMinute: 1000,
    optimizationsPerSecond: 10,
    vehicles: 20,
    locations: 200,
  },
};

export const planNames = Object.keys(plans) as readonly GraphHopperPlan[];

// This package's default for services that publish no limit.
const unpublishedPerMinute = 100;

/** Credits a minute, of all requests together. */
export function creditsPerMinute(plan: GraphHopperPlan): number {
  return plans[plan].creditsPerMinute ?? unpublishedPerMinute;
}

/** The limit counts credits: each operation states its cost. */
export function planLimits(plan: GraphHopperPlan): {
  readonly limits: readonly Constraint[];
  readonly limitGroups: Readonly<Record<'optimize', readonly Constraint[]>>;
} {
  const { optimizationsPerSecond = 1 } = plans[plan];
  return {
    limits: [perMinute(creditsPerMinute(plan))],
    limitGroups: { optimize: [perSecond(optimizationsPerSecond)] },
  };
}

/** In credits: they are of all operations together. */
export function hostedRates(plan: GraphHopperPlan): NonNullable<RoutingCapabilities['rates']> {
  const rate = { perMinute: creditsPerMinute(plan), perDay: plans[plan].creditsPerDay };
  return {
    directions: rate,
    isochrones: rate,
    matrix: rate,
    match: rate,
    optimize: rate,
    geocode: rate,
    reverseGeocode: rate,
  };
}

export function planCaps(plan: GraphHopperPlan): RequestCaps {
  const { locations, vehicles } = plans[plan];
  return {
    ...serverCaps,
    waypoints: locations,
    matrixPlaces: locations,
    matrixCells: locations ** 2,
    optimizeStops: locations,
    optimizeVehicles: vehicles,
  };
}

/**
 * The engine has no limit of waypoints: this one keeps a request below a hundred kilobytes.
 *
 * Source: graphhopper/graphhopper IsochroneResource, `buckets`.
 */
export const serverCaps: RequestCaps = {
  waypoints: 1000,
  alternatives: 4,
  isochroneLocations: 1,
  isochroneRanges: 20,
  matrixCells: 0,
  snapPositions: 0,
};
