import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import type { DirectionsAnswer, DirectionsQuery, Leg, Route, Step } from '../../model/directions.ts';
import { joinLines } from '../../model/line.ts';
import type { Coordinate } from '../../model/position.ts';
import type { RoutingWarning, SnappedPoint } from '../../model/result.ts';
import { boxAround, distanceBetween } from '../../model/sphere.ts';
import { requirePlausible } from '../plausible.ts';
import { readAnswer } from '../read-answer.ts';
import { LineIndex, readLine } from '../read-line.ts';
import { convertToValhallaLanguage } from './language.ts';
import { mapValhallaManeuver } from './maneuvers.ts';
import { mapValhallaWarnings, ValhallaWarnings, valhallaAttribution } from './warnings.ts';

const Summary = lazily(() =>
  z.object({ time: z.number(), length: z.number(), has_ferry: z.optional(z.boolean()) }),
);

const WireManeuver = lazily(() =>
  z.object({
    type: z.number(),
    instruction: z.optional(z.string()),
    street_names: z.optional(z.array(z.string())),
    time: z.number(),
    length: z.number(),
    begin_shape_index: LineIndex(),
    end_shape_index: LineIndex(),
    roundabout_exit_count: z.optional(z.number()),
  }),
);

const WireLeg = lazily(() =>
  z.object({
    shape: z.string(),
    summary: Summary(),
    maneuvers: z.optional(z.array(WireManeuver())),
  }),
);

const Trip = lazily(() =>
  z.object({
    legs: z.array(WireLeg()).check(z.minLength(1)),
    summary: Summary(),
    units: z.optional(z.string()),
    language: z.optional(z.string()),
  }),
);

/** Source: valhalla/valhalla docs, "Turn-by-turn API", outputs. */
const RouteAnswer = lazily(() =>
  z.object({
    trip: Trip(),
    alternates: z.optional(z.array(z.object({ trip: Trip() }))),
    warnings: ValhallaWarnings(),
  }),
);

type WireTrip = z.infer<ReturnType<typeof Trip>>;

export function mapValhallaRoute(value: unknown, query: DirectionsQuery): DirectionsAnswer {
  const answer = readAnswer(RouteAnswer, value);
  const trips = [answer.trip, ...(answer.alternates ?? []).map(({ trip }) => trip)];
  const routes = trips.map(mapTrip);
  return {
    routes,
    waypoints: requirePlausible(snappedWaypoints(routes[0], query)),
    warnings: [
      ...mapValhallaWarnings(answer.warnings),
      ...languageWarning(answer.trip, query),
      ...ferryWarning(trips, query),
    ],
    attribution: valhallaAttribution,
    raw: value,
  };
}

function mapTrip(trip: WireTrip): Route {
  const metersPerUnit = trip.units === 'miles' ? 1609.344 : 1000;
  const { coordinates, offsets } = joinLines(
    trip.legs.map(({ shape }) => readLine(shape, 'trip.legs.shape', { precision: 6 })),
  );
  return {
    distanceMeters: meters(trip.summary.length, metersPerUnit),
    durationSeconds: trip.summary.time,
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs: trip.legs.map((leg, index) => mapLeg(leg, offsets[index] ?? [0, 0], metersPerUnit)),
  };
}

function mapLeg(
  leg: z.infer<ReturnType<typeof WireLeg>>,
  range: readonly [number, number],
  metersPerUnit: number,
): Leg {
  const [from, to] = range;
  const within = (index: number) => Math.min(from + index, to);
  return {
    distanceMeters: meters(leg.summary.length, metersPerUnit),
    durationSeconds: leg.summary.time,
    geometryRange: range,
    steps: (leg.maneuvers ?? []).map((maneuver): Step => {
      const { street_names: names, roundabout_exit_count: exit, instruction } = maneuver;
      return {
        maneuver: {
          ...mapValhallaManeuver(maneuver.type),
          ...(exit === undefined ? {} : { exit }),
          providerType: maneuver.type,
        },
        ...(instruction === undefined ? {} : { instruction }),
        ...(names?.[0] === undefined ? {} : { name: names.join(' / ') }),
        distanceMeters: meters(maneuver.length, metersPerUnit),
        durationSeconds: maneuver.time,
        geometryRange: [within(maneuver.begin_shape_index), within(maneuver.end_shape_index)],
      };
    }),
  };
}

// The engine gives thousandths of a kilometre: whole metres are all it knows.
function meters(length: number, metersPerUnit: number): number {
  return Math.round(length * metersPerUnit);
}

// The answer repeats the places as they were given; where a leg begins and ends on the road is in its shape.
function snappedWaypoints(route: Route | undefined, query: DirectionsQuery): SnappedPoint[] {
  const at = (index: number): Coordinate | undefined => route?.geometry.coordinates[index];
  return query.waypoints.map(({ position: given }, index): SnappedPoint => {
    const leg = route?.legs[index];
    const position =
      leg === undefined ? at(route?.legs.at(-1)?.geometryRange[1] ?? -1) : at(leg.geometryRange[0]);
    return position === undefined ? {} : { position, distanceMeters: distanceBetween(given, position) };
  });
}

function languageWarning({ language }: WireTrip, query: DirectionsQuery): DirectionsAnswer['warnings'] {
  const wanted = convertToValhallaLanguage(query.language);
  if (!query.steps || language === undefined || language === wanted) return [];
  return [
    {
      kind: 'not-honoured',
      message: `The instructions are in ${language}: the engine has none in ${wanted}.`,
    },
  ];
}

// Engine 3.6.1 on Heidelberg, on foot: 80 of 306 shortest routes took a ferry and were longer than the
// recommended ones, by up to 2080 m. Without ferries none was longer, nor was any by bicycle, car or moped.
function ferryWarning(trips: readonly WireTrip[], { preference }: DirectionsQuery): RoutingWarning[] {
  if (preference !== 'shortest' || !trips.some(({ summary }) => summary.has_ferry === true)) return [];
  const message =
    'The route takes a ferry, whose length Valhalla weighs too low: a shorter route may exist. Compare with avoid.features "ferries".';
  return [{ kind: 'notice', message }];
}
