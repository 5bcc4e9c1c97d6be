import { door, measure, type RowsOf, required, withDefault } from '../check/reader.ts';
import type { ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import { type Position, type PositionLike, readPlaces } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult, SnappedPoint } from '../result.ts';
import { type Profile, readProfile } from '../travel/profile.ts';
import { defaultSnapRadiusMeters } from './snap-radius.ts';

/** A request for the nearest places on a road. @public */
export interface SnapRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The places to snap. */
  readonly positions: readonly PositionLike[];
  /** The largest distance to a road. @defaultValue 350 */
  readonly radiusMeters?: number | undefined;
}

/** A checked {@link SnapRequest} with its defaults: the input of a driver. @public */
export interface SnapQuery {
  /** The mode of travel. */
  readonly profile: Profile;
  /** The places, checked. */
  readonly positions: readonly Position[];
  /** 350 by default. */
  readonly radiusMeters: number;
}

/** The output of a driver's snap. @public */
export interface SnapAnswer extends EngineAnswer {
  /** One for each position, in order. */
  readonly points: readonly SnappedPoint[];
}

/** The result of `snap()`: `position: null` for a place without a road near. @public */
export interface SnapResult extends RoutingResult {
  /** One for each position, in order. */
  readonly points: readonly SnappedPoint[];
}

export const snapDoor = door('snap', {
  profile: required(readProfile),
  positions: required(readPlaces),
  radiusMeters: withDefault(measure, defaultSnapRadiusMeters),
} satisfies RowsOf<SnapRequest>);
