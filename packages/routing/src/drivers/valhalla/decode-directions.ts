import {
  boxAround,
  type CheckedWaypoint,
  type Coordinate,
  type DirectionsAnswer,
  type DirectionsQuery,
  distanceBetween,
  joinLines,
  type Leg,
  type Route,
  type RoutingWarning,
  readLine,
  readWire,
  requirePlausible,
  type SnappedPoint,
  type Step,
  signOf,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { metersPerUnit } from './decode.ts';
import { convertToLanguage } from './encode-directions.ts';
import { climbsOf, elevationWarning, profilesOf, sumClimbs, withHeights } from './heights.ts';
import { mapManeuver } from './maneuvers.ts';
import { attribution, mapWarnings, warningList } from './warnings.ts';

const summary = z.object({ time: z.number(), length: z.number(), has_ferry: z.optional(z.unknown()) });

const signTexts = z.optional(z.array(z.object({ text: z.optional(z.string()) })));

// Source: valhalla/valhalla src/tyr/route_serializer_valhalla.cc.
const sign = z.object({
  exit_number_elements: signTexts,
  exit_branch_elements: signTexts,
  exit_toward_elements: signTexts,
  exit_name_elements: signTexts,
});

const maneuver = z.object({
  type: z.number(),
  instruction: z.optional(z.string()),
  street_names: z.optional(z.array(z.string())),
  time: z.number(),
  length: z.number(),
  begin_shape_index: z.listIndex,
  end_shape_index: z.listIndex,
  roundabout_exit_count: z.optional(z.number()),
  sign: z.optional(sign),
});

const leg = z.object({
  shape: z.string(),
  summary,
  maneuvers: z.optional(z.array(maneuver)),
  elevation: z.optional(z.array(z.number())),
  elevation_interval: z.optional(z.number()),
});

// Versions before 3.7 have no warnings; those of a route are inside of its trip.
const trip = z.object({
  locations: z.optional(z.array(z.object({ original_index: z.optional(z.listIndex) }))),
  legs: z.array(leg).check(z.atLeast(1)),
  summary,
  units: z.optional(z.string()),
  language: z.optional(z.string()),
  warnings: warningList,
});

/** Source: valhalla/valhalla docs, "Turn-by-turn API", outputs. */
const directionsBody = z.object({
  trip,
  alternates: z.optional(z.array(z.object({ trip }))),
  warnings: warningList,
});

type WireTrip = z.infer<typeof trip>;

export function decodeDirections(body: unknown, query: DirectionsQuery): DirectionsAnswer {
  const { trip: best, alternates = [], warnings = [] } = readWire(directionsBody, body);
  const trips = [best, ...alternates.map((alternate) => alternate.trip)];
  const order = query.optimizeOrder ? orderOf(best, query.waypoints.length) : undefined;
  const mapped = trips.map((each) => mapTrip(each, query));
  const waypoints = requirePlausible(snappedWaypoints(mapped[0], query, order));
  const routes = order === undefined ? mapped : mapped.map((each) => ({ ...each, waypointOrder: order }));
  return {
    routes,
    waypoints,
    warnings: [
      ...mapWarnings([...warnings, ...(best.warnings ?? [])]),
      ...languageWarning(best, query),
      ...ferryWarning(trips, query),
      ...alternativesWarning(trips.length, query),
      ...elevationWarning(routes, query),
      ...movedWarning(waypoints),
    ],
    attribution,
    raw: body,
  };
}

function mapTrip({ legs, summary: { length, time }, units }: WireTrip, query: DirectionsQuery): Route {
  const unit = metersPerUnit(units);
  const lines = legs.map(({ shape }) => readLine(shape, 'trip.legs.shape', { precision: 6 }));
  const { coordinates, offsets } = joinLines(lines);
  const profiles = query.elevation ? profilesOf(legs, units) : [];
  const climbs = profiles.map(climbsOf);
  return {
    distanceMeters: convertToMeters(length, unit),
    durationSeconds: time,
    ...(climbs.length === 0 ? {} : sumClimbs(climbs)),
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates: withHeights(coordinates, offsets, profiles) },
    legs: legs.map((wireLeg, index) => ({
      ...mapLeg(wireLeg, offsets[index] ?? [0, 0], unit),
      ...climbs[index],
    })),
  };
}

// The indexes of the request, in the order of the route.
function orderOf({ locations = [] }: WireTrip, count: number): number[] {
  const order = locations.map(({ original_index: index = -1 }) => index);
  if (order.length === count && order.every((index) => index >= 0 && index < count)) {
    if (new Set(order).size === count) return order;
  }
  throw unexpectedResponse('trip.locations', 'must have every index of the request once');
}

function mapLeg(wire: z.infer<typeof leg>, geometryRange: readonly [number, number], unit: number): Leg {
  return {
    distanceMeters: convertToMeters(wire.summary.length, unit),
    durationSeconds: wire.summary.time,
    geometryRange,
    steps: (wire.maneuvers ?? []).map((wireManeuver) => mapStep(wireManeuver, geometryRange, unit)),
  };
}

function mapStep(wire: z.infer<typeof maneuver>, [from, to]: readonly [number, number], unit: number): Step {
  const within = (index: number) => Math.min(from + index, to);
  const { type, instruction, street_names: names = [], roundabout_exit_count: exit } = wire;
  return {
    maneuver: { ...mapManeuver(type), ...(exit ? { exit } : {}), providerType: type },
    ...(instruction === undefined ? {} : { instruction }),
    ...(names.length === 0 ? {} : { name: names.join(' / ') }),
    ...mapSign(wire.sign),
    distanceMeters: convertToMeters(wire.length, unit),
    durationSeconds: wire.time,
    geometryRange: [within(wire.begin_shape_index), within(wire.end_shape_index)],
  };
}

function mapSign(wire: z.infer<typeof sign> = {}) {
  const textsOf = (list: z.infer<typeof signTexts>) => list?.map(({ text = '' }) => text);
  return signOf({
    exits: textsOf(wire.exit_number_elements),
    destinations: textsOf(wire.exit_toward_elements),
    refs: textsOf(wire.exit_branch_elements),
    junctionName: wire.exit_name_elements?.[0]?.text,
  });
}

// The engine gives thousandths of a kilometre: it knows no more than whole metres.
function convertToMeters(length: number, unit: number): number {
  return Math.round(length * unit);
}

// The response repeats the places as they were given; its shape says where a leg begins and ends on the road.
// A via ends no leg: the response does not say where it is on the road.
function snappedWaypoints(
  route: Route | undefined,
  { waypoints }: DirectionsQuery,
  order: readonly number[] = waypoints.map((_, index) => index),
): SnappedPoint[] {
  const { geometry, legs = [] } = route ?? {};
  const last = waypoints.length - 1;
  const stops = order.filter((index) => isStop(waypoints[index]) || index === 0 || index === last);
  return waypoints.map(({ position: given }, index): SnappedPoint => {
    const stop = stops.indexOf(index);
    const at = legs[stop]?.geometryRange[0] ?? legs[stop - 1]?.geometryRange[1] ?? -1;
    const [longitude, latitude] = geometry?.coordinates[at] ?? [];
    if (longitude === undefined || latitude === undefined) return {};
    const position: Coordinate = [longitude, latitude];
    return { position, distanceMeters: distanceBetween(given, position) };
  });
}

function isStop(waypoint: CheckedWaypoint | undefined): boolean {
  return waypoint?.role !== 'via';
}

/** Nine of ten places of a town are nearer to the road that a route uses. */
const farFromRoadMeters = 100;

// The engine prefers a road that leads on to a nearer one that does not, and does not say where it did.
function movedWarning(waypoints: readonly SnappedPoint[]): RoutingWarning[] {
  return waypoints.flatMap(({ distanceMeters = 0 }, index) => {
    if (distanceMeters < farFromRoadMeters) return [];
    const message =
      `Waypoint ${index} is ${Math.round(distanceMeters)} m from the road that the route uses. ` +
      'A nearer road, if there is one, leads nowhere by this profile.';
    return [{ kind: 'notice' as const, message }];
  });
}

// The engine's searches with a time give one route, without a warning.
function alternativesWarning(found: number, query: DirectionsQuery): RoutingWarning[] {
  const hasTime = query.departAt !== undefined || query.arriveBy !== undefined;
  if (query.alternatives === 0 || found > 1 || !hasTime) return [];
  const message = 'Valhalla gives no alternatives with departAt or arriveBy.';
  return [{ kind: 'not-honoured', message }];
}

function languageWarning({ language }: WireTrip, query: DirectionsQuery): RoutingWarning[] {
  const wanted = convertToLanguage(query.language);
  if (!query.steps || language === undefined || language === wanted) return [];
  const message = `The instructions are in ${language}: the engine has none in ${wanted}.`;
  return [{ kind: 'not-honoured', message }];
}

// Engine 3.6.1 on Heidelberg, on foot: 80 of 306 shortest routes took a ferry and were longer than the
// recommended ones, by up to 2080 m. Without ferries none was longer, nor was any by bicycle, car or moped.
function ferryWarning(trips: readonly WireTrip[], { preference }: DirectionsQuery): RoutingWarning[] {
  if (preference !== 'shortest' || !trips.some((each) => each.summary.has_ferry === true)) return [];
  const message =
    'The route takes a ferry, whose length Valhalla weighs too low: a shorter route may exist. ' +
    'Compare with avoid.features "ferries".';
  return [{ kind: 'notice', message }];
}
