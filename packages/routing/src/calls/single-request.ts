import type { RoutingCallOptions } from '../call-options.ts';
import { NoRouteError, PointNotFoundError } from '../errors.ts';
import {
  type GeocodeQuery,
  parseGeocodeRequest,
  parseReverseGeocodeRequest,
} from '../model/places/geocode.ts';
import { type NearestAnswer, parseNearestRequest } from '../model/places/nearest.ts';
import { parsePoisRequest } from '../model/places/pois.ts';
import { parseExpansionRequest } from '../model/reach/isochrones.ts';
import type { OptimizeQuery } from '../model/reach/optimize.ts';
import { parseOptimizeRequest } from '../model/reach/optimize-check.ts';
import type { EngineAnswer } from '../model/result.ts';
import type { DirectionsQuery } from '../model/routes/directions.ts';
import { type AttributesQuery, parseAttributesRequest, parseMatchRequest } from '../model/routes/match.ts';
import { parseRoundTripRequest } from '../model/routes/round-trip.ts';
import { parseExportGraphRequest } from '../model/server/graph.ts';
import { parseStatusRequest } from '../model/server/status.ts';
import type { Profile } from '../model/travel/profile.ts';
import { type ClientContext, Sender } from './sender.ts';
import { nothingStated } from './snap.ts';
import {
  type Engine,
  requireAttributesSupport,
  requireDirectionsSupport,
  requireGeocodeSupport,
  requireOptimizeSupport,
  requireProfile,
} from './support.ts';

const parsers = {
  nearest: parseNearestRequest,
  match: parseMatchRequest,
  attributes: parseAttributesRequest,
  optimize: parseOptimizeRequest,
  geocode: parseGeocodeRequest,
  reverseGeocode: parseReverseGeocodeRequest,
  pois: parsePoisRequest,
  exportGraph: parseExportGraphRequest,
  expansion: parseExpansionRequest,
  status: parseStatusRequest,
} as const;

/** The operations whose call is one request. */
export type SingleName = keyof typeof parsers;

/** A call of one request. */
export async function callSingle(
  context: ClientContext,
  name: SingleName,
  request: never,
  options: RoutingCallOptions = {},
): Promise<unknown> {
  const query = checkSingle(context.engine, name, request);
  const sender = new Sender(context, options);
  const answer = await sendSingle(sender, name, query, options.signal);
  return { ...fieldsOf(answer), ...sender.finish([answer]) };
}

/** The query of an operation that is one request. */
export function checkSingle(engine: Engine, name: SingleName, request: never): object {
  const query = parsers[name](request, engine);
  requireProfiles(engine, name, query);
  if (name === 'attributes') requireAttributesSupport(engine, query as AttributesQuery);
  if (name === 'optimize') requireOptimizeSupport(engine, query as OptimizeQuery);
  if (name === 'geocode') requireGeocodeSupport(engine, query as GeocodeQuery);
  return query;
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

function requireProfiles(engine: Engine, name: string, query: object): void {
  const { profile, vehicles = [] }: { profile?: Profile; vehicles?: readonly { profile: Profile }[] } = query;
  const profiles = [
    ...vehicles.map((vehicle) => vehicle.profile),
    ...(profile === undefined ? [] : [profile]),
  ];
  for (const each of profiles) requireProfile(engine, name, each);
}

/** The fields of an answer beyond those that all answers share. */
function fieldsOf<Answer extends EngineAnswer>(answer: Answer): Omit<Answer, keyof EngineAnswer> {
  const { warnings: _, attribution: __, quota: ___, raw: ____, provider: _____, ...fields } = answer;
  return fields;
}

/** The query of a round trip. */
export function checkRoundTrip(engine: Engine, request: never): DirectionsQuery {
  const query = parseRoundTripRequest(request);
  requireDirectionsSupport(engine, query);
  return query;
}

/** A call for a route that ends where it starts. */
export async function callRoundTrip(
  context: ClientContext,
  request: never,
  options: RoutingCallOptions = {},
): Promise<unknown> {
  const { engine } = context;
  const query = checkRoundTrip(engine, request);
  const sender = new Sender(context, options);
  const answer = await sender.send('directions', query, options.signal);
  if (answer.routes.length === 0) {
    const message = 'There is no round trip from this place for this profile.';
    throw new NoRouteError({ message, provider: engine.name, operation: 'roundTrip' });
  }
  return { ...fieldsOf(answer), ...sender.finish([answer]) };
}
