import { checkPlaces } from './isochrones.ts';
import { checkKeys, checkNumber, createIssueList, isObject } from './issues.ts';
import type { Position } from './position.ts';
import { checkProfile, type Profile } from './profile.ts';
import type { EngineAnswer, RoutingResult, SnappedPoint } from './result.ts';

/** Positions to be put on the nearest road. @public */
export interface SnapRequest {
  readonly profile: Profile;
  readonly positions: readonly Position[];
  /** How far a road may be. @defaultValue 350 */
  readonly radiusMeters?: number | undefined;
}

/** A {@link SnapRequest} as drivers get it: checked, with its defaults filled in. @public */
export interface SnapQuery extends SnapRequest {
  readonly radiusMeters: number;
}

/** Snapped positions as a driver gives them. @public */
export interface SnapAnswer extends EngineAnswer {
  readonly points: readonly SnappedPoint[];
}

/** The nearest place on a road for each position, `position: null` where none is near. @public */
export interface SnapResult extends RoutingResult {
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
