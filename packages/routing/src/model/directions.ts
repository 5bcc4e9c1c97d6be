import { type Avoid, checkAvoid, checkVehicle, type Vehicle } from './avoid.ts';
import type { AvoidFeatureOf, ProfileOf, RoutingCapabilities } from './capabilities.ts';
import {
  checkBoolean,
  checkEach,
  checkKeys,
  checkNumber,
  checkOneOf,
  checkProviderOptions,
  type Fields,
  type IssueList,
  isObject,
  requireValid,
} from './issues.ts';
import type { Maneuver } from './maneuver.ts';
import { type BoundingBox, checkPosition, type LineString, type Position } from './position.ts';
import { checkProfile } from './profile.ts';
import type { EngineAnswer, RoutingResult, SnappedPoint } from './result.ts';

/** A place to pass, with more to say than where it is. @public */
export interface Waypoint {
  /** Where it is. */
  readonly position: Position;
  /** How far from a road it may lie. @defaultValue what the request says */
  readonly snapRadiusMeters?: number | undefined;
}

/** What matters in choosing a route. @public */
export type RoutePreference = 'fastest' | 'shortest' | 'recommended';

/** Which places to pass, and by which means. @public */
export interface DirectionsRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** How one travels; the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The places to pass, in order: two or more. */
  readonly waypoints: readonly (Position | Waypoint)[];
  /** @defaultValue 'recommended', the engine's own idea of a good route */
  readonly preference?: RoutePreference | undefined;
  /**
   * How many other routes to offer beside the best one; fewer may come. Only between two waypoints.
   * @defaultValue 0
   */
  readonly alternatives?: number | undefined;
  /** What the route stays away from. */
  readonly avoid?: Avoid<AvoidFeatureOf<Capabilities>> | undefined;
  /** The size of the vehicle; roads that forbid it are not used. */
  readonly vehicle?: Vehicle | undefined;
  /** Turn-by-turn steps. @defaultValue true */
  readonly steps?: boolean | undefined;
  /** Heights in the geometry, and ascent and descent. @defaultValue false */
  readonly elevation?: Capabilities['options']['elevation'] | undefined;
  /** Of the instructions, as a language tag: `de`, `pt-BR`. @defaultValue 'en' */
  readonly language?: string | undefined;
  /** Never turn around at a waypoint on the way. @defaultValue false */
  readonly continueStraight?: boolean | undefined;
  /**
   * How far from a road a waypoint may lie. @defaultValue what the engine allows; 350 for Valhalla, which
   * would go 35 km
   */
  readonly snapRadiusMeters?: number | undefined;
  /**
   * Added to the request as the engine spells it, objects within objects too, for what this model has no word
   * for. A key that the request has set is an `InvalidInputError`.
   */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** Refuses a list that the compiler sees to have fewer than two places. @public */
export type TwoOrMore<Waypoints extends readonly unknown[]> = Waypoints extends
  | readonly []
  | readonly [unknown]
  ? 'Directions need two waypoints or more.'
  : Waypoints;

/** A {@link DirectionsRequest} as drivers get it: checked, with its defaults filled in. @public */
export interface DirectionsQuery extends Omit<DirectionsRequest, 'waypoints'> {
  /** The places to pass, each as an object. */
  readonly waypoints: readonly Waypoint[];
  /** `recommended` where the request has none. */
  readonly preference: RoutePreference;
  /** 0 where the request has none. */
  readonly alternatives: number;
  /** `true` where the request says nothing. */
  readonly steps: boolean;
  /** `false` where the request says nothing. */
  readonly elevation: boolean;
  /** `en` where the request has none. */
  readonly language: string;
  /** `false` where the request says nothing. */
  readonly continueStraight: boolean;
}

/** One thing to do, and the way until the next. @public */
export interface Step {
  /** What to do at its beginning. */
  readonly maneuver: Maneuver;
  /** What to do, in the language asked for. */
  readonly instruction?: string;
  /** Name of the road. */
  readonly name?: string;
  /** Length of the way until the next step. */
  readonly distanceMeters: number;
  /** Time until the next step. */
  readonly durationSeconds: number;
  /** First and last index into the coordinates of the route. */
  readonly geometryRange: readonly [from: number, to: number];
}

/** The way from one waypoint to the next. @public */
export interface Leg {
  /** Length of the leg. */
  readonly distanceMeters: number;
  /** Time on the leg. */
  readonly durationSeconds: number;
  /** Metres uphill, added up; only with `elevation`. */
  readonly ascentMeters?: number;
  /** Metres downhill, added up; only with `elevation`. */
  readonly descentMeters?: number;
  /** First and last index into the coordinates of the route. */
  readonly geometryRange: readonly [from: number, to: number];
  /** The last one is the arrival; empty with `steps: false`. */
  readonly steps: readonly Step[];
}

/** One way over all waypoints. @public */
export interface Route {
  /** Length of the whole route. */
  readonly distanceMeters: number;
  /** Time on the whole route. */
  readonly durationSeconds: number;
  /** Only with `elevation`. */
  readonly ascentMeters?: number;
  /** Only with `elevation`. */
  readonly descentMeters?: number;
  /** The smallest box around the line. */
  readonly boundingBox: BoundingBox;
  /** The line of the route, as GeoJSON. */
  readonly geometry: LineString;
  /** One less than there are waypoints. */
  readonly legs: readonly Leg[];
}

/** Routes as a driver gives them. @public */
export interface DirectionsAnswer extends EngineAnswer {
  /** The best route first. */
  readonly routes: readonly Route[];
  /** The waypoints as the engine took them, in the order of the request. */
  readonly waypoints: readonly SnappedPoint[];
}

/** The best route first, then the alternatives. @public */
export interface DirectionsResult extends RoutingResult {
  /** The best route, then the alternatives. */
  readonly routes: readonly [Route, ...Route[]];
  /** The waypoints as the engine took them, in the order of the request. */
  readonly waypoints: readonly SnappedPoint[];
}

const keys = [
  'profile',
  'waypoints',
  'preference',
  'alternatives',
  'avoid',
  'vehicle',
  'steps',
  'elevation',
  'language',
  'continueStraight',
  'snapRadiusMeters',
  'providerOptions',
];

export function parseDirectionsRequest(request: DirectionsRequest): DirectionsQuery {
  requireValid('directions', request, keys, checkRequest);
  return {
    ...request,
    waypoints: request.waypoints.map(convertToWaypoint),
    preference: request.preference ?? 'recommended',
    alternatives: request.alternatives ?? 0,
    steps: request.steps ?? true,
    elevation: request.elevation ?? false,
    language: request.language ?? 'en',
    continueStraight: request.continueStraight ?? false,
  };
}

function convertToWaypoint(waypoint: Position | Waypoint): Waypoint {
  return 'position' in waypoint ? waypoint : { position: waypoint };
}

function checkRequest(request: Fields, issues: IssueList): void {
  checkProfile(request['profile'], issues);
  checkWaypoints(request['waypoints'], issues);
  checkOneOf(request['preference'], 'preference', ['fastest', 'shortest', 'recommended'], issues);
  checkNumber(request['alternatives'], 'alternatives', { min: 0, integer: true }, issues);
  checkAvoid(request['avoid'], issues);
  checkVehicle(request['vehicle'], issues);
  for (const name of ['steps', 'elevation', 'continueStraight']) checkBoolean(request[name], name, issues);
  checkLanguage(request['language'], issues);
  checkNumber(request['snapRadiusMeters'], 'snapRadiusMeters', { min: 0, exclusive: true }, issues);
  checkProviderOptions(request['providerOptions'], issues);
  const { alternatives, waypoints } = request;
  const hasAlternatives = typeof alternatives === 'number' && alternatives > 0;
  if (hasAlternatives && Array.isArray(waypoints) && waypoints.length > 2)
    issues.add('alternatives', 'are possible only between two waypoints');
}

function checkWaypoints(value: unknown, issues: IssueList): void {
  if (!Array.isArray(value) || value.length < 2) {
    issues.add('waypoints', 'must be a list of two or more places');
    return;
  }
  checkEach(value, 'waypoints', (waypoint, path) => {
    if (!isObject(waypoint)) {
      checkPosition(waypoint, path, issues);
      return;
    }
    checkKeys(waypoint, ['position', 'snapRadiusMeters'], path, issues);
    checkPosition(waypoint['position'], `${path}.position`, issues);
    const radius = waypoint['snapRadiusMeters'];
    checkNumber(radius, `${path}.snapRadiusMeters`, { min: 0, exclusive: true }, issues);
  });
}

function checkLanguage(value: unknown, issues: IssueList): void {
  if (value === undefined) return;
  if (typeof value !== 'string' || !/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(value)) {
    issues.add('language', 'must be a language tag such as "de" or "pt-BR"');
  }
}
