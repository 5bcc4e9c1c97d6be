import type { RoutingCallOptions } from '../call-options.ts';
import type { RoutingOperations } from '../driver/routing-driver.ts';
import { NoRouteError, PointNotFoundError } from '../errors.ts';
import type { Door } from '../model/check/reader.ts';
import { geocodeDoor, reverseGeocodeDoor } from '../model/places/geocode.ts';
import { type NearestAnswer, nearestDoor } from '../model/places/nearest.ts';
import { poisDoor } from '../model/places/pois.ts';
import { expansionDoor } from '../model/reach/isochrones.ts';
import type { OptimizeQuery } from '../model/reach/optimize.ts';
import { optimizeDoor } from '../model/reach/optimize-check.ts';
import type { EngineAnswer } from '../model/result.ts';
import type { DirectionsQuery } from '../model/routes/directions.ts';
import { matchDoor } from '../model/routes/match.ts';
import { readRoundTrip, roundTripDoor } from '../model/routes/round-trip.ts';
import { exportGraphDoor } from '../model/server/graph.ts';
import { statusDoor } from '../model/server/status.ts';
import type { Call } from './call.ts';
import { type ClientContext, Sender } from './sender.ts';
import { nothingStated } from './snap.ts';
import { type Engine, requireCap, requireSupport } from './support.ts';

const doors: readonly Door<object>[] = [
  nearestDoor,
  matchDoor,
  optimizeDoor,
  geocodeDoor,
  reverseGeocodeDoor,
  poisDoor,
  exportGraphDoor,
  expansionDoor,
  statusDoor,
];

export const singleCalls = doors.map((door): Call => {
  const name = door.operation as SingleName;
  return {
    name,
    plan: (engine, request) => readSingle(engine, door, request),
    run: (context, query, options) => callSingle(context, name, query, options),
  };
});

/** The operations whose call is one request. */
type SingleName = Exclude<keyof RoutingOperations, 'directions' | 'isochrones' | 'matrix' | 'snap'>;

async function callSingle(
  context: ClientContext,
  name: SingleName,
  query: object,
  options: RoutingCallOptions,
): Promise<unknown> {
  const sender = new Sender(context, options);
  const answer = await sendSingle(sender, name, query, options.signal);
  return { ...fieldsOf(answer), ...sender.finish([answer]) };
}

function readSingle(engine: Engine, door: Door<object>, request: unknown): object {
  const query = door.read(door === statusDoor ? (request ?? {}) : request);
  requireSupport(engine, door, query);
  if (door === optimizeDoor) requireOptimizeCaps(engine, query as OptimizeQuery);
  return query;
}

function requireOptimizeCaps(engine: Engine, { jobs, shipments, vehicles }: OptimizeQuery): void {
  const { optimizeStops = Infinity, optimizeVehicles = Infinity } = engine.capabilities.caps;
  requireCap(engine, 'optimize', 'stops', jobs.length + 2 * shipments.length, optimizeStops);
  requireCap(engine, 'optimize', 'vehicles', vehicles.length, optimizeVehicles);
}

/** Some engines refuse a request for the roads near a place that has none. */
async function sendSingle(
  sender: Sender,
  name: SingleName,
  query: object,
  signal: AbortSignal | undefined,
): Promise<EngineAnswer> {
  try {
    return await sender.send(name, query as never, signal);
  } catch (error) {
    if (name !== 'nearest' || !PointNotFoundError.isInstance(error)) throw error;
    const none: NearestAnswer = { points: [], ...nothingStated };
    return none;
  }
}

/** The fields of an answer beyond those that all answers share. */
function fieldsOf<Answer extends EngineAnswer>(answer: Answer): Omit<Answer, keyof EngineAnswer> {
  const { warnings: _, attribution: __, quota: ___, raw: ____, provider: _____, ...fields } = answer;
  return fields;
}

export const roundTripCall: Call<'roundTrip'> = {
  name: 'roundTrip',
  plan: readRoundTripQuery,
  run: callRoundTrip,
};

function readRoundTripQuery(engine: Engine, request: unknown): DirectionsQuery {
  const query = readRoundTrip(request);
  requireSupport(engine, roundTripDoor, query);
  return query;
}

/** A call for a route that ends where it starts. */
async function callRoundTrip(
  context: ClientContext,
  query: DirectionsQuery,
  options: RoutingCallOptions,
): Promise<unknown> {
  const { engine } = context;
  const sender = new Sender(context, options);
  const answer = await sender.send('directions', query, options.signal);
  if (answer.routes.length === 0) {
    const message = 'There is no round trip from this place for this profile.';
    throw new NoRouteError({ message, provider: engine.name, operation: 'roundTrip' });
  }
  return { ...fieldsOf(answer), ...sender.finish([answer]) };
}
