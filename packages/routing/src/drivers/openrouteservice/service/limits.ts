import { type Constraint, perMinute } from '@org/core';
import type { RoutingMethods } from '../../../driver.ts';

/** Plans of the hosted service. @public */
export type OpenrouteservicePlan = 'standard' | 'collaborative';

// Requests in a day and in a minute: of the plan `standard`, then of `collaborative`.
// Source: openrouteservice.org/plans.
const rates = {
  directions: [2000, 40, 10_000, 60],
  isochrones: [500, 20, 2500, 40],
  matrix: [500, 40, 2500, 60],
  snap: [2000, 100, 10_000, 150],
  exportGraph: [100, 5, 500, 10],
  // Of lines. The limit for single places is higher.
  elevation: [200, 40, 1000, 60],
  geocode: [1000, 100, 5000, 150],
  reverseGeocode: [1000, 100, 5000, 150],
  optimize: [500, 40, 2500, 60],
  pois: [500, 60, 2500, 90],
} as const satisfies Partial<Record<keyof RoutingMethods, readonly [number, number, number, number]>>;

/** The published rates of a plan. The service counts each endpoint separately. */
export function planRates(plan: OpenrouteservicePlan): Readonly<Record<string, PlanRate>> {
  const rows = Object.entries(rates).map(([name, [perDay, most, perDayMore, mostMore]]) => {
    const rate =
      plan === 'standard' ? { perDay, perMinute: most } : { perDay: perDayMore, perMinute: mostMore };
    return [name, rate] as const;
  });
  return Object.fromEntries(rows);
}

interface PlanRate {
  readonly perDay: number;
  readonly perMinute: number;
}

/** The minute limits, as limit groups. The quota of the day is reported, never waited for. */
export function planLimits(plan: OpenrouteservicePlan): Readonly<Record<string, readonly Constraint[]>> {
  const rows = Object.entries(planRates(plan));
  return Object.fromEntries(rows.map(([name, rate]) => [name, [perMinute(rate.perMinute)]] as const));
}
