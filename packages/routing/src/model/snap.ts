import type { ProfileOf, RoutingCapabilities } from './capabilities.ts';
import { checkPlaces } from './isochrones.ts';
import { checkKeys, checkNumber, createIssueList, isObject } from './issues.ts';
import type { Position } from './position.ts';
import { checkProfile } from './profile.ts';
import type { EngineAnswer, RoutingResult, SnappedPoint } from './result.ts';

/** Positions to be put on the nearest road. @public */
export interface SnapRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** How one travels; the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The places to put on a road. */
  readonly positions: readonly Position[];
  /** How far a road may be. @defaultValue 350 */
  readonly radiusMeters?: number | undefined;
}

/** A {@link SnapRequest} as drivers get it: checked, with its defaults filled in. @public */
export interface SnapQuery extends SnapRequest {
  /** 350 where the request has none. */
  readonly radiusMeters: number;
}

/** Snapped positions as a driver gives them. @public */
export interface SnapAnswer extends EngineAnswer {
  /** One for each position, in order. */
  readonly points: readonly SnappedPoint[];
}

/** The nearest place on a road for each position, `position: null` where none is near. @public */
export interface SnapResult extends RoutingResult {
  /** One for each position, in order. */
  readonly points: readonly SnappedPoint[];
}

/** openrouteservice's largest; Valhalla alone would go 35 km. */
export const defaultSnapRadiusMeters = 350;

/** Checks all of a request at once. Throws an `InvalidInputError` that names everything wrong with it. */
export function parseSnapRequest(request: SnapRequest): SnapQuery {
  const issues = createIssueList();
  if (!isObject(request)) issues.add('', 'must be an object');
  else {
    checkKeys(request, ['profile', 'positions', 'radiusMeters'], '', issues);
    checkProfile(request['profile'], issues);
    checkPlaces(request['positions'], 'positions', issues);
    checkNumber(request['radiusMeters'], 'radiusMeters', { min: 0, exclusive: true }, issues);
  }
  issues.throwIfAny('snap');
  return { ...request, radiusMeters: request.radiusMeters ?? defaultSnapRadiusMeters };
}
