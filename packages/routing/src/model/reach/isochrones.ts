import {
  type AddIssue,
  boolean,
  door,
  listOf,
  measure,
  oneOf,
  optional,
  type RowsOf,
  readerOf,
  readProviderOptions,
  required,
  withDefault,
} from '../check/reader.ts';
import type {
  AvoidOf,
  OptionOf,
  ProfileOf,
  RangeType,
  RangeTypeOf,
  RoutingCapabilities,
} from '../engine/capabilities.ts';
import type { NoSuchOption, NotHonoured } from '../engine/not-honoured.ts';
import {
  type Coordinate,
  type LineString,
  type MultiPolygon,
  type Polygon,
  type Position,
  type PositionLike,
  readPlaces,
  readPosition,
} from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import { avoidRows, type CheckedAvoid, nothingAvoided, readAvoid } from '../travel/avoid.ts';
import type { EngineQuery } from '../travel/profile.ts';
import { readProfile } from '../travel/profile.ts';
import type { IsochroneAttribute } from '../travel/road-attributes.ts';

/** The attributes of a driver's isochrones. @public */
export type IsochroneAttributeOf<Capabilities extends RoutingCapabilities> = NonNullable<
  Capabilities['options']['isochroneAttributes']
>[number];

/** A request for the areas that are reachable within ranges. @public */
export interface IsochronesRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The places that the areas are around. */
  readonly locations: readonly PositionLike[];
  /** The ranges: seconds with `rangeType: 'time'`, metres with `'distance'`. */
  readonly ranges: readonly number[];
  /** @defaultValue 'time' */
  readonly rangeType?: RangeTypeOf<Capabilities> | undefined;
  /**
   * `from`: the area that is reachable from a location. `to`: the area from which the location is reachable.
   * @defaultValue 'from'
   */
  readonly direction?: 'from' | 'to' | undefined;
  /** Things that the routes avoid. */
  readonly avoid?:
    | (Capabilities['options'] extends { readonly isochroneAvoid: false }
        ? AvoidOf<Capabilities> & NotHonoured<NoSuchOption<'avoid'>>
        : AvoidOf<Capabilities>)
    | undefined;
  /** Attributes to state of each area, beyond its size. */
  readonly attributes?: readonly IsochroneAttributeOf<Capabilities>[] | undefined;
  /**
   * Sends more ranges than the engine takes in several requests. The areas of different requests are not
   * fitted to each other: they may differ a little from those of one request.
   * @defaultValue false: too many ranges are a `LimitExceededError`
   */
  readonly approximate?: boolean | undefined;
  /** How smooth the areas are, from 0 to 1. @defaultValue the engine's */
  readonly smoothing?: OptionOf<Capabilities, 'smoothing', number>;
  /**
   * Fields of the engine's own request that this model does not have, nested objects included. A field that
   * the request sets itself is an `InvalidInputError`.
   */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link IsochronesRequest}, ranges ascending and distinct: the input of a driver. @public */
export interface IsochronesQuery extends EngineQuery {
  /** The places, checked. */
  readonly locations: readonly Position[];
  /** Seconds or metres, by `rangeType`. */
  readonly ranges: readonly number[];
  /** `time` by default. */
  readonly rangeType: RangeType;
  /** `from` by default. */
  readonly direction: 'from' | 'to';
  /** Things that the routes avoid; each area as a ring. */
  readonly avoid: CheckedAvoid;
  /** None by default. */
  readonly attributes: readonly IsochroneAttribute[];
  /** From 0 to 1; `undefined` for the engine's own. */
  readonly smoothing: number | undefined;
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
  /** The people who live there; only with the attribute `population`. */
  readonly population?: number | undefined;
  /** The area as a part of the circle of the range; only with the attribute `reachFactor`. */
  readonly reachFactor?: number | undefined;
}

/** The output of a driver's isochrones. @public */
export interface IsochronesAnswer extends EngineAnswer {
  /** In any order. */
  readonly isochrones: readonly Isochrone[];
}

/** Isochrones without an answer; only with `partial`. @public */
export interface IsochronesFailure {
  /** The locations of the part: from the first index up to, but without, the second. */
  readonly locations: readonly [from: number, to: number];
  /** The ranges of the part. */
  readonly ranges: readonly number[];
  /** The error of the part. */
  readonly error: unknown;
}

/** The result of `isochrones()`. @public */
export interface IsochronesResult extends RoutingResult {
  /** Ordered by location, then by range, the smallest first. */
  readonly isochrones: readonly Isochrone[];
  /** Indexes of the locations without isochrones: no road is near them. */
  readonly missing: readonly number[];
}

const readRanges = listOf(measure, 'must be a list of one or more numbers', 1);
const rangeTypes = oneOf(['time', 'distance']);

export const isochronesDoor = door('isochrones', {
  profile: required(readProfile),
  locations: required(readPlaces),
  ranges: required((value: unknown, path: string, add: AddIssue) =>
    [...new Set(readRanges(value, path, add))].sort((a, b) => a - b),
  ),
  rangeType: withDefault(rangeTypes, 'time', [
    { capability: 'rangeTypes', words: 'rangeType "*"', ifAbsent: 'honoured' },
  ]),
  direction: withDefault(oneOf(['from', 'to']), 'from'),
  avoid: withDefault(
    readAvoid,
    nothingAvoided,
    [{ capability: 'isochroneAvoid', words: 'avoid', ifAbsent: 'honoured' }],
    avoidRows,
  ),
  approximate: withDefault(boolean, false),
  attributes: withDefault(
    listOf(oneOf(['population', 'reachFactor']), 'must be a list of attributes'),
    [],
    [{ capability: 'isochroneAttributes', words: 'attribute "*"' }],
  ),
  smoothing: optional(
    readerOf<number>(
      (value) => Number.isFinite(value) && Number(value) >= 0 && Number(value) <= 1,
      'must be from 0 to 1',
    ),
    [{ capability: 'smoothing', words: 'smoothing' }],
  ),
  providerOptions: optional(readProviderOptions),
} satisfies RowsOf<IsochronesRequest>);

/** A request for the roads that a search from one place visits, up to a range. @public */
export interface ExpansionRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** Where the search starts. */
  readonly position: PositionLike;
  /** Seconds with `rangeType: 'time'`, metres with `'distance'`. */
  readonly range: number;
  /** @defaultValue 'time' */
  readonly rangeType?: 'time' | 'distance' | undefined;
  /** Fields of the engine's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link ExpansionRequest} with its defaults: the input of a driver. @public */
export interface ExpansionQuery extends EngineQuery {
  /** Checked. */
  readonly position: Position;
  /** Seconds or metres, by `rangeType`. */
  readonly range: number;
  /** `time` by default. */
  readonly rangeType: 'time' | 'distance';
}

/** A road that the search visited. @public */
export interface ExpandedEdge {
  /** Its line. */
  readonly geometry: LineString;
  /** Time from the start to its end. */
  readonly durationSeconds?: number | undefined;
  /** Distance from the start to its end. */
  readonly distanceMeters?: number | undefined;
}

/** The output of a driver's expansion. @public */
export interface ExpansionAnswer extends EngineAnswer {
  /** In the order of the search. */
  readonly edges: readonly ExpandedEdge[];
}

/** The result of `expansion()`. @public */
export interface ExpansionResult extends RoutingResult {
  /** In the order of the search. */
  readonly edges: readonly ExpandedEdge[];
}

export const expansionDoor = door('expansion', {
  profile: required(readProfile),
  position: required(readPosition),
  range: required(measure),
  rangeType: withDefault(rangeTypes, 'time'),
  providerOptions: optional(readProviderOptions),
} satisfies RowsOf<ExpansionRequest>);
