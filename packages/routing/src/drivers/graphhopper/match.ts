import type { HttpRequest } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import {
  boxAround,
  type Coordinate,
  distanceBetween,
  type MatchAnswer,
  type MatchedPoint,
  type MatchQuery,
  NoRouteError,
  type Position,
  type Route,
  type RoutingWarning,
  readWire,
  requireUnits,
} from '../../driver.ts';
import { pointsMultiplier } from './route/encode-directions.ts';
import { convertToLocale, hasLanguage } from './route/language.ts';
import { joinParts, readLegs, splitAtWaypoints, wholeLeg } from './route/legs.ts';
import { readPoints, routeBody } from './route/wire-path.ts';
import type { Decoded } from './service/answer.ts';
import { nameOfProfile } from './service/profiles.ts';
import type { ServerSettings } from './service/settings.ts';

/** Source: GraphHopper Directions API, "Map-match a GPX file". Times in the track are not used. */
export function encodeMatch(query: MatchQuery, { profileNames }: ServerSettings): HttpRequest {
  const { trace, steps, language } = query;
  const accuracies = trace.map(({ accuracyMeters = 0 }) => accuracyMeters);
  const accuracy = Math.round(accuracies.reduce((a, b) => Math.max(a, b)));
  const options = {
    profile: nameOfProfile(query.profile, profileNames),
    ...(accuracy > 0 ? { gps_accuracy: accuracy } : {}),
    instructions: steps,
    locale: convertToLocale(language),
    calc_points: true,
    points_encoded: true,
    points_encoded_multiplier: pointsMultiplier,
  };
  return {
    method: 'POST',
    path: '/match',
    query: mergeProviderOptions(options, query.providerOptions),
    headers: { 'content-type': 'application/gpx+xml' },
    body: gpxOf(trace.map(({ position }) => position)),
  };
}

// Numbers only: nothing to escape.
function gpxOf(positions: readonly Position[]): string {
  const points = positions.map(([longitude, latitude]) => `<trkpt lat="${latitude}" lon="${longitude}"/>`);
  return `<gpx version="1.1" creator="org"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`;
}

export function decodeMatch(body: unknown, query: MatchQuery): Decoded<MatchAnswer> {
  const { paths } = readWire(routeBody, body);
  const routes = paths.slice(0, 1).map((wire): Route => {
    if (wire.points === '' && wire.distance === 0) throw standing();
    const coordinates = readPoints(wire, 'points', false);
    const parts = joinParts(splitAtWaypoints(wire.instructions ?? []), () => false);
    const last = coordinates.length - 1;
    const route = { distanceMeters: wire.distance, durationSeconds: wire.time / 1000 };
    requireUnits(route, coordinates, 'paths[0]');
    return {
      ...route,
      boundingBox: boxAround(coordinates),
      geometry: { type: 'LineString', coordinates },
      legs: parts.length === 0 ? [wholeLeg(wire, last)] : readLegs(parts, coordinates, query.steps),
    };
  });
  const line = routes[0]?.geometry.coordinates ?? [];
  return {
    routes,
    points: query.trace.map(({ position }) => matchedPoint(position, line)),
    warnings: warningsOf(query),
  };
}

/** The service matches it, and answers with a route without a line. */
function standing(): NoRouteError {
  return new NoRouteError({ message: 'The track does not move, so it follows no road.' });
}

function warningsOf({ trace, steps, language }: MatchQuery): RoutingWarning[] {
  const accuracies = new Set(trace.map(({ accuracyMeters }) => accuracyMeters));
  const accuracy = 'GraphHopper takes one accuracy for the whole track: the largest was sent.';
  const times = 'timeSeconds is ignored: GraphHopper matches a track by its places alone.';
  const english = `The instructions are in English: the service has none in ${language}.`;
  const nearest = 'The points are the nearest ones on the route: GraphHopper does not state them.';
  return [
    { kind: 'notice', message: nearest },
    ...(trace.some(({ timeSeconds }) => timeSeconds !== undefined)
      ? [{ kind: 'not-honoured', message: times } as const]
      : []),
    ...(accuracies.size > 1 ? [{ kind: 'not-honoured', message: accuracy } as const] : []),
    ...(steps && !hasLanguage(language) ? [{ kind: 'not-honoured', message: english } as const] : []),
  ];
}

function matchedPoint(place: Position, line: readonly Coordinate[]): MatchedPoint {
  const candidates = line.slice(1).map((end, index) => project(place, line[index] ?? end, end));
  const best = candidates.reduce((a, b) => (b.distanceMeters < a.distanceMeters ? b : a));
  return { ...best, routeIndex: 0 };
}

/** The nearest place of a segment, on a plane: segments of roads are short. */
function project(place: Position, from: Coordinate, to: Coordinate) {
  const scale = Math.cos((place[1] * Math.PI) / 180);
  const [x, y] = [(to[0] - from[0]) * scale, to[1] - from[1]];
  const length = x * x + y * y;
  const along = length === 0 ? 0 : ((place[0] - from[0]) * scale * x + (place[1] - from[1]) * y) / length;
  const part = Math.max(0, Math.min(1, along));
  const position: Coordinate = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
  return { position, distanceMeters: distanceBetween(place, position) };
}
