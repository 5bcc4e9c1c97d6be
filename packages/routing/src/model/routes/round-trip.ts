import { door, measure, optional, type RowsOf, required, wholeNumber } from '../check/reader.ts';
import type { RoutingCapabilities } from '../engine/capabilities.ts';
import { type PositionLike, readPosition } from '../geometry/position.ts';
import { readProfile } from '../travel/profile.ts';
import { type DirectionsQuery, type DirectionsRequest, routeRows } from './directions.ts';
import { type RoundTripShape, waypointAt } from './waypoint.ts';

/** A request for a route that ends where it starts. @public */
export interface RoundTripRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities>
  extends Pick<
      DirectionsRequest<Capabilities>,
      | 'profile'
      | 'preference'
      | 'avoid'
      | 'vehicle'
      | 'attributes'
      | 'steps'
      | 'elevation'
      | 'language'
      | 'snapRadiusMeters'
      | 'providerOptions'
    >,
    RoundTripShape {
  /** Where the trip starts and ends. */
  readonly start: PositionLike;
}

export const roundTripDoor = door('roundTrip', {
  profile: required(readProfile),
  ...routeRows,
  start: required(readPosition),
  lengthMeters: required(measure),
  points: optional(wholeNumber),
  seed: optional(wholeNumber),
} satisfies RowsOf<RoundTripRequest>);

export function readRoundTrip(request: unknown): DirectionsQuery {
  const { start, lengthMeters, points, seed, ...route } = roundTripDoor.read(request);
  return {
    ...route,
    waypoints: [waypointAt(start)],
    roundTrip: { lengthMeters, points, seed },
    alternatives: 0,
    continueStraight: false,
    departAt: undefined,
    arriveBy: undefined,
    optimizeOrder: false,
  };
}
