import { EngineError } from '@org/routing/embedded';
import type { SandboxResponse } from '../../../http/exchange.ts';
import { convertLanguage } from '../../engine/language.ts';
import { type Position, toLocation } from '../../engine/position.ts';
import { snap } from '../../engine/snap.ts';
import type { Trip } from '../../engine/trip.ts';
import { badFormat, missing, OrsError, overLimit } from './errors.ts';
import { readHeights } from './heights.ts';
import {
  type OrsCall,
  type Parameters,
  readBoolean,
  readChoice,
  readPositions,
  refuseUnknown,
} from './parameters.ts';
import { mapTrip, type OrsRoute, type Rendering } from './route.ts';
import { convertRouteOptions } from './route-options.ts';
import { renderGeoJson, renderJson } from './route-render.ts';

const base = 2000;
const known = [
  ...[
    'coordinates',
    'id',
    'preference',
    'units',
    'language',
    'geometry',
    'instructions',
    'instructions_format',
  ],
  ...[
    'roundabout_exits',
    'attributes',
    'maneuvers',
    'radiuses',
    'bearings',
    'continue_straight',
    'elevation',
  ],
  ...[
    'extra_info',
    'options',
    'suppress_warnings',
    'geometry_simplify',
    'skip_segments',
    'alternative_routes',
  ],
  ...['maximum_speed', 'schedule', 'schedule_duration', 'schedule_rows', 'walking_time', 'ignore_transfers'],
];
const maxWaypoints = 50;
/** A response without these would be another one than the service's. */
const absent = ['extra_info', 'attributes', 'maximum_speed', 'skip_segments', 'schedule'];

export interface DirectionsCall extends OrsCall {
  readonly profile: string;
  readonly format: 'json' | 'geojson';
}

/** `POST /v2/directions/{profile}`, as JSON or GeoJSON. */
export async function handleDirections(call: DirectionsCall): Promise<SandboxResponse> {
  const { body, profile, costing, format } = call;
  refuseUnknown(base, body, known);
  const coordinates = readPositions(base, body, 'coordinates', 2);
  if (coordinates.length > maxWaypoints) {
    throw overLimit(base, `The specified number of waypoints must not be greater than ${maxWaypoints}.`);
  }
  const rendering = readRendering(body);
  const withElevation = readBoolean(base, body, 'elevation', false);
  for (const name of absent)
    if (isAsked(body[name])) throw notEnabled(`The sandbox has no ${name} in directions: leave it out.`);
  readChoice(base, body, 'preference', ['recommended', 'fastest', 'shortest']);
  const locations = convertLocations(body, coordinates);
  const trips = await askEngine(call, {
    locations,
    costing,
    language: convertLanguage(body['language']),
    ...convertRouteOptions(base, profile, costing, body),
    ...convertAlternatives(body, coordinates.length),
  });
  const flat = trips.map((trip) => mapTrip(trip, rendering));
  const routes = withElevation ? await Promise.all(flat.map((route) => addHeights(route, call))) : flat;
  const query = { ...body, profile, profileName: profile, format };
  const metadata = {
    attribution: 'openrouteservice.org | OpenStreetMap contributors',
    service: 'routing',
    timestamp: Date.now(),
    query,
  };
  const withGeometry = readBoolean(base, body, 'geometry', true);
  if (format === 'json') return { status: 200, json: renderJson(routes, metadata, withGeometry) };
  const headers = { 'content-type': 'application/geo+json;charset=UTF-8' };
  return { status: 200, headers, json: renderGeoJson(routes, metadata) };
}

const notEnabled = (message: string) => new OrsError(500, 2018, message);

function isAsked(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false;
}

async function addHeights(route: OrsRoute, { engine, request }: DirectionsCall): Promise<OrsRoute> {
  const heights = await readHeights(engine, route.line, request.signal);
  if (heights === undefined)
    throw notEnabled(
      'The sandbox has no heights for this route: leave out "elevation", or set elevationDirectory.',
    );
  return { ...route, heights };
}

/** `?start=lon,lat&end=lon,lat`, as the body of a POST. */
export function readGetDirections(query: URLSearchParams): Parameters {
  const read = (name: string) => {
    const text = query.get(name);
    if (text === null) throw missing(base, name);
    const position = text.split(',').map(Number);
    if (position.length !== 2 || position.some(Number.isNaN)) throw badFormat(base, name);
    return position;
  };
  return { coordinates: [read('start'), read('end')] };
}

function readRendering(body: Parameters): Rendering {
  return {
    units: readChoice(base, body, 'units', ['m', 'km', 'mi']),
    withSteps: readBoolean(base, body, 'instructions', true),
    withManeuvers: readBoolean(base, body, 'maneuvers', false),
  };
}

function convertLocations(body: Parameters, coordinates: readonly Position[]) {
  const radiuses =
    typeof body['radiuses'] === 'number' ? coordinates.map(() => body['radiuses']) : (body['radiuses'] ?? []);
  const bearings = body['bearings'] ?? [];
  if (!Array.isArray(radiuses)) throw badFormat(base, 'radiuses');
  if (!Array.isArray(bearings)) throw badFormat(base, 'bearings');
  return coordinates.map((position, index) => {
    const radius: unknown = radiuses[index];
    const bearing: unknown = Array.isArray(bearings[index]) ? bearings[index][0] : undefined;
    return {
      ...toLocation(position),
      // -1 is the largest radius, the engine's default.
      ...(typeof radius === 'number' && radius >= 0 && { search_cutoff: radius }),
      ...(typeof bearing === 'number' && { heading: bearing }),
    };
  });
}

function convertAlternatives(body: Parameters, waypoints: number): object {
  const wanted = body['alternative_routes'] as { readonly target_count?: unknown } | undefined;
  if (wanted === undefined || wanted === null) return {};
  if (waypoints > 2) {
    throw new OrsError(
      400,
      2011,
      "Parameter 'alternative_routes' is incompatible with parameter '(number of waypoints > 2)'.",
    );
  }
  const count = wanted.target_count ?? 2;
  if (typeof count !== 'number') throw badFormat(base, 'target_count');
  if (count > 3)
    throw new OrsError(
      400,
      2003,
      `Parameter 'target_count=${count}' is out of range. Maximum possible value is 3.`,
    );
  return { alternates: Math.max(0, count - 1) };
}

interface RouteBody {
  readonly locations: readonly object[];
  readonly costing: string;
  readonly language: string;
}

interface RouteAnswer {
  readonly trip: Trip;
  readonly alternates?: readonly { readonly trip: Trip }[];
}

async function askEngine(call: DirectionsCall, body: RouteBody): Promise<Trip[]> {
  try {
    const answer = (await call.engine.call('route', body, call.request.signal)) as RouteAnswer;
    return [answer.trip, ...(answer.alternates ?? []).map(({ trip }) => trip)];
  } catch (error) {
    if (!EngineError.isInstance(error)) throw error;
    const positions = readPositions(base, call.body, 'coordinates', 2);
    if (error.code === 171) await explainNotNear(call, positions);
    if (error.code === 442 || error.code === 170) await explainNoRoute(call, body, positions);
    throw error;
  }
}

// The engine does not name the point. The service does, counting from 0.
async function explainNotNear(
  { engine, costing, request, body }: DirectionsCall,
  positions: readonly Position[],
): Promise<void> {
  const snapped = await snap(engine, costing, positions, request.signal);
  const index = Math.max(0, snapped.indexOf(undefined));
  const radius = Array.isArray(body['radiuses']) ? body['radiuses'][index] : (body['radiuses'] ?? 350);
  const text =
    `Could not find routable point within a radius of ${Number(radius).toFixed(1)} meters of specified ` +
    `coordinate ${index}: ${describe(positions[index])}.`;
  throw new OrsError(404, 2010, text);
}

// The engine does not name the two points either. Here the service counts from 1.
async function explainNoRoute(
  { engine, request }: DirectionsCall,
  body: RouteBody,
  positions: readonly Position[],
): Promise<void> {
  for (let leg = 0; leg < positions.length - 1; leg += 1) {
    const pair = { ...body, locations: body.locations.slice(leg, leg + 2) };
    const isPossible = await engine.call('route', pair, request.signal).then(
      () => true,
      (error: unknown) => !EngineError.isInstance(error),
    );
    if (isPossible) continue;
    const [from, to] = [describe(positions[leg]), describe(positions[leg + 1])];
    throw new OrsError(
      404,
      2009,
      `Route could not be found - Unable to find a route between points ${leg + 1} (${from}) and ` +
        `${leg + 2} (${to}).`,
    );
  }
}

function describe(position: Position | undefined): string {
  return (position ?? []).map((degrees) => degrees.toFixed(7)).join(' ');
}
