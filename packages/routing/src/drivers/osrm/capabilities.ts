import type { AvoidFeature, Profile, RequestCaps, RoutingCapabilities, SplitRules } from '../../driver.ts';
import type { OsrmAttribute } from './attribute.ts';

/** The features that OSRM's own profiles have a class for. @public */
export type OsrmAvoidFeature = Extract<AvoidFeature, 'tolls' | 'motorways' | 'ferries' | 'tunnels'>;

/** The services of OSRM. @public */
export type OsrmService = 'route' | 'table' | 'nearest' | 'match' | 'trip';

/** The largest request of a server. @public */
export interface OsrmCaps extends RequestCaps {
  /** Waypoints of directions with `optimizeOrder`. */
  readonly tripWaypoints: number;
  /** Points of one track. */
  readonly tracePoints: number;
}

/**
 * Source: Project-OSRM/osrm-backend src/tools/routed.cpp, the defaults of `osrm-routed`. The waypoints of one
 * GET request are those that fit into 8,000 characters; the server takes 500. A waypoint has up to 31 of
 * them, and up to 60 with its own options.
 */
export const osrmCaps: OsrmCaps = {
  waypoints: 250,
  waypointsWithOptions: 125,
  alternatives: 3,
  isochroneLocations: 0,
  isochroneRanges: 0,
  matrixCells: 10_000,
  matrixPlaces: 100,
  // Servers from 26.10 on take ten.
  snapPositions: 1,
  tripWaypoints: 100,
  tracePoints: 100,
};

/** The options that OSRM honours, as a type. @public */
export interface OsrmOptionSupport<
  Feature extends OsrmAvoidFeature = OsrmAvoidFeature,
  Attribute extends OsrmAttribute = OsrmAttribute,
> {
  readonly avoidFeatures: readonly Feature[];
  readonly avoidAreas: false;
  readonly vehicle: readonly [];
  readonly elevation: false;
  readonly continueStraight: true;
  readonly matrixAvoid: true;
  readonly matrixSnapRadius: true;
  readonly preferences: readonly ['recommended', 'fastest'];
  readonly bearings: true;
  readonly sides: true;
  readonly vias: true;
  readonly optimizeOrder: true;
  readonly attributes: readonly Attribute[];
}

export function optionsFor<Feature extends OsrmAvoidFeature, Attribute extends OsrmAttribute>(
  avoidFeatures: readonly Feature[],
  attributes: readonly Attribute[],
): OsrmOptionSupport<Feature, Attribute> {
  return {
    avoidFeatures,
    avoidAreas: false,
    vehicle: [],
    elevation: false,
    continueStraight: true,
    matrixAvoid: true,
    matrixSnapRadius: true,
    preferences: ['recommended', 'fastest'],
    bearings: true,
    sides: true,
    vias: true,
    optimizeOrder: true,
    attributes,
  };
}

/** With U-turns allowed at the waypoints, the engine finds leg by leg, and each cell of a table alone. */
export const osrmSplit: SplitRules = { directions: 'chunks', matrix: 'tiles' };

type Has<Offered, Service extends OsrmService> = Service extends Offered ? true : false;

/** The capabilities of an OSRM server, as a type. @public */
export interface OsrmCapabilities<
  Name extends Profile = Profile,
  Feature extends OsrmAvoidFeature = OsrmAvoidFeature,
  Nearest extends boolean = boolean,
  Attribute extends OsrmAttribute = OsrmAttribute,
  Offered extends OsrmService = OsrmService,
> extends RoutingCapabilities {
  readonly profiles: readonly Name[];
  readonly options: OsrmOptionSupport<Feature, Attribute>;
  readonly caps: OsrmCaps;
  readonly directions: Has<Offered, 'route'>;
  readonly isochrones: false;
  readonly matrix: Has<Offered, 'table'>;
  readonly snap: Nearest;
  readonly nearest: Nearest;
  readonly match: Has<Offered, 'match'>;
  readonly rawRequests: true;
}
