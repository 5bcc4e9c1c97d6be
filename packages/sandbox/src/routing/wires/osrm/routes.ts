import { EngineError } from '@org/routing/embedded';
import type { SandboxResponse } from '../../../http/exchange.ts';
import { exclusionsOf, type OsrmCall, snapEach, toLocations } from './locations.ts';
import { invalidOptions, invalidValue, OsrmProblem } from './problem.ts';
import { renderRoute, type WireRoute, withoutForeign } from './render.ts';
import { type OsrmRequest, readAmount, readChoice, readEach, readIndexes } from './request.ts';

interface WireAnswer {
  readonly routes?: readonly WireRoute[];
  readonly matchings?: readonly WireRoute[];
  readonly waypoints?: readonly object[];
  readonly tracepoints?: readonly (object | null)[];
}

/** `/route/v1`. */
export async function handleRoute(call: OsrmCall): Promise<SandboxResponse> {
  const { request } = call;
  requireTwo(request);
  const alternatives = readAlternatives(request);
  const body = { locations: withTypes(request), alternates: alternatives, ...exclusionsOf(call) };
  const { routes = [], waypoints } = await ask(call, 'route', body);
  const overview = readOverview(request);
  return ok({ routes: routes.map((route) => renderRoute(route, overview)), waypoints });
}

/** `/trip/v1`: the engine keeps the first and the last place. */
export async function handleTrip(call: OsrmCall): Promise<SandboxResponse> {
  const { request } = call;
  requireTwo(request);
  const isRound = readChoice(request, 'roundtrip', ['true', 'false']) === 'true';
  const [source, destination] = [request.options.get('source'), request.options.get('destination')];
  if (!isRound && (source !== 'first' || destination !== 'last'))
    throw new OsrmProblem('NotImplemented', 'This request is not supported');
  const places = toLocations(request);
  const locations = isRound ? [...places, ...places.slice(0, 1)] : places;
  const answer = await ask(call, 'optimized_route', { locations, ...exclusionsOf(call) });
  const overview = readOverview(request);
  const trips = (answer.routes ?? []).map((route) => renderRoute(route, overview));
  const waypoints = (answer.waypoints ?? []).slice(0, request.positions.length);
  return ok({ trips, waypoints: waypoints.map((each) => ({ ...each, trips_index: 0 })) });
}

/** `/match/v1`. */
export async function handleMatch(call: OsrmCall): Promise<SandboxResponse> {
  const { request } = call;
  requireTwo(request);
  const times = readEach(request, 'timestamps');
  const radiuses = readEach(request, 'radiuses').flatMap((text) =>
    text ? [readAmount('radiuses', text)] : [],
  );
  const shape = request.positions.map(([lon, lat], index) => ({
    lon,
    lat,
    type: 'via',
    ...(times[index] !== undefined && { time: readAmount('timestamps', times[index]) }),
  }));
  const accuracy = radiuses.length === 0 ? 5 : radiuses.reduce((a, b) => Math.max(a, b));
  const body = {
    shape,
    shape_match: 'map_snap',
    // OSRM's radius is a standard deviation.
    trace_options: { gps_accuracy: accuracy, search_radius: Math.min(100, 3 * accuracy) },
  };
  const { matchings = [], tracepoints = [] } = await ask(call, 'trace_route', body);
  const overview = readOverview(request);
  return ok({
    matchings: matchings.map((route) => renderRoute(route, overview)),
    tracepoints,
  });
}

function ok(json: object): SandboxResponse {
  return { status: 200, json: { code: 'Ok', ...withoutForeign(json) } };
}

function requireTwo({ positions }: OsrmRequest): void {
  if (positions.length < 2) throw invalidOptions('Number of coordinates needs to be at least two.');
}

function readAlternatives({ options }: OsrmRequest): number {
  const text = options.get('alternatives') ?? 'false';
  if (text === 'false' || text === 'true') return text === 'true' ? 1 : 0;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0)
    throw invalidValue('alternatives must be a number or a boolean.');
  return Math.min(count, 2); // the most of the engine
}

function readOverview(request: OsrmRequest): string {
  return readChoice(request, 'overview', ['simplified', 'full', 'false', 'by_legs']);
}

// `waypoints` names those that end a leg.
function withTypes(request: OsrmRequest): object[] {
  const stops = readIndexes(request, 'waypoints');
  const last = request.positions.length - 1;
  if (!stops.includes(0) || !stops.includes(last))
    throw invalidOptions('First and last coordinates must be specified as waypoints.');
  const isStraight = request.options.get('continue_straight') === 'true';
  const [stop, silent] = isStraight ? ['break_through', 'through'] : ['break', 'via'];
  return toLocations(request).map((place, index) => ({
    ...place,
    type: index === 0 || index === last ? 'break' : stops.includes(index) ? stop : silent,
  }));
}

async function ask(
  call: OsrmCall,
  action: 'route' | 'optimized_route' | 'trace_route',
  own: object,
): Promise<WireAnswer> {
  const { engine, costing, request } = call;
  const geometries = readChoice(request, 'geometries', ['polyline', 'polyline6', 'geojson']);
  const hasSteps = readChoice(request, 'steps', ['false', 'true']) === 'true';
  const body = {
    ...own,
    costing,
    format: 'osrm',
    shape_format: geometries === 'polyline' ? 'polyline5' : geometries,
    directions_type: hasSteps ? 'maneuvers' : 'none',
  };
  try {
    return (await engine.call(action, body, request.signal)) as WireAnswer;
  } catch (error) {
    // The engine does not name the coordinate.
    if (EngineError.isInstance(error) && error.code === 171) await snapEach(call);
    throw error;
  }
}
