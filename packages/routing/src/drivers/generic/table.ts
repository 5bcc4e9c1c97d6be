import type { Auth, Constraint } from '@org/core';
import type { AvoidFeature, Profile, RequestCaps, RoutePreference } from '../../driver.ts';

/**
 * Where a value is in a body: names and indexes with dots between them, `data.routes.0`. `''` is the value
 * itself. @public
 */
export type FieldPath = string;

/** A routing service as a table. @public */
export interface GenericService {
  /** In errors and events; `ACME_API_KEY` is the variable of the key for `acme`. */
  readonly name: string;
  readonly baseUrl: string;
  /** `headerKey('x-api-key')`, `queryKey('api_key')`, … @defaultValue bearerAuth() */
  readonly auth?: Auth | undefined;
  /** @defaultValue [perMinute(100)] */
  readonly limits?: readonly Constraint[] | undefined;
  /** The response header with the service's id of a request. @defaultValue 'x-request-id' */
  readonly requestIdHeader?: string | undefined;
  /** The attribution that the map data requires. @defaultValue ['© OpenStreetMap contributors'] */
  readonly attribution?: readonly string[] | undefined;
  /** The service's words for profiles: `{ driving: 'car' }`. */
  readonly profiles: Readonly<Partial<Record<Profile, string>>>;
  /** The service's words for preferences. `recommended` is always possible: it sends none. */
  readonly preferences?: Readonly<Partial<Record<RoutePreference, string>>> | undefined;
  /** The service's words for features to avoid. */
  readonly avoid?: Readonly<Partial<Record<AvoidFeature, string>>> | undefined;
  /** The form of a place: a list of two numbers, or an object with these names. @defaultValue 'lon-lat' */
  readonly positions?: PositionForm | undefined;
  /** The units in requests and responses. @defaultValue metres and seconds */
  readonly units?: GenericUnits | undefined;
  /** The largest request. */
  readonly caps?: Partial<RequestCaps> | undefined;
  readonly directions?: GenericDirections | undefined;
  readonly isochrones?: GenericIsochrones | undefined;
  readonly matrix?: GenericMatrix | undefined;
  readonly snap?: GenericSnap | undefined;
  readonly errors?: GenericErrors | undefined;
}

/** The form of a place. @public */
export type PositionForm = 'lon-lat' | 'lat-lon' | { readonly longitude: string; readonly latitude: string };

/** The units of a service. @public */
export interface GenericUnits {
  readonly distance?: 'm' | 'km' | 'mi' | undefined;
  readonly duration?: 's' | 'ms' | 'min' | undefined;
}

/** A request: its path, and where it has what. @public */
export interface GenericRequest<Fields> {
  /** `/v1/directions`; `{profile}` is the service's word for the profile. */
  readonly path: string;
  /** GET sends the fields as a query; lists are texts, with `;` between the items. @defaultValue 'POST' */
  readonly method?: 'GET' | 'POST' | undefined;
  /** The places of values in the body, or the names in the query. What is left out is not sent. */
  readonly fields: Fields;
  /** Fields that every request has. */
  readonly constants?: Readonly<Record<string, unknown>> | undefined;
}

/** Directions. @public */
export interface GenericDirections
  extends GenericRequest<{
    readonly waypoints: FieldPath;
    readonly profile?: FieldPath | undefined;
    readonly preference?: FieldPath | undefined;
    readonly avoid?: FieldPath | undefined;
    readonly alternatives?: FieldPath | undefined;
    readonly language?: FieldPath | undefined;
  }> {
  /** The routes in the response, and the values of each. */
  readonly routes: {
    /** The list of routes, or a single route: `trip` of Valhalla. */
    readonly items: FieldPath;
    readonly distance: FieldPath;
    readonly duration: FieldPath;
    /** The line; not with `legs`. */
    readonly geometry?: FieldPath | undefined;
    /** The legs, each with its line. Without them, every request has two waypoints. */
    readonly legs?: GenericLegs | undefined;
  };
  /** The form of lines. @defaultValue 'geojson' */
  readonly geometry?: 'geojson' | 'polyline5' | 'polyline6' | undefined;
}

/** The list of legs in a route, and the values of each. @public */
export interface GenericLegs {
  readonly items: FieldPath;
  readonly distance: FieldPath;
  readonly duration: FieldPath;
  readonly geometry: FieldPath;
}

/** Isochrones. @public */
export interface GenericIsochrones
  extends GenericRequest<{
    readonly locations: FieldPath;
    readonly ranges: FieldPath;
    readonly profile?: FieldPath | undefined;
    /** Gets `time` or `distance`. Without it, ranges are times. */
    readonly rangeType?: FieldPath | undefined;
    /** Gets `from` or `to`. Without it, isochrones are `from`. */
    readonly direction?: FieldPath | undefined;
    readonly avoid?: FieldPath | undefined;
  }> {
  /** The list of areas in the response, and the values of each. */
  readonly areas: {
    readonly items: FieldPath;
    readonly geometry: FieldPath;
    readonly range: FieldPath;
    /** The index of the location. Without it, every request has one location. */
    readonly location?: FieldPath | undefined;
  };
}

/** Matrices. @public */
export interface GenericMatrix
  extends GenericRequest<{
    readonly origins: FieldPath;
    readonly destinations: FieldPath;
    readonly profile?: FieldPath | undefined;
    /** Gets a list of `duration` and `distance`. */
    readonly metrics?: FieldPath | undefined;
    readonly avoid?: FieldPath | undefined;
  }> {
  /** The tables in the response: rows of origins; `null` where there is no route. */
  readonly tables: { readonly durations: FieldPath; readonly distances: FieldPath };
}

/** Snapping. @public */
export interface GenericSnap
  extends GenericRequest<{
    readonly positions: FieldPath;
    readonly radius?: FieldPath | undefined;
    readonly profile?: FieldPath | undefined;
  }> {
  /** The list of places in the response, one for each position, and the values of each. */
  readonly points: {
    readonly items: FieldPath;
    /** Nothing, or `null`, for a place without a road. */
    readonly position: FieldPath;
    readonly distance?: FieldPath | undefined;
    readonly name?: FieldPath | undefined;
  };
}

/** The kinds of errors that a code may mean. @public */
export type GenericErrorKind =
  | 'authentication'
  | 'permission'
  | 'bad-request'
  | 'rate-limit'
  | 'quota-exceeded'
  | 'no-route'
  | 'point-not-found'
  | 'limit-exceeded'
  | 'unsupported';

/** Where a failed response says why, and what its codes mean beyond the status. @public */
export interface GenericErrors {
  readonly code?: FieldPath | undefined;
  readonly message?: FieldPath | undefined;
  readonly kinds?: Readonly<Record<string, GenericErrorKind>> | undefined;
}
