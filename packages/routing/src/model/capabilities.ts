import type { AvoidFeature, VehicleField } from './avoid.ts';
import type { PerProfile, Profile } from './profile.ts';

/**
 * How much an engine takes in one request. Larger requests are split where that is exact, and refused where
 * it is not.
 *
 * @public
 */
export interface RequestCaps {
  /** Waypoints of one directions request. */
  readonly waypoints: PerProfile<number>;
  /** Other routes beside the best one. */
  readonly alternatives: number;
  /** Locations of one isochrones request. */
  readonly isochroneLocations: number;
  /** Ranges of one isochrones request. */
  readonly isochroneRanges: number;
  /** Origins times destinations. */
  readonly matrixCells: number;
  /** Positions of one snap request. */
  readonly snapPositions: number;
}

/** How requests beyond a cap may be cut so that the answer stays the same. @public */
export interface SplitRules {
  /** `chunks`: the engine computes leg by leg, so a cut at a waypoint changes nothing. */
  readonly directions: 'chunks' | 'never';
  /** `rows`: one origin at a time, for engines that answer a single row more truly than many. */
  readonly matrix: PerProfile<'tiles' | 'rows'>;
  /** The warning of a matrix in several tiles, where the engine's tiles are not exactly its whole. */
  readonly tilesWarning?: string | undefined;
}

/** Options that not every engine honours. @public */
export interface OptionSupport<Feature extends AvoidFeature = AvoidFeature> {
  /** Features that a route of the profile stays away from. The rest is refused with an `UnsupportedError`. */
  readonly avoidFeatures: PerProfile<readonly Feature[]>;
  /** `avoid.areas`. */
  readonly avoidAreas: boolean;
  /** Fields of `vehicle` that decide which roads a route of the profile uses. The rest is refused. */
  readonly vehicle: PerProfile<readonly VehicleField[]>;
  /** `elevation` of directions. */
  readonly elevation: boolean;
  /** `continueStraight` of directions. */
  readonly continueStraight: boolean;
  /** `avoid` in matrices too, not only in directions and isochrones. */
  readonly matrixAvoid: boolean;
}

/**
 * What a driver can do, as data. The first five say which methods a client has, already in the types; the
 * rest is checked before a request is sent, so that nothing is lost silently.
 *
 * @public
 */
export interface RoutingCapabilities {
  /** Has `directions()`. */
  readonly directions: boolean;
  /** Has `isochrones()`. */
  readonly isochrones: boolean;
  /** Has `matrix()` and `matrix.stream()`. */
  readonly matrix: boolean;
  /** Has `snap()`. */
  readonly snap: boolean;
  /** Other endpoints of the service, through `client.request()`. */
  readonly rawRequests: boolean;
  /** The profiles that requests may name. */
  readonly profiles: readonly Profile[];
  /** The options that it honours. */
  readonly options: OptionSupport;
  /** How much it takes in one request. */
  readonly caps: RequestCaps;
  /** How larger requests are split. */
  readonly split: SplitRules;
}

/** The profiles of a driver. @public */
export type ProfileOf<Capabilities extends RoutingCapabilities> = Capabilities['profiles'][number];

/** The features that routes of a driver can avoid, at least with some of its profiles. @public */
export type AvoidFeatureOf<Capabilities extends RoutingCapabilities> =
  Capabilities['options'] extends OptionSupport<infer Feature> ? Feature : AvoidFeature;
