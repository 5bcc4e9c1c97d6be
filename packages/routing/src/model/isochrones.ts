import { type Avoid, checkAvoid } from './avoid.ts';
import type { AvoidFeatureOf, ProfileOf, RoutingCapabilities } from './capabilities.ts';
import {
  checkEach,
  checkNumber,
  checkOneOf,
  checkProviderOptions,
  type Fields,
  type IssueList,
  requireValid,
} from './issues.ts';
import { type Coordinate, checkPlaces, type MultiPolygon, type Polygon, type Position } from './position.ts';
import { checkProfile } from './profile.ts';
import type { EngineAnswer, RoutingResult } from './result.ts';

/** What the ranges of an isochrone count: seconds, or metres. @public */
export type RangeType = 'time' | 'distance';

/** From where, how far, and by which means. @public */
export interface IsochronesRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** How one travels; the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The places in the middle. */
  readonly locations: readonly Position[];
  /** How far: seconds with `rangeType: 'time'`, metres with `'distance'`. */
  readonly ranges: readonly number[];
  /** @defaultValue 'time' */
  readonly rangeType?: RangeType | undefined;
  /**
   * What can be reached `from` each location, or from where each can be reached (`to`). @defaultValue 'from'
   */
  readonly direction?: 'from' | 'to' | undefined;
  /** What the ways stay away from. */
  readonly avoid?: Avoid<AvoidFeatureOf<Capabilities>> | undefined;
  /**
   * Added to the request as the engine spells it, objects within objects too, for what this model has no word
   * for. A key that the request has set is an `InvalidInputError`.
   */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** An {@link IsochronesRequest} as drivers get it: checked, ranges ascending and each once. @public */
export interface IsochronesQuery extends IsochronesRequest {
  /** `time` where the request has none. */
  readonly rangeType: RangeType;
  /** `from` where the request has none. */
  readonly direction: 'from' | 'to';
}

/** The area within one range of one location. @public */
export interface Isochrone {
  /** Index of the location in the request. */
  readonly locationIndex: number;
  /**
   * Seconds or metres, by the request's `rangeType`: the range asked for, or another one that the engine
   * states.
   */
  readonly range: number;
  /** The area, as GeoJSON. */
  readonly geometry: Polygon | MultiPolygon;
  /** Of `geometry`, on a sphere of the Earth's mean radius. */
  readonly areaSquareMeters: number;
  /** Where the location is on the road, where the engine tells. */
  readonly center?: Coordinate;
}

/** Isochrones as a driver gives them. @public */
export interface IsochronesAnswer extends EngineAnswer {
  /** In any order. */
  readonly isochrones: readonly Isochrone[];
}

/** The areas, location by location, each from the smallest range to the largest. @public */
export interface IsochronesResult extends RoutingResult {
  /** Ordered by location, then by range, the smallest first. */
  readonly isochrones: readonly Isochrone[];
  /** Indexes of the locations that have no road near, and so no isochrones. */
  readonly missing: readonly number[];
}

const keys = ['profile', 'locations', 'ranges', 'rangeType', 'direction', 'avoid', 'providerOptions'];

export function parseIsochronesRequest(request: IsochronesRequest): IsochronesQuery {
  requireValid('isochrones', request, keys, checkRequest);
  return {
    ...request,
    ranges: [...new Set(request.ranges)].sort((a, b) => a - b),
    rangeType: request.rangeType ?? 'time',
    direction: request.direction ?? 'from',
  };
}

function checkRequest(request: Fields, issues: IssueList): void {
  checkProfile(request['profile'], issues);
  checkPlaces(request['locations'], 'locations', issues);
  checkRanges(request['ranges'], issues);
  checkOneOf(request['rangeType'], 'rangeType', ['time', 'distance'], issues);
  checkOneOf(request['direction'], 'direction', ['from', 'to'], issues);
  checkAvoid(request['avoid'], issues);
  checkProviderOptions(request['providerOptions'], issues);
}

function checkRanges(value: unknown, issues: IssueList): void {
  if (!Array.isArray(value) || value.length === 0) {
    issues.add('ranges', 'must be a list of one or more numbers');
    return;
  }
  checkEach(value, 'ranges', (range, path) => {
    checkNumber(range ?? Number.NaN, path, { min: 0, exclusive: true }, issues);
  });
}
