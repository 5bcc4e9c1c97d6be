import { type HttpRequest, UnsupportedError } from '@org/core';
import {
  type AvoidFeature,
  type CheckedAvoid,
  type CheckedWaypoint,
  type DirectionsQuery,
  defaultSnapRadiusMeters,
  type MatchQuery,
  type MatrixQuery,
  type NearestQuery,
  placeTable,
  type SnapQuery,
} from '../../driver.ts';
import { annotationsOf, attributesOf } from './annotations.ts';
import { requireCount } from './counts.ts';
import { createRequest, type OsrmParameters, type OsrmSettings } from './request.ts';

// Lines of steps, because the line of the whole route does not show where a leg ends.
const output = { geometries: 'polyline6', overview: 'false', steps: true };

/** Source: Project-OSRM/osrm-backend docs/http.md, "Route service" and "Trip service". */
export function encodeDirections(settings: OsrmSettings, query: DirectionsQuery): HttpRequest {
  const places = query.waypoints.map(({ position }) => position);
  const shared = {
    ...output,
    ...languageOf(settings, query),
    ...placeOptions(query),
    ...exclusions(query.avoid),
    ...annotations(settings, query),
  };
  if (query.optimizeOrder) {
    requireTrip(settings, query);
    const ends = { source: 'first', destination: 'last', roundtrip: false };
    return createRequest(settings, 'trip', query, places, { ...shared, ...ends });
  }
  return createRequest(settings, 'route', query, places, {
    ...shared,
    ...stops(query.waypoints),
    alternatives: settings.dialect.countsAlternatives ? query.alternatives || false : query.alternatives > 0,
    // Without it, the profile of the data decides.
    continue_straight: query.continueStraight,
  });
}

/** The language of a host that writes the instructions. */
function languageOf(
  { instructions }: OsrmSettings,
  { steps, language }: Pick<DirectionsQuery, 'steps' | 'language'>,
): OsrmParameters {
  return instructions === true && steps ? { language } : {};
}

// Hosts in the style of Mapbox have them with the whole line only.
function annotations({ paths }: OsrmSettings, query: DirectionsQuery): OsrmParameters {
  const names = annotationsOf(query);
  const isAnnotated = names.length > 0 || query.providerOptions?.['annotations'] !== undefined;
  return {
    ...(names.length > 0 ? { annotations: names } : {}),
    ...(isAnnotated && paths !== undefined ? { overview: 'full' } : {}),
  };
}

function requireTrip({ caps, dialect }: OsrmSettings, query: DirectionsQuery): void {
  requireCount(query.waypoints.length, caps.tripWaypoints, 'waypoints with optimizeOrder', 'tripWaypoints');
  if (query.continueStraight) throw notInTrip('continueStraight');
  if (query.waypoints.some(({ role }) => role === 'via')) throw notInTrip('role "via" of a waypoint');
  if (query.avoid.features.length > 0 && !dialect.tripAvoid) throw notInTrip('avoid');
  const attribute = attributesOf(query).find((name) => !dialect.tripAttributes.includes(name));
  if (attribute !== undefined) throw notInTrip(`attribute "${attribute}"`);
}

function notInTrip(option: string): UnsupportedError {
  const message = `The service does not support ${option} together with optimizeOrder. Leave one of them out.`;
  return new UnsupportedError({ message, outcome: 'not-sent' });
}

// Only where there are any: every option makes the URL longer.
function placeOptions({ waypoints, snapRadiusMeters }: DirectionsQuery): OsrmParameters {
  const radius = snapRadiusMeters ?? defaultSnapRadiusMeters;
  const bearings = waypoints.map(({ bearing }) => (bearing === undefined ? null : convertToBearing(bearing)));
  return {
    radiuses: waypoints.map((waypoint) => waypoint.snapRadiusMeters ?? radius),
    ...(bearings.every((bearing) => bearing === null) ? {} : { bearings }),
    ...(waypoints.every(({ side }) => side === 'any')
      ? {}
      : { approaches: waypoints.map(({ side }) => approaches[side]) }),
  };
}

// Source: OSRM HTTP API, "General options": an empty element is the default, `unrestricted`.
const approaches = { any: null, same: 'curb', opposite: 'opposite' } as const;

// The engine takes whole degrees and requires a tolerance: 180 is any direction.
const defaultToleranceDegrees = 45;

function convertToBearing({ degrees, toleranceDegrees }: NonNullable<CheckedWaypoint['bearing']>) {
  const tolerance = Math.min(180, toleranceDegrees ?? defaultToleranceDegrees);
  return [Math.round(degrees), Math.round(tolerance)];
}

/** The waypoints that end a leg, where not all do. The first and the last one always do. */
function stops(waypoints: readonly CheckedWaypoint[]): OsrmParameters {
  const last = waypoints.length - 1;
  const indexes = waypoints.flatMap(({ role }, index) =>
    role === 'via' && index > 0 && index < last ? [] : [index],
  );
  return indexes.length === waypoints.length ? {} : { waypoints: indexes };
}

const classes: Readonly<Partial<Record<AvoidFeature, string>>> = {
  tolls: 'toll',
  motorways: 'motorway',
  ferries: 'ferry',
  tunnels: 'tunnel',
};

function exclusions(avoid: CheckedAvoid): OsrmParameters {
  const names = avoid.features.map((feature) => classes[feature]);
  return names.length === 0 ? {} : { exclude: [...new Set(names)] };
}

/** Source: "Table service". */
export function encodeMatrix(settings: OsrmSettings, query: MatrixQuery): HttpRequest {
  const { places, origins, destinations } = placeTable(query.origins, query.destinations);
  return createRequest(settings, 'table', query, places, {
    ...(settings.dialect.tableRadiuses
      ? { radiuses: places.map(() => query.snapRadiusMeters ?? defaultSnapRadiusMeters) }
      : {}),
    sources: origins,
    destinations,
    annotations: query.metrics,
    ...exclusions(query.avoid),
  });
}

/** Source: "Nearest service". Several places in one request: servers from 26.10 on. */
export function encodeSnap(settings: OsrmSettings, query: SnapQuery): HttpRequest {
  const radiuses = query.positions.map(() => query.radiusMeters);
  return createRequest(settings, 'nearest', query, query.positions, { radiuses, number: 1 });
}

export function encodeNearest(settings: OsrmSettings, query: NearestQuery): HttpRequest {
  const parameters = { radiuses: [query.radiusMeters], number: query.limit };
  return createRequest(settings, 'nearest', query, [query.position], parameters);
}

/** Source: "Match service". */
export function encodeMatch(settings: OsrmSettings, query: MatchQuery): HttpRequest {
  const { trace } = query;
  requireCount(trace.length, settings.caps.tracePoints, 'points of a track', 'tracePoints');
  const accuracies = trace.map(({ accuracyMeters }) => accuracyMeters ?? null);
  const times = trace.map(({ timeSeconds }) => timeSeconds);
  const places = trace.map(({ position }) => position);
  return createRequest(settings, 'match', query, places, {
    ...output,
    ...languageOf(settings, query),
    ...(accuracies.every((accuracy) => accuracy === null) ? {} : { radiuses: accuracies }),
    ...(times.includes(undefined) ? {} : { timestamps: times.map((time) => Math.round(time ?? 0)) }),
  });
}
