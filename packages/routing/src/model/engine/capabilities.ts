import type { PositionLike } from '../geometry/position.ts';
import type { AvoidAreas, AvoidFeature } from '../travel/avoid.ts';
import type { PerProfile, Profile, RoutePreference } from '../travel/profile.ts';
import type { AttributeName, IsochroneAttribute } from '../travel/road-attributes.ts';
import type { Vehicle, VehicleField } from '../travel/vehicle.ts';
import type { NoSuchOption, NotHonoured } from './not-honoured.ts';

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
  /** Honours `avoid` of isochrones. @defaultValue true */
  readonly isochroneAvoid?: boolean | undefined;
  /** The types of ranges of isochrones. @defaultValue both */
  readonly rangeTypes?: readonly RangeType[] | undefined;
  /** Honours `snapRadiusMeters` of matrices. */
  readonly matrixSnapRadius?: boolean | undefined;
  /** Honours `avoid.points`. */
  readonly avoidPoints?: boolean | undefined;
  /** Honours `avoid.countries` in a route of the profile. */
  readonly avoidCountries?: PerProfile<boolean> | undefined;
  /** Honours `avoid.borders` in a route of the profile. */
  readonly avoidBorders?: PerProfile<boolean> | undefined;
  /** The preferences of directions. @defaultValue all */
  readonly preferences?: readonly RoutePreference[] | undefined;
  /** Honours `departAt` of directions. */
  readonly departAt?: boolean | undefined;
  /** Honours `arriveBy` of directions. */
  readonly arriveBy?: boolean | undefined;
  /** Honours `bearing` of a waypoint. */
  readonly bearings?: boolean | undefined;
  /** The values of `side` of a waypoint that are honoured; `true` for both. */
  readonly sides?: boolean | readonly WaypointSide[] | undefined;
  /** Honours `role: 'via'` of a waypoint. */
  readonly vias?: boolean | undefined;
  /** Honours `optimizeOrder` of directions. */
  readonly optimizeOrder?: boolean | undefined;
  /** The attributes that directions can state along the route. */
  readonly attributes?: readonly AttributeName[] | undefined;
  /** The attributes of isochrones. */
  readonly isochroneAttributes?: readonly IsochroneAttribute[] | undefined;
  /** Honours `smoothing` of isochrones. */
  readonly smoothing?: boolean | undefined;
  /** The options of `geocode()` that the service honours, beyond `text` and `limit`. */
  readonly geocode?: readonly GeocodeOption[] | undefined;
}

/** The unit of the ranges: seconds or metres. @public */
export type RangeType = 'time' | 'distance';

/** A side of the road, in the direction of travel: `same` is the side that the country drives on. @public */
export type WaypointSide = 'same' | 'opposite';

/** An option of `geocode()` that not every service has. @public */
export type GeocodeOption = 'address' | 'isPartial' | 'focus' | 'boundingBox' | 'countries' | 'language';

/**
 * The value of an option. For a driver whose capabilities say that its engine does not honour the option, no
 * value fits. @public
 */
export type OptionOf<Capabilities extends RoutingCapabilities, Name extends keyof OptionSupport, Value> =
  Capabilities['options'] extends WithoutOption<Name>
    ? (Value & NotHonoured<NoSuchOption<Name>>) | undefined
    : Value | undefined;

// With a required field, because a type with optional fields only accepts nothing without one of them.
type WithoutOption<Name extends string> = { readonly avoidFeatures: unknown } & {
  readonly [Each in Name]?: false | undefined;
};

/** The operations of a driver. Those that are `true` are methods of its client. @public */
export interface RoutingMethods {
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
  /** The client has `roundTrip()`. */
  readonly roundTrip?: boolean | undefined;
  /** The client has `nearest()`. */
  readonly nearest?: boolean | undefined;
  /** The client has `match()`. */
  readonly match?: boolean | undefined;
  /** The client has `attributes()`. */
  readonly attributes?: boolean | undefined;
  /** The client has `elevation()`. */
  readonly elevation?: boolean | undefined;
  /** The client has `optimize()`. */
  readonly optimize?: boolean | undefined;
  /** The client has `geocode()`. */
  readonly geocode?: boolean | undefined;
  /** The client has `reverseGeocode()`. */
  readonly reverseGeocode?: boolean | undefined;
  /** The client has `pois()`. */
  readonly pois?: boolean | undefined;
  /** The client has `exportGraph()`. */
  readonly exportGraph?: boolean | undefined;
  /** The client has `expansion()`. */
  readonly expansion?: boolean | undefined;
  /** The client has `status()`. */
  readonly status?: boolean | undefined;
}

/**
 * The capabilities of a driver, as data. The fields of {@link RoutingMethods} decide which methods the type
 * of a client has. The rest is checked before a request is sent: no option is ignored silently. @public
 */
export interface RoutingCapabilities extends RoutingMethods {
  /** The profiles that requests may name. */
  readonly profiles: readonly Profile[];
  /** The options that the engine honours. */
  readonly options: OptionSupport;
  /** The largest request. */
  readonly caps: RequestCaps;
  /** How larger requests are split. */
  readonly split: SplitRules;
  /**
   * The published rates by operation, in credits where the driver has `creditsOf`: data for `estimate()`. The
   * limiter enforces the driver's limits.
   */
  readonly rates?: Readonly<Partial<Record<keyof RoutingMethods, RequestRate>>> | undefined;
}

/** The profiles of a driver. @public */
export type ProfileOf<Capabilities extends RoutingCapabilities> = Capabilities['profiles'][number];

/** The attributes that a driver can state along a route. @public */
export type AttributeOf<Capabilities extends RoutingCapabilities> = NonNullable<
  Capabilities['options']['attributes']
>[number];

/** An option of `geocode()` for a service that has it; only `undefined` fits otherwise. @public */
export type GeocodeOptionOf<
  Capabilities extends RoutingCapabilities,
  Name extends GeocodeOption,
  Value,
> = Name extends NonNullable<Capabilities['options']['geocode']>[number]
  ? Value | undefined
  : (Value & NotHonoured<NoSuchOption<Name>>) | undefined;

/** The preferences of a driver. @public */
export type PreferenceOf<Capabilities extends RoutingCapabilities> = Capabilities['options'] extends {
  readonly preferences: readonly (infer Preference)[];
}
  ? Preference
  : RoutePreference;

/** The sides of the road that a driver honours. @public */
export type SideOf<Capabilities extends RoutingCapabilities> = Capabilities['options'] extends {
  readonly sides: readonly (infer Side)[];
}
  ? Side
  : WaypointSide;

/** The types of ranges of a driver's isochrones. @public */
export type RangeTypeOf<Capabilities extends RoutingCapabilities> = Capabilities['options'] extends {
  readonly rangeTypes: readonly (infer Type)[];
}
  ? Type
  : RangeType;

/** The sizes of a vehicle, for a driver that honours some. @public */
export type VehicleOf<Capabilities extends RoutingCapabilities> =
  Capabilities['options']['vehicle'] extends readonly []
    ? (Vehicle & NotHonoured<NoSuchOption<'vehicle'>>) | undefined
    : Vehicle | undefined;

/** The things that a route must avoid: anything that some driver can. @public */
export type Avoid = AvoidOf<RoutingCapabilities>;

/** The things that a driver can avoid. @public */
export interface AvoidOf<Capabilities extends RoutingCapabilities> {
  /** Kinds of road. A route that starts or ends on such a road follows it to the next junction. */
  readonly features?: readonly AvoidFeatureOf<Capabilities>[] | undefined;
  /** Areas: rings of positions, closed or not, or polygons of GeoJSON without holes. */
  readonly areas?: OptionOf<Capabilities, 'avoidAreas', AvoidAreas>;
  /** Places. The road nearest to each is avoided. */
  readonly points?: OptionOf<Capabilities, 'avoidPoints', readonly PositionLike[]>;
  /** Countries: two letters each, as in ISO 3166. */
  readonly countries?: OptionOf<Capabilities, 'avoidCountries', readonly string[]>;
  /** Borders: all, or only those with controls. */
  readonly borders?: OptionOf<Capabilities, 'avoidBorders', 'all' | 'controlled'>;
}

/** The features that a driver can avoid, at least with some of its profiles. @public */
export type AvoidFeatureOf<Capabilities extends RoutingCapabilities> =
  Capabilities['options'] extends OptionSupport<infer Feature> ? Feature : AvoidFeature;
