import {
  boxAround,
  type Coordinate,
  type DirectionsAnswer,
  type DirectionsQuery,
  defaultSnapRadiusMeters,
  distanceBetween,
  PointNotFoundError,
  type Route,
  type RoutingWarning,
  readWire,
  requirePlausible,
  requireUnits,
  type SnappedPoint,
  unexpectedResponse,
} from '../../../driver.ts';
import type { Decoded } from '../service/answer.ts';
import { attributesOf, readAttributes } from './attributes.ts';
import { hasLanguage } from './language.ts';
import { joinParts, readLegs, splitAtWaypoints, wholeLeg } from './legs.ts';
import { readPoints, routeBody, type WirePath } from './wire-path.ts';

export function decodeDirections(body: unknown, query: DirectionsQuery): Decoded<DirectionsAnswer> {
  const { paths } = readWire(routeBody, body);
  const [best] = paths;
  return {
    routes: paths.map((wire) => readRoute(wire, query)),
    waypoints: best === undefined ? [] : readWaypoints(best, query),
    warnings: warningsOf(query),
  };
}

function readRoute(wire: WirePath, query: DirectionsQuery): Route {
  const { elevation, steps, optimizeOrder } = query;
  const attributes = attributesOf(query);
  const coordinates = readPoints(wire, 'points', elevation);
  const last = coordinates.length - 1;
  const order = optimizeOrder === true ? readOrder(wire, query) : undefined;
  const legs = legsOf(wire, query, coordinates);
  const totals = { distanceMeters: wire.distance, durationSeconds: wire.time / 1000 };
  requireUnits(totals, coordinates, 'paths');
  const heights = elevation ? { ascentMeters: wire.ascend, descentMeters: wire.descend } : {};
  return {
    ...totals,
    ...heights,
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs: legs.map((leg) => ({
      ...leg,
      ...(legs.length === 1 ? heights : {}),
      steps: steps ? leg.steps : [],
    })),
    ...(attributes.length === 0 ? {} : { attributes: readAttributes(attributes, wire.details ?? {}, last) }),
    ...(order === undefined ? {} : { waypointOrder: order }),
  };
}

function legsOf(wire: WirePath, query: DirectionsQuery, coordinates: readonly Coordinate[]) {
  const { waypoints, roundTrip, steps } = query;
  if (wire.instructions === undefined) return [wholeLeg(wire, coordinates.length - 1)];
  const parts = splitAtWaypoints(wire.instructions);
  if (roundTrip !== undefined)
    return readLegs(
      joinParts(parts, () => false),
      coordinates,
      steps,
    );
  if (parts.length !== waypoints.length - 1)
    throw unexpectedResponse('instructions', `must have ${waypoints.length - 1} legs`);
  const order = visitsOf(wire, query);
  const isStop = (part: number) => waypoints[order[part + 1] ?? -1]?.role !== 'via';
  return readLegs(joinParts(parts, isStop), coordinates, steps);
}

function visitsOf(wire: WirePath, query: DirectionsQuery): readonly number[] {
  return query.optimizeOrder === true ? readOrder(wire, query) : query.waypoints.map((_, index) => index);
}

function readOrder({ points_order: order }: WirePath, { waypoints }: DirectionsQuery): readonly number[] {
  const isComplete = order !== undefined && new Set(order).size === waypoints.length;
  if (isComplete && order.length === waypoints.length && order.every((index) => index < waypoints.length))
    return order;
  throw unexpectedResponse('points_order', 'must name each waypoint once');
}

function readWaypoints(wire: WirePath, query: DirectionsQuery): readonly SnappedPoint[] {
  const places = query.optimizeOrder === true ? placesByOrder(wire, query) : placesInOrder(wire, query);
  const snapped = query.waypoints.map(({ position: given }, index): SnappedPoint => {
    const position = places[index];
    return position === undefined ? {} : { position, distanceMeters: distanceBetween(given, position) };
  });
  return requireNear(requirePlausible(snapped), query);
}

function placesInOrder(wire: WirePath, { waypoints, elevation }: DirectionsQuery): readonly Coordinate[] {
  const places = readPoints(wire, 'snapped_waypoints', elevation);
  // A single place is repeated, as a line.
  const count = waypoints.length === 1 ? Math.min(1, places.length) : places.length;
  if (count !== waypoints.length)
    throw unexpectedResponse('snapped_waypoints', `has ${count} places for ${waypoints.length} waypoints`);
  return places.slice(0, count);
}

// Whether `snapped_waypoints` follows the request or the route is not documented: the ends of the legs are.
function placesByOrder(wire: WirePath, query: DirectionsQuery): readonly (Coordinate | undefined)[] {
  const coordinates = readPoints(wire, 'points', query.elevation);
  const parts = splitAtWaypoints(wire.instructions ?? []);
  const ends = [0, ...parts.map((part) => part.at(-1)?.interval[1] ?? 0)];
  const places: (Coordinate | undefined)[] = [];
  for (const [visit, waypoint] of readOrder(wire, query).entries())
    places[waypoint] = coordinates[ends[visit] ?? -1];
  return places;
}

/** The service has no radius: it takes the nearest road, at any distance. */
function requireNear(snapped: readonly SnappedPoint[], query: DirectionsQuery): readonly SnappedPoint[] {
  const givenAt = (index: number) => query.waypoints[index]?.snapRadiusMeters ?? query.snapRadiusMeters;
  const radiusOf = (index: number) => givenAt(index) ?? defaultSnapRadiusMeters;
  const pointIndex = snapped.findIndex(({ distanceMeters = 0 }, index) => distanceMeters > radiusOf(index));
  if (pointIndex < 0) return snapped;
  const verb = givenAt(pointIndex) === undefined ? 'Set' : 'Increase';
  // A round trip has no such option.
  const advice = query.roundTrip === undefined ? ` ${verb} snapRadiusMeters if it may be farther away.` : '';
  const message = `Waypoint ${pointIndex} has no road within ${radiusOf(pointIndex)} m.${advice}`;
  throw new PointNotFoundError({ message, pointIndex, outcome: 'sent' });
}

function warningsOf({ steps, language, waypoints, roundTrip }: DirectionsQuery): RoutingWarning[] {
  const hasTolerance = waypoints.some(({ bearing }) => bearing?.toleranceDegrees !== undefined);
  const tolerance = 'toleranceDegrees of a bearing is ignored: GraphHopper has a penalty in seconds instead.';
  const points = 'points of a round trip is ignored: GraphHopper chooses their number.';
  const english = `The instructions are in English: the service has none in ${language}.`;
  return [
    ...(roundTrip?.points === undefined ? [] : [{ kind: 'not-honoured', message: points } as const]),
    ...(hasTolerance ? [{ kind: 'not-honoured', message: tolerance } as const] : []),
    ...(steps && !hasLanguage(language) ? [{ kind: 'not-honoured', message: english } as const] : []),
  ];
}
