import { fields, optional, positive, requireValid, wholeNumber } from '../check/issues.ts';
import type { RoutingCapabilities } from '../engine/capabilities.ts';
import { checkPosition, type PositionLike } from '../geometry/position.ts';
import { checkProfile } from '../travel/profile.ts';
import { commonChecks, type DirectionsQuery, type DirectionsRequest, queryOf } from './directions.ts';
import type { RoundTripShape } from './waypoint.ts';

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

const checkFields = fields({
  profile: checkProfile,
  ...commonChecks,
  start: checkPosition,
  lengthMeters: positive,
  points: optional(wholeNumber),
  seed: optional(wholeNumber),
});

export function parseRoundTripRequest(request: RoundTripRequest): DirectionsQuery {
  requireValid('roundTrip', request, checkFields);
  const { start, lengthMeters, points, seed, ...rest } = request;
  return { ...queryOf(rest, [start]), roundTrip: { lengthMeters, points, seed } };
}
