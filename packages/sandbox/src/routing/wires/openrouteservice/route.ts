import { decodePolyline } from '@org/routing';
import { type Position, roundTo } from '../../engine/position.ts';
import type { Maneuver, Totals, Trip } from '../../engine/trip.ts';
import { convertMeters } from './parameters.ts';

export interface Rendering {
  readonly units: 'm' | 'km' | 'mi';
  readonly withSteps: boolean;
  readonly withManeuvers: boolean;
}

/** A route of openrouteservice, before its conversion to JSON or GeoJSON. */
export interface OrsRoute {
  readonly summary: { readonly distance?: number; readonly duration?: number };
  readonly segments: readonly object[];
  readonly line: readonly Position[];
  readonly wayPoints: readonly number[];
  /** Of each point of the line, if the request asks for elevation. */
  readonly heights?: readonly number[];
  readonly warnings: readonly { readonly code: number; readonly message: string }[];
}

export function mapTrip(trip: Trip, rendering: Rendering): OrsRoute {
  const line: Position[] = [];
  const wayPoints = [0];
  const segments = trip.legs.map((leg) => {
    const shape = decodePolyline(leg.shape, { precision: 6 }) as unknown as Position[];
    const offset = Math.max(0, line.length - 1); // legs share a point
    for (const point of line.length === 0 ? shape : shape.slice(1)) line.push(point);
    wayPoints.push(Math.max(0, line.length - 1));
    const steps = (leg.maneuvers ?? []).map((maneuver) => mapStep(maneuver, { rendering, offset, line }));
    return { ...totals(leg.summary, rendering), ...(rendering.withSteps && { steps }) };
  });
  const { distance, duration } = totals(trip.summary, rendering);
  return {
    // A summary omits zeros: that of a route without length is empty.
    summary: { ...(distance > 0 && { distance }), ...(duration > 0 && { duration }) },
    segments,
    line,
    wayPoints,
    warnings: trip.summary.has_toll ? [{ code: 2, message: 'There may be tolls along this route' }] : [],
  };
}

function totals({ length, time }: Totals, { units }: Rendering) {
  return { distance: convertMeters(length * 1000, units, 1), duration: roundTo(time, 1) };
}

interface StepContext {
  readonly rendering: Rendering;
  readonly offset: number;
  readonly line: readonly Position[];
}

function mapStep(maneuver: Maneuver, { rendering, offset, line }: StepContext) {
  const from = offset + maneuver.begin_shape_index;
  return {
    ...totals(maneuver, rendering),
    type: stepTypes.get(maneuver.type) ?? 6,
    instruction: maneuver.instruction,
    name: maneuver.street_names?.[0] ?? '-',
    ...(maneuver.type === 26 && { exit_number: maneuver.roundabout_exit_count ?? 1 }),
    way_points: [from, offset + maneuver.end_shape_index],
    ...(rendering.withManeuvers && {
      maneuver: {
        location: line[from],
        bearing_before: maneuver.bearing_before ?? 0,
        bearing_after: maneuver.bearing_after ?? 0,
      },
    }),
  };
}

// Valhalla's maneuvers as openrouteservice's instruction types. Others become "straight".
const stepTypes: ReadonlyMap<number, number> = new Map([
  ...pairs(11, [1, 2, 3]),
  ...pairs(10, [4, 5, 6]),
  ...pairs(0, [15]),
  ...pairs(1, [10]),
  ...pairs(2, [14]),
  ...pairs(3, [11]),
  ...pairs(4, [16]),
  ...pairs(5, [9]),
  ...pairs(6, [7, 8, 17, 22, 25]),
  ...pairs(7, [26]),
  ...pairs(8, [27]),
  ...pairs(9, [12, 13]),
  ...pairs(12, [19, 21, 24, 38]),
  ...pairs(13, [18, 20, 23, 37]),
]);

function pairs(type: number, maneuvers: readonly number[]): [number, number][] {
  return maneuvers.map((maneuver) => [maneuver, type]);
}
