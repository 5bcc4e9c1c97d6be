import type { CreditsOf, IsochronesQuery, RoutingOperations } from '../../driver.ts';
import { planRings, type Rings } from './rings.ts';

type CreditTable = {
  readonly [Name in keyof RoutingOperations]?: (query: RoutingOperations[Name]['input']) => number;
};

/** A request for the state of a job. */
export const pollCredits = 0.3;

// Source: GraphHopper documentation, "Credit Costs per Request".
const table: CreditTable = {
  directions: ({ waypoints: { length }, alternatives, roundTrip, optimizeOrder }) =>
    Math.max(1, length / 10) * (optimizeOrder ? 10 : 1) * (roundTrip ? 2 : 1) + (alternatives > 0 ? 1 : 0),
  isochrones(query) {
    const costs = planRings(query).map((rings) => ringsCredits({ ...query, rings }));
    return query.locations.length * costs.reduce((total, cost) => total + cost, 0);
  },
  matrix: ({ origins: { length: rows }, destinations: { length: columns } }) =>
    Math.max(1, Math.min((rows * columns) / 2, 10 * Math.max(rows, columns))),
  match: ({ trace }) => Math.max(1, trace.length / 50),
  geocode: () => 0.3,
  reverseGeocode: () => 0.3,
  optimize: ({ vehicles, jobs, shipments }) =>
    Math.max(10, Math.min(vehicles.length, 10) * (jobs.length + 2 * shipments.length)) + pollCredits,
};

/** The cost of one request for isochrones. That of metres is not published: the least one is counted. */
export function ringsCredits({ rangeType, rings }: IsochronesQuery & { readonly rings: Rings }): number {
  return Math.max(10, rangeType === 'time' ? (2 * rings.limit) / 60 : 0);
}

/** The cost of a query at the hosted service. */
export const creditsOf: CreditsOf = (name, query) => {
  const cost: ((query: never) => number) | undefined = table[name];
  return cost?.(query as never) ?? 1;
};
