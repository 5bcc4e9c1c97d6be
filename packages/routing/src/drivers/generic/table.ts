import type { Auth, Constraint } from '@org/core';
import type { ErrorTable, FieldPaths } from '@org/core/tables';
import type { AvoidFeature, Profile, RequestCaps, RoutePreference } from '../../driver.ts';
import type { LineForm, PositionForm, RoutingErrorKind, ServiceUnits } from '../../tables/index.ts';

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
  readonly units?: ServiceUnits | undefined;
  /** The largest request. */
  readonly caps?: Partial<RequestCaps> | undefined;
  readonly directions?: GenericDirections | undefined;
  readonly isochrones?: GenericIsochrones | undefined;
  readonly matrix?: GenericMatrix | undefined;
  readonly snap?: GenericSnap | undefined;
  readonly errors?: ErrorTable<RoutingErrorKind> | undefined;
}

/** A request: its path, and where it has what. @public */
export interface GenericRequest<Fields> {
  /** `/v1/directions`; `{profile}` is the service's word for the profile. */
  readonly path: string;
  /** GET sends the fields as a query; lists are texts. @defaultValue 'POST' */
  readonly method?: 'GET' | 'POST' | undefined;
  /** Between the items of a list in a query: `|` for `8.68,49.41|8.69,49.42`. @defaultValue ';' */
  readonly separator?: string | undefined;
  /** The places of values in the body, or the names in the query. What is left out is not sent. */
  readonly fields: Fields;
  /** Fields that every request has. */
  readonly constants?: Readonly<Record<string, unknown>> | undefined;
}

/** Directions. @public */
export interface GenericDirections
  extends GenericRequest<
    FieldPaths<'waypoints', 'profile' | 'preference' | 'avoid' | 'alternatives' | 'language'>
  > {
  /**
   * The places in the response: a list of routes in `items`, or a single route (`trip` of Valhalla). The line
   * is in `geometry`, or in each of the `legs`. Without legs, every request has two waypoints.
   */
  readonly routes: FieldPaths<'items' | 'distance' | 'duration', 'geometry'> & {
    readonly legs?: FieldPaths<'items' | 'distance' | 'duration' | 'geometry'> | undefined;
  };
  /** The form of lines. @defaultValue 'geojson' */
  readonly geometry?: LineForm | undefined;
}

/**
 * Isochrones. `rangeType` gets `time` or `distance`; without it, ranges are times. `direction` gets `from` or
 * `to`; without it, isochrones are `from`. @public
 */
export interface GenericIsochrones
  extends GenericRequest<
    FieldPaths<'locations' | 'ranges', 'profile' | 'rangeType' | 'direction' | 'avoid'>
  > {
  /** The list of areas. `location` is the index of the location; without it, a request has one location. */
  readonly areas: FieldPaths<'items' | 'geometry' | 'range', 'location'>;
}

/** Matrices; `metrics` gets a list of `duration` and `distance`. @public */
export interface GenericMatrix
  extends GenericRequest<FieldPaths<'origins' | 'destinations', 'profile' | 'metrics' | 'avoid'>> {
  /** The tables in the response: rows of origins; `null` where there is no route. */
  readonly tables: FieldPaths<'durations' | 'distances'>;
}

/** Snapping. @public */
export interface GenericSnap extends GenericRequest<FieldPaths<'positions', 'radius' | 'profile'>> {
  /** The list of places, one for each position; `position` is missing, or `null`, without a road. */
  readonly points: FieldPaths<'items' | 'position', 'distance' | 'name'>;
}
