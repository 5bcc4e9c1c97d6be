import type { Engine } from '@org/routing/embedded';
import { toLocation } from '../../engine/position.ts';
import { type LocationOptions, type SnappedPoint, snap } from '../../engine/snap.ts';
import { invalidValue, noSegment } from './problem.ts';
import { type OsrmRequest, readAmount, readEach, readWords } from './request.ts';

/** What each service gets: the request, and the engine with the costing of the profile. */
export interface OsrmCall {
  readonly engine: Engine;
  readonly request: OsrmRequest;
  readonly costing: string;
}

/** The options of each coordinate in the engine's words. */
export function locationOptions(request: OsrmRequest): LocationOptions[] {
  const bearings = readEach(request, 'bearings');
  const approaches = readEach(request, 'approaches');
  return readRadiuses(request).map((search_cutoff, index) => ({
    search_cutoff,
    ...convertBearing(bearings[index]),
    ...(approaches[index] === 'curb' && { preferred_side: 'same' }),
    ...(approaches[index] === 'opposite' && { preferred_side: 'opposite' }),
  }));
}

// OSRM's snapping has no limit; this one is the engine's own.
const unlimitedMeters = 35_000;

export function readRadiuses(request: OsrmRequest): number[] {
  return readEach(request, 'radiuses').map((text = 'unlimited') =>
    text === 'unlimited' ? unlimitedMeters : Math.min(unlimitedMeters, readAmount('radiuses', text)),
  );
}

function convertBearing(text: string | undefined): object {
  if (text === undefined) return {};
  const [degrees = '', range = ''] = text.split(',');
  const [heading, tolerance] = [readAmount('bearings', degrees), readAmount('bearings', range)];
  if (heading > 360 || tolerance > 180) throw invalidValue('bearings must be degrees,range.');
  return { heading: heading % 360, heading_tolerance: tolerance };
}

/** The coordinates with their options, for the engine. */
export function toLocations(request: OsrmRequest): object[] {
  const options = locationOptions(request);
  return request.positions.map((position, index) => ({ ...toLocation(position), ...options[index] }));
}

/** The classes of a car's profile, as hard exclusions of the engine. */
export function exclusionsOf({ request, costing }: OsrmCall): object {
  const names = readWords(request, 'exclude', Object.keys(classes));
  if (names.length === 0) return {};
  const settings = Object.fromEntries(names.map((name) => [classes[name] ?? name, true]));
  return { costing_options: { [costing]: settings } };
}

const classes: Readonly<Record<string, string>> = {
  toll: 'exclude_tolls',
  motorway: 'exclude_highways',
  ferry: 'exclude_ferries',
  tunnel: 'exclude_tunnels',
};

/** A place on a road, as OSRM describes it. */
export function describePlace({ position, distanceMeters, name = '' }: SnappedPoint) {
  return { name, location: position, distance: distanceMeters };
}

/** The nearest road of each coordinate. @throws {OsrmProblem} for a coordinate without one */
export async function snapEach({ engine, costing, request }: OsrmCall): Promise<SnappedPoint[]> {
  const { positions, signal } = request;
  const points = await snap(engine, costing, positions, signal, locationOptions(request));
  const radiuses = readRadiuses(request);
  return points.map((point, index) => {
    if (point === undefined || point.distanceMeters > (radiuses[index] ?? 0)) throw noSegment(index);
    return point;
  });
}
