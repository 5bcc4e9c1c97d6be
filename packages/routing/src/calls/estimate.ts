import type { RequestEstimate } from '../estimates.ts';
import type { RequestRate } from '../model/engine/request-caps.ts';
import type { OptimizeQuery } from '../model/reach/optimize.ts';
import type { AttributesQuery } from '../model/routes/match.ts';
import type { Parts, Slice } from '../split/plans.ts';
import { planLine } from './attributes.ts';
import type { Call } from './call.ts';
import { type Plan, placesOfSlices } from './plans.ts';
import type { ClientContext } from './sender.ts';
import { type Engine, withoutMethod } from './support.ts';

/** The requests of a call, before any is sent. */
interface Planned {
  readonly requests: number;
  readonly places: number;
  /** The query of each request. */
  readonly queries: Iterable<object>;
}

/** The requests, time and cost of a call. Nothing is sent, and the driver's operations are not loaded. */
export function estimate({ engine, creditsOf }: ClientContext, call: Call, request: never): RequestEstimate {
  const { name } = call;
  if (engine.capabilities[name] !== true) throw withoutMethod(engine, name);
  const { requests, places, queries } = planOf(engine, call, request);
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

function planOf(engine: Engine, { name, plan }: Call, request: never): Planned {
  const query = plan(engine, request) as object;
  if ('queryOf' in query) return planned(query as PlannedParts<unknown>);
  if (name !== 'attributes') return { requests: 1, places: placesIn(query), queries: [query] };
  const { line } = query as AttributesQuery;
  const parts = planLine(line, engine.capabilities.caps);
  const queryOf = ({ from, to }: Slice) => ({ ...query, line: line.slice(from, to) });
  return planned({ parts, places: placesOfSlices(parts), queryOf });
}

type PlannedParts<Part> = Pick<Plan<object, Parts<Part>>, 'parts' | 'places' | 'queryOf'>;

function planned<Part>({ parts, places, queryOf }: PlannedParts<Part>): Planned {
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
