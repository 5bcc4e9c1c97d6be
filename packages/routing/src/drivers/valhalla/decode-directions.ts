import * as z from '../../internal/schema.ts';
import type { DirectionsAnswer, DirectionsQuery } from '../../model/directions.ts';
import { joinLines } from '../../model/line.ts';
import type { RoutingWarning, SnappedPoint } from '../../model/result.ts';
import type { Leg, Route, Step } from '../../model/route.ts';
import { boxAround, distanceBetween } from '../../model/sphere.ts';
import { atLeast, listIndex, read } from '../../wire/read.ts';
import { readLine, requirePlausible } from '../../wire/route.ts';
import { metersPerUnit } from './decode.ts';
import { convertToLanguage } from './language.ts';
import { mapManeuver } from './maneuvers.ts';
import { attribution, mapWarnings, warningList } from './warnings.ts';

const summary = z.object({ time: z.number(), length: z.number(), has_ferry: z.optional(z.unknown()) });

const maneuver = z.object({
  type: z.number(),
  instruction: z.optional(z.string()),
  street_names: z.optional(z.array(z.string())),
  time: z.number(),
  length: z.number(),
  begin_shape_index: listIndex,
  end_shape_index: listIndex,
  roundabout_exit_count: z.optional(z.number()),
});

const leg = z.object({ shape: z.string(), summary, maneuvers: z.optional(z.array(maneuver)) });

const trip = z.object({
  legs: z.array(leg).check(atLeast(1)),
  summary,
  units: z.optional(z.string()),
  language: z.optional(z.string()),
});

/** Source: valhalla/valhalla docs, "Turn-by-turn API", outputs. */
const directionsBody = z.object({
  trip,
  alternates: z.optional(z.array(z.object({ trip }))),
  warnings: warningList,
});

type WireTrip = z.infer<typeof trip>;

export function decodeDirections(body: unknown, query: DirectionsQuery): DirectionsAnswer {
  const { trip: best, alternates = [], warnings } = read(directionsBody, body);
  const trips = [best, ...alternates.map((alternate) => alternate.trip)];
  const routes = trips.map(mapTrip);
  return {
    routes,
    waypoints: requirePlausible(snappedWaypoints(routes[0], query)),
    warnings: [...mapWarnings(warnings), ...languageWarning(best, query), ...ferryWarning(trips, query)],
    attribution,
    raw: body,
  };
}

function mapTrip({ legs, summary: { length, time }, units }: WireTrip): Route {
  const unit = metersPerUnit(units);
  const lines = legs.map(({ shape }) => readLine(shape, 'trip.legs.shape', { precision: 6 }));
  const { coordinates, offsets } = joinLines(lines);
  return {
    distanceMeters: convertToMeters(length, unit),
    durationSeconds: time,
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs: legs.map((wireLeg, index) => mapLeg(wireLeg, offsets[index] ?? [0, 0], unit)),
  };
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
    maneuver: { ...mapManeuver(type), ...(exit === undefined ? {} : { exit }), providerType: type },
    ...(instruction === undefined ? {} : { instruction }),
    ...(names.length === 0 ? {} : { name: names.join(' / ') }),
    distanceMeters: convertToMeters(wire.length, unit),
    durationSeconds: wire.time,
    geometryRange: [within(wire.begin_shape_index), within(wire.end_shape_index)],
  };
}

// The engine gives thousandths of a kilometre: it knows no more than whole metres.
function convertToMeters(length: number, unit: number): number {
  return Math.round(length * unit);
}

// The response repeats the places as they were given; its shape says where a leg begins and ends on the road.
function snappedWaypoints(route: Route | undefined, query: DirectionsQuery): SnappedPoint[] {
  const { geometry, legs = [] } = route ?? {};
  return query.waypoints.map(({ position: given }, index): SnappedPoint => {
    const at = legs[index]?.geometryRange[0] ?? legs.at(-1)?.geometryRange[1] ?? -1;
    const position = geometry?.coordinates[at];
    return position === undefined ? {} : { position, distanceMeters: distanceBetween(given, position) };
  });
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
