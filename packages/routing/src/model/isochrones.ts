import { type Avoid, checkAvoid } from './avoid.ts';
import type { AvoidFeatureOf, ProfileOf, RoutingCapabilities } from './capabilities.ts';
import { anyObject, fields, listOf, oneOf, optional, positive, requireValid } from './issues.ts';
import { type Coordinate, checkPlaces, type MultiPolygon, type Polygon, type Position } from './position.ts';
import { checkProfile } from './profile.ts';
import type { EngineAnswer, RoutingResult } from './result.ts';

/** The unit of the ranges: seconds or metres. @public */
export type RangeType = 'time' | 'distance';

/** A request for the areas that are reachable within ranges. @public */
export interface IsochronesRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The places that the areas are around. */
  readonly locations: readonly Position[];
  /** The ranges: seconds with `rangeType: 'time'`, metres with `'distance'`. */
  readonly ranges: readonly number[];
  /** @defaultValue 'time' */
  readonly rangeType?: RangeType | undefined;
  /**
   * `from`: the area that is reachable from a location. `to`: the area from which the location is reachable.
   * @defaultValue 'from'
   */
  readonly direction?: 'from' | 'to' | undefined;
  /** What the routes avoid. */
  readonly avoid?: Avoid<AvoidFeatureOf<Capabilities>> | undefined;
  /**
   * Fields of the engine's own request that this model does not have, nested objects included. A field that
   * the request sets itself is an `InvalidInputError`.
   */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link IsochronesRequest}, ranges ascending and distinct: the input of a driver. @public */
export interface IsochronesQuery extends IsochronesRequest {
  /** `time` by default. */
  readonly rangeType: RangeType;
  /** `from` by default. */
  readonly direction: 'from' | 'to';
}

/** The area of one range of one location. @public */
export interface Isochrone {
  /** Index of the location in the request. */
  readonly locationIndex: number;
  /**
   * Seconds or metres, by the request's `rangeType`: the requested range, or another one that the engine
   * states.
   */
  readonly range: number;
  /** The area, as GeoJSON. */
  readonly geometry: Polygon | MultiPolygon;
  /** The area of `geometry`, on a sphere of the Earth's mean radius. */
  readonly areaSquareMeters: number;
  /** The location on the road, if the engine states it. */
  readonly center?: Coordinate;
}

/** The output of a driver's isochrones. @public */
export interface IsochronesAnswer extends EngineAnswer {
  /** In any order. */
  readonly isochrones: readonly Isochrone[];
}

/** The result of `isochrones()`. @public */
export interface IsochronesResult extends RoutingResult {
  /** Ordered by location, then by range, the smallest first. */
  readonly isochrones: readonly Isochrone[];
  /** Indexes of the locations without isochrones: no road is near them. */
  readonly missing: readonly number[];
}

const checkFields = fields({
  profile: checkProfile,
  locations: checkPlaces,
  ranges: listOf(positive, 'must be a list of one or more numbers', 1),
  rangeType: optional(oneOf(['time', 'distance'])),
  direction: optional(oneOf(['from', 'to'])),
  avoid: optional(checkAvoid),
  providerOptions: optional(anyObject),
});

export function parseIsochronesRequest(request: IsochronesRequest): IsochronesQuery {
  requireValid('isochrones', request, checkFields);
  return {
    ...request,
    ranges: [...new Set(request.ranges)].sort((a, b) => a - b),
    rangeType: request.rangeType ?? 'time',
    direction: request.direction ?? 'from',
  };
}
