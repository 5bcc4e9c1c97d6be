import type { HttpRequest } from '@org/core';
import { invalidInput, mergeProviderOptions } from '@org/core/driver';
import {
  type IsochronesQuery,
  isSamePlace,
  type MatrixQuery,
  type NearestQuery,
  type Position,
  withoutElevation,
} from '../../driver.ts';
import type { Rings } from './rings.ts';
import { nameOfProfile } from './service/profiles.ts';
import type { ServerSettings } from './service/settings.ts';

/** One request for isochrones of a location. */
export interface RingsQuery extends IsochronesQuery {
  readonly rings: Rings;
}

/** Source: GraphHopper Directions API, "Isochrone Endpoint". */
export function encodeIsochrones(query: RingsQuery, { profileNames }: ServerSettings): HttpRequest {
  const { locations, rangeType, direction, rings } = query;
  if (!Number.isInteger(rings.limit))
    throw invalidInput('ranges', 'must be whole seconds or metres for GraphHopper');
  const request = {
    profile: nameOfProfile(query.profile, profileNames),
    point: textOf(locations[0] ?? [0, 0]),
    [rangeType === 'time' ? 'time_limit' : 'distance_limit']: rings.limit,
    buckets: rings.buckets,
    reverse_flow: direction === 'to',
  };
  return { method: 'GET', path: '/isochrone', query: mergeProviderOptions(request, query.providerOptions) };
}

/** A place in a query: latitude first, unlike in bodies. */
export function textOf([longitude, latitude]: Position): string {
  return `${latitude},${longitude}`;
}

/** Source: GraphHopper Directions API, "POST Matrix Endpoint". */
export function encodeMatrix(query: MatrixQuery, path: '/matrix' | '/matrix/calculate'): HttpRequest {
  const { origins, destinations, metrics } = query;
  const body = {
    profile: nameOfProfile(query.profile),
    ...(isSameList(origins, destinations)
      ? { points: origins.map(withoutElevation) }
      : { from_points: origins.map(withoutElevation), to_points: destinations.map(withoutElevation) }),
    out_arrays: metrics.map((metric) => (metric === 'duration' ? 'times' : 'distances')),
    // Otherwise one unreachable pair fails the whole matrix.
    fail_fast: false,
  };
  return { method: 'POST', path, json: mergeProviderOptions(body, query.providerOptions) };
}

function isSameList(a: readonly Position[], b: readonly Position[]): boolean {
  return (
    a.length > 1 && a.length === b.length && a.every((place, index) => isSamePlace(place, b[index] ?? [0, 0]))
  );
}

/** Source: graphhopper/graphhopper NearestResource. It knows no profile. */
export function encodeNearest({ position }: NearestQuery): HttpRequest {
  return { method: 'GET', path: '/nearest', query: { point: textOf(position) } };
}
