import type { RoutingCapabilities } from './capabilities.ts';
import { commonChecks, type DirectionsQuery, type DirectionsRequest, queryOf } from './directions.ts';
import { fields, optional, positive, requireValid, wholeNumber } from './issues.ts';
import { checkPosition, type PositionLike } from './position.ts';
import { checkProfile } from './profile.ts';
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
