import type { PerProfile } from '../travel/profile.ts';

/**
 * The largest request that an engine accepts. Larger requests are split where that gives the same result, and
 * refused otherwise. @public
 */
export interface RequestCaps {
  /** Waypoints of one directions request. */
  readonly waypoints: PerProfile<number>;
  /** The same where waypoints have a bearing, a side or a radius. @defaultValue `waypoints` */
  readonly waypointsWithOptions?: number | undefined;
  /** Metres, straight from waypoint to waypoint, of one directions request. @defaultValue any number */
  readonly distanceMeters?: PerProfile<number> | undefined;
  /** As `distanceMeters`, for a request with `avoid.areas`. @defaultValue `distanceMeters` */
  readonly distanceWithAreasMeters?: PerProfile<number> | undefined;
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
  /** Positions of one elevation request. @defaultValue any number */
  readonly elevationPositions?: number | undefined;
  /** Positions of the line of one attributes request. @defaultValue any number */
  readonly attributesPositions?: number | undefined;
  /** Length of the line of one attributes request. @defaultValue any length */
  readonly attributesMeters?: number | undefined;
  /** Stops of one optimisation: a job has one, a shipment two. @defaultValue any number */
  readonly optimizeStops?: number | undefined;
  /** Vehicles of one optimisation. @defaultValue any number */
  readonly optimizeVehicles?: number | undefined;
}

/** The requests that a service allows, for one operation. @public */
export interface RequestRate {
  /** In any 60 seconds. */
  readonly perMinute?: number | undefined;
  /** In a day. */
  readonly perDay?: number | undefined;
}

/** How requests above a cap may be split without changing the result. @public */
export interface SplitRules {
  /** `chunks`: the engine computes leg by leg, so a split at a waypoint changes nothing. */
  readonly directions: 'chunks' | 'never';
  /** `rows`: one origin in each request, for engines whose matrices of one row are more exact. */
  readonly matrix: PerProfile<'tiles' | 'rows'>;
  /**
   * Names of `providerOptions` that concern all parts of a request together, by operation: a request with one
   * of them is not split.
   */
  readonly wholeOptions?: Readonly<Partial<Record<'isochrones' | 'matrix', readonly string[]>>> | undefined;
  /**
   * `true`: a bearing of a waypoint holds for the way to it only, and that of the first one for the way from
   * it. Directions are not split at a waypoint with a bearing.
   */
  readonly wholeBearings?: boolean | undefined;
  /** The warning for a matrix in several tiles, if the tiles may differ from one request. */
  readonly tilesWarning?: string | undefined;
}
