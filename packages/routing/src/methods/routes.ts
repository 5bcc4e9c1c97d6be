import type { RoutingCallOptions } from '../call-options.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import type { PositionLike } from '../model/geometry/position.ts';
import type { AttributesRequest, AttributesResult } from '../model/routes/attributes.ts';
import type { DirectionsRequest, DirectionsResult, TwoOrMore } from '../model/routes/directions.ts';
import type { MatchRequest, MatchResult } from '../model/routes/match.ts';
import type { RoundTripRequest } from '../model/routes/round-trip.ts';
import type { Waypoint } from '../model/routes/waypoint.ts';

/** The method of a client whose driver has directions. @public */
export interface DirectionsMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Routes over two or more waypoints: geometry, legs and turn-by-turn steps.
   *
   * @throws InvalidInputError, UnsupportedError, LimitExceededError before anything is sent; NoRouteError and
   * PointNotFoundError from the engine.
   */
  directions<const Waypoints extends readonly (PositionLike | Waypoint)[]>(
    request: DirectionsRequest<Capabilities> & { readonly waypoints: Waypoints & TwoOrMore<Waypoints> },
    options?: RoutingCallOptions,
  ): Promise<DirectionsResult>;
}

/** The method of a client whose driver has round trips. @public */
export interface RoundTripMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * A route of about the requested length that ends where it starts.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  roundTrip(request: RoundTripRequest<Capabilities>, options?: RoutingCallOptions): Promise<DirectionsResult>;
}

/** The method of a client whose driver has map matching. @public */
export interface MatchMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The roads that a recorded track followed.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  match(request: MatchRequest<Capabilities>, options?: RoutingCallOptions): Promise<MatchResult>;
}

/** The method of a client whose driver has attributes along a line. @public */
export interface AttributesMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Surface, gradient and the like along a line that follows the roads.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  attributes(
    request: AttributesRequest<Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<AttributesResult>;
}
