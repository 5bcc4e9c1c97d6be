import { boxAround } from '../model/geometry/box.ts';
import { joinLines } from '../model/geometry/line.ts';
import type { SnappedPoint } from '../model/result.ts';
import type { DirectionsAnswer } from '../model/routes/directions.ts';
import type { Leg, Route } from '../model/routes/route.ts';
import { mergeAttributes } from './merge-attributes.ts';

/** Routes over consecutive chunks of waypoints as one route over all of them. */
export function mergeRoutes(routes: readonly Route[]): Route {
  const { coordinates, offsets } = joinLines(routes.map(({ geometry }) => geometry.coordinates));
  return {
    distanceMeters: sum(routes.map((route) => route.distanceMeters)),
    durationSeconds: sum(routes.map((route) => route.durationSeconds)),
    ...optionalSum('ascentMeters', routes),
    ...optionalSum('descentMeters', routes),
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs: routes.flatMap((route, index) => route.legs.map((leg) => shiftLeg(leg, offsets[index]?.[0] ?? 0))),
    ...mergeAttributes(routes, offsets),
  };
}

/** A waypoint that two chunks share comes from the first of them. */
export function mergeWaypoints(answers: readonly DirectionsAnswer[]): SnappedPoint[] {
  return answers.flatMap(({ waypoints }, index) => (index === 0 ? waypoints : waypoints.slice(1)));
}

function shiftLeg(leg: Leg, offset: number): Leg {
  const shift = ([from, to]: readonly [number, number]) => [from + offset, to + offset] as const;
  return {
    ...leg,
    geometryRange: shift(leg.geometryRange),
    steps: leg.steps.map((step) => ({ ...step, geometryRange: shift(step.geometryRange) })),
  };
}

function optionalSum(name: 'ascentMeters' | 'descentMeters', routes: readonly Route[]) {
  const values = routes.map((route) => route[name]).filter((value) => value !== undefined);
  return values.length === routes.length ? { [name]: sum(values) } : {};
}

// Rounded to the tenth of a millimetre or millisecond: 0.1 + 0.2 is 0.30000000000000004.
function sum(values: readonly number[]): number {
  return Math.round(values.reduce((total, value) => total + value, 0) * 10_000) / 10_000;
}
