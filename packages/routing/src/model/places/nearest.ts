import { door, measure, type RowsOf, readerOf, required, withDefault } from '../check/reader.ts';
import type { ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import { type Position, type PositionLike, readPosition } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult, SnappedPoint } from '../result.ts';
import { type Profile, readProfile } from '../travel/profile.ts';
import { defaultSnapRadiusMeters } from './snap-radius.ts';

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

const countOfPoints = readerOf<number>(
  (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000_000,
  'must be a whole number from 1 to 1000000',
);

export const nearestDoor = door('nearest', {
  profile: required(readProfile),
  position: required(readPosition),
  limit: withDefault(countOfPoints, 1),
  radiusMeters: withDefault(measure, defaultSnapRadiusMeters),
} satisfies RowsOf<NearestRequest>);
