import { mergeProviderOptions } from '@org/core/driver';
import type { CheckedWaypoint, DirectionsQuery } from '../../driver.ts';
import { convertToCosting } from './costing.ts';
import { convertToLanguage } from './language.ts';
import { convertToLocation, exclusions, type ValhallaRequest } from './locations.ts';

/** The elevation data that the engine uses has a point every 30 m. */
const elevationIntervalMeters = 30;

/** Source: valhalla/valhalla docs, "Turn-by-turn API" and "Optimized Route API". */
export function encodeDirections(query: DirectionsQuery): ValhallaRequest {
  const { waypoints, alternatives } = query;
  const body = {
    locations: waypoints.map((waypoint, index) => convertToStop(waypoint, index, query)),
    ...convertToCosting(query),
    ...exclusions(query.avoid),
    units: 'km',
    language: convertToLanguage(query.language),
    directions_type: query.steps ? 'instructions' : 'none',
    ...(alternatives > 0 ? { alternates: alternatives } : {}),
    ...convertToTime(query),
    ...(query.elevation ? { elevation_interval: elevationIntervalMeters } : {}),
  };
  const action = query.optimizeOrder ? 'optimized_route' : 'route';
  return { action, body: mergeProviderOptions(body, query.providerOptions) };
}

function convertToStop(waypoint: CheckedWaypoint, index: number, query: DirectionsQuery) {
  const { position, snapRadiusMeters = query.snapRadiusMeters, bearing, side = 'any' } = waypoint;
  const { degrees, toleranceDegrees } = bearing ?? {};
  return {
    ...convertToLocation(position, snapRadiusMeters),
    type: typeOf(waypoint, index, query),
    ...(degrees === undefined ? {} : { heading: Math.round(degrees) }),
    ...(toleranceDegrees === undefined ? {} : { heading_tolerance: Math.round(toleranceDegrees) }),
    ...(side === 'any' ? {} : { preferred_side: side }),
  };
}

// `break` and `break_through` end a leg, `via` and `through` do not. Those with `through` forbid a U-turn.
function typeOf({ role }: CheckedWaypoint, index: number, query: DirectionsQuery): string {
  if (index === 0 || index === query.waypoints.length - 1) return 'break';
  if (role === 'via') return query.continueStraight ? 'through' : 'via';
  return query.continueStraight ? 'break_through' : 'break';
}

function convertToTime({ departAt, arriveBy }: DirectionsQuery) {
  if (departAt !== undefined) return { date_time: { type: 1, value: departAt } };
  return arriveBy === undefined ? {} : { date_time: { type: 2, value: arriveBy } };
}
