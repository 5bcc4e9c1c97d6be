import type { AvoidFeature, VehicleField } from './avoid.ts';
import type { PerProfile, Profile } from './profile.ts';

/**
 * The largest request that an engine accepts. Larger requests are split where that gives the same result, and
 * refused otherwise.
 *
 * @public
 */
export interface RequestCaps {
  /** Waypoints of one directions request. */
  readonly waypoints: PerProfile<number>;
  /** Alternative routes, the best one not included. */
  readonly alternatives: number;
  /** Locations of one isochrones request. */
  readonly isochroneLocations: number;
  /** Ranges of one isochrones request. */
  readonly isochroneRanges: number;
  /** Origins times destinations. */
  readonly matrixCells: number;
  /**
   * Origins and destinations of one matrix request together, for engines that count these.
   * @defaultValue any number within `matrixCells`
   */
  readonly matrixPlaces?: number | undefined;
  /** Positions of one snap request. */
  readonly snapPositions: number;
}

/** How requests above a cap may be split without changing the result. @public */
export interface SplitRules {
  /** `chunks`: the engine computes leg by leg, so a split at a waypoint changes nothing. */
  readonly directions: 'chunks' | 'never';
  /** `rows`: one origin in each request, for engines whose matrices of one row are more exact. */
  readonly matrix: PerProfile<'tiles' | 'rows'>;
  /** The warning for a matrix in several tiles, if the tiles may differ from one request. */
  readonly tilesWarning?: string | undefined;
}

/** The options that not every engine honours. @public */
export interface OptionSupport<Feature extends AvoidFeature = AvoidFeature> {
  /** The features that a route of the profile avoids. Others are an `UnsupportedError`. */
  readonly avoidFeatures: PerProfile<readonly Feature[]>;
  /** Honours `avoid.areas`. */
  readonly avoidAreas: boolean;
  /** The fields of `vehicle` that a route of the profile honours. Others are an `UnsupportedError`. */
  readonly vehicle: PerProfile<readonly VehicleField[]>;
  /** Honours `elevation` of directions. */
  readonly elevation: boolean;
  /** Honours `continueStraight` of directions. */
  readonly continueStraight: boolean;
  /** Honours `avoid` of matrices, not only of directions and isochrones. */
  readonly matrixAvoid: boolean;
}

/**
 * What a driver can do, as data. The first five fields decide which methods the type of a client has. The
 * rest is checked before a request is sent: no option is ignored silently.
 *
 * @public
 */
export interface RoutingCapabilities {
  /** The client has `directions()`. */
  readonly directions: boolean;
  /** The client has `isochrones()`. */
  readonly isochrones: boolean;
  /** The client has `matrix()` and `matrix.stream()`. */
  readonly matrix: boolean;
  /** The client has `snap()`. */
  readonly snap: boolean;
  /** The client has `request()`, for other endpoints of the service. */
  readonly rawRequests: boolean;
  /** The profiles that requests may name. */
  readonly profiles: readonly Profile[];
  /** The options that the engine honours. */
  readonly options: OptionSupport;
  /** The largest request. */
  readonly caps: RequestCaps;
  /** How larger requests are split. */
  readonly split: SplitRules;
}

/** The profiles of a driver. @public */
export type ProfileOf<Capabilities extends RoutingCapabilities> = Capabilities['profiles'][number];

/** The features that a driver can avoid, at least with some of its profiles. @public */
export type AvoidFeatureOf<Capabilities extends RoutingCapabilities> =
  Capabilities['options'] extends OptionSupport<infer Feature> ? Feature : AvoidFeature;

/** No option is honoured: a start for a driver's `options`, `{ ...noOptions, elevation: true }`. @public */
export const noOptions = {
  avoidFeatures: [],
  avoidAreas: false,
  vehicle: [],
  elevation: false,
  continueStraight: false,
  matrixAvoid: false,
} as const satisfies OptionSupport;

/** No request is accepted: a start for a driver's `caps`, `{ ...noCaps, waypoints: 50 }`. @public */
export const noCaps = {
  waypoints: 0,
  alternatives: 0,
  isochroneLocations: 0,
  isochroneRanges: 0,
  matrixCells: 0,
  snapPositions: 0,
} as const satisfies RequestCaps;
