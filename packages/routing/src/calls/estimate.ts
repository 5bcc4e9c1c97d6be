import type { RoutingOperations } from '../driver/routing-driver.ts';
import type { RequestEstimate } from '../estimates.ts';
import type { RequestRate } from '../model/engine/capabilities.ts';
import type { OptimizeQuery } from '../model/reach/optimize.ts';
import type { Parts, Slice } from '../split/plans.ts';
import { planLine } from './attributes.ts';
import {
  placesOfSlices,
  placesOfTiles,
  planDirections,
  planElevation,
  planIsochrones,
  planMatrix,
  planSnap,
} from './plans.ts';
import type { ClientContext } from './sender.ts';
import { readAttributesQuery, readRoundTripQuery, readSingle } from './single-request.ts';
import { withoutMethod } from './support.ts';

type OperationName = keyof RoutingOperations;

/** The operations that can be estimated. */
export type EstimatedName = OperationName | 'roundTrip';

/** The requests of a call, before any is sent. */
interface Planned {
  readonly requests: number;
  readonly places: number;
  /** The query of each request. */
  readonly queries: Iterable<object>;
}

/** The requests, time and cost of a call. Nothing is sent, and the driver's operations are not loaded. */
export function estimate(
  { engine, creditsOf }: ClientContext,
  name: EstimatedName,
  request: never,
): RequestEstimate {
  if (engine.capabilities[name] !== true) throw withoutMethod(engine, name);
  const { requests, places, queries } = planOf(engine, name, request);
  const operation = name === 'roundTrip' ? 'directions' : name;
  const rate = engine.capabilities.rates?.[operation];
  if (creditsOf === undefined) return { requests, places, leastMs: leastTime(rate, requests) };
  let credits = 0;
  let ofMinutes = 0;
  for (const query of queries) {
    const cost = creditsOf(operation, query as never);
    credits += cost;
    // A request that costs more than a minute has is sent with all of it.
    ofMinutes += Math.min(cost, rate?.perMinute ?? cost);
  }
  return { requests, places, leastMs: leastTime(rate, ofMinutes, credits), credits };
}

/** With `n` requests or credits in a window, what is beyond them waits for the next window. */
function leastTime(rate: RequestRate | undefined, ofMinutes: number, ofDays = ofMinutes): number {
  const waits = (count: number, limit = Infinity) => Math.max(0, Math.ceil(count / limit) - 1);
  return Math.max(waits(ofMinutes, rate?.perMinute) * 60_000, waits(ofDays, rate?.perDay) * 86_400_000);
}

function planOf(engine: ClientContext['engine'], name: EstimatedName, request: never): Planned {
  if (name === 'matrix') return planTiles(engine, request);
  if (name === 'directions') {
    const { query, parts } = planDirections(engine, request);
    return planList(parts, placesOfSlices(parts), ({ from, to }) => ({
      ...query,
      waypoints: query.waypoints.slice(from, to),
    }));
  }
  if (name === 'isochrones') {
    const { query, parts } = planIsochrones(engine, request);
    const places = placesOfSlices(parts.map(({ locations }) => locations));
    return planList(parts, places, ({ locations, ranges }) => ({
      ...query,
      locations: query.locations.slice(locations.from, locations.to),
      ranges: query.ranges.slice(ranges.from, ranges.to),
    }));
  }
  if (name === 'snap' || name === 'elevation') {
    const plan = name === 'snap' ? planSnap : planElevation;
    const { query, parts } = plan(engine, request);
    return planList(parts, query.positions.length, ({ from, to }) => ({
      ...query,
      positions: query.positions.slice(from, to),
    }));
  }
  if (name === 'attributes') return planAttributes(engine, request);
  const query =
    name === 'roundTrip' ? readRoundTripQuery(engine, request) : readSingle(engine, name, request);
  return { requests: 1, places: placesIn(query), queries: [query] };
}

function planAttributes(engine: ClientContext['engine'], request: never): Planned {
  const query = readAttributesQuery(engine, request);
  const parts = planLine(query.line, engine.capabilities.caps);
  const lineOf = ({ from, to }: Slice) => ({ ...query, line: query.line.slice(from, to) });
  return planList(parts, placesOfSlices(parts), lineOf);
}

function planTiles(engine: ClientContext['engine'], request: never): Planned {
  const { query, parts } = planMatrix(engine, request);
  return planList(parts, placesOfTiles(query, parts), ({ rows, columns }) => ({
    ...query,
    origins: query.origins.slice(rows.from, rows.to),
    destinations: query.destinations.slice(columns.from, columns.to),
  }));
}

function planList<Part>(parts: Parts<Part>, places: number, queryOf: (part: Part) => object): Planned {
  const queries = {
    *[Symbol.iterator]() {
      for (const part of parts) yield queryOf(part);
    },
  };
  return { requests: parts.length, places, queries };
}

/** The places of a request that is never split. */
function placesIn(query: object): number {
  const { waypoints, trace, line, position } = query as Readonly<Record<string, readonly unknown[]>>;
  const list = waypoints ?? trace ?? line ?? (position && [position]);
  if (list !== undefined) return list.length;
  const { jobs = [], shipments = [], vehicles = [] } = query as Partial<OptimizeQuery>;
  const ends = vehicles.flatMap(({ start, end }) => [start, end]).filter((place) => place !== undefined);
  return jobs.length + 2 * shipments.length + ends.length;
}
