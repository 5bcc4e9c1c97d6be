import { fields, optional, positive, requireValid, wholeNumber } from '../check/issues.ts';
import type { ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import { checkPosition, type Position, type PositionLike } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult, SnappedPoint } from '../result.ts';
import { checkProfile, type Profile } from '../travel/profile.ts';
import { defaultSnapRadiusMeters } from './snap.ts';

/** A request for the roads near one place. @public */
export interface NearestRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The place. */
  readonly position: PositionLike;
  /** The largest number of points. @defaultValue 1 */
  readonly limit?: number | undefined;
  /** The largest distance to a road. @defaultValue 350 */
  readonly radiusMeters?: number | undefined;
}

/** A checked {@link NearestRequest} with its defaults: the input of a driver. @public */
export interface NearestQuery {
  /** The mode of travel. */
  readonly profile: Profile;
  /** The place. */
  readonly position: Position;
  /** 1 by default. */
  readonly limit: number;
  /** 350 by default. */
  readonly radiusMeters: number;
}

/** The output of a driver's nearest. @public */
export interface NearestAnswer extends EngineAnswer {
  /** The points on roads, the nearest first; none if no road is near. */
  readonly points: readonly SnappedPoint[];
}

/** The result of `nearest()`. @public */
export interface NearestResult extends RoutingResult {
  /** The points on roads, the nearest first; none if no road is near. */
  readonly points: readonly SnappedPoint[];
}

const checkFields = fields({
  profile: checkProfile,
  position: checkPosition,
  limit: optional(wholeNumber),
  radiusMeters: optional(positive),
});

export function parseNearestRequest(request: NearestRequest): NearestQuery {
  requireValid('nearest', request, checkFields);
  return {
    profile: request.profile,
    position: request.position as Position,
    limit: request.limit ?? 1,
    radiusMeters: request.radiusMeters ?? defaultSnapRadiusMeters,
  };
}
