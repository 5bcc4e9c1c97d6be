import type { ProfileOf, RoutingCapabilities } from './capabilities.ts';
import { checkNumber, requireValid } from './issues.ts';
import { checkPlaces, type Position } from './position.ts';
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

export function parseSnapRequest(request: SnapRequest): SnapQuery {
  requireValid('snap', request, ['profile', 'positions', 'radiusMeters'], (fields, issues) => {
    checkProfile(fields['profile'], issues);
    checkPlaces(fields['positions'], 'positions', issues);
    checkNumber(fields['radiusMeters'], 'radiusMeters', { min: 0, exclusive: true }, issues);
  });
  return { ...request, radiusMeters: request.radiusMeters ?? defaultSnapRadiusMeters };
}
