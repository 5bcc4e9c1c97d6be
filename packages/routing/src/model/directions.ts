import { type Avoid, checkAvoid, checkVehicle, type Vehicle } from './avoid.ts';
import type { AvoidFeatureOf, ProfileOf, RoutingCapabilities } from './capabilities.ts';
import {
  type AddIssue,
  anyObject,
  boolean,
  fields,
  isObject,
  listOf,
  oneOf,
  optional,
  positive,
  requireValid,
  wholeNumber,
} from './issues.ts';
import type { Maneuver } from './maneuver.ts';
import { type BoundingBox, checkPosition, type LineString, type Position } from './position.ts';
import { checkProfile } from './profile.ts';
import type { EngineAnswer, RoutingResult, SnappedPoint } from './result.ts';

/** A waypoint with options. @public */
export interface Waypoint {
  /** The place. */
  readonly position: Position;
  /** The largest distance to a road. @defaultValue `snapRadiusMeters` of the request */
  readonly snapRadiusMeters?: number | undefined;
}

/** What a route is optimised for. @public */
export type RoutePreference = 'fastest' | 'shortest' | 'recommended';

/** A request for routes over waypoints. @public */
export interface DirectionsRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** Two or more places, in order. */
  readonly waypoints: readonly (Position | Waypoint)[];
  /** @defaultValue 'recommended', which the engine defines */
  readonly preference?: RoutePreference | undefined;
  /**
   * The largest number of alternatives to the best route. Only between two waypoints.
   * @defaultValue 0
   */
  readonly alternatives?: number | undefined;
  /** What the route avoids. */
  readonly avoid?: Avoid<AvoidFeatureOf<Capabilities>> | undefined;
  /** The size of the vehicle. The route uses no road that forbids it. */
  readonly vehicle?: Vehicle | undefined;
  /** Turn-by-turn steps. @defaultValue true */
  readonly steps?: boolean | undefined;
  /** Elevations in the geometry, and ascent and descent. @defaultValue false */
  readonly elevation?: Capabilities['options']['elevation'] | undefined;
  /** The language of the instructions, as a language tag: `de`, `pt-BR`. @defaultValue 'en' */
  readonly language?: string | undefined;
  /** No U-turns at the waypoints between start and end. @defaultValue false */
  readonly continueStraight?: boolean | undefined;
  /**
   * The largest distance from a waypoint to a road. @defaultValue the engine's; 350 for Valhalla, whose own
   * is 35 km
   */
  readonly snapRadiusMeters?: number | undefined;
  /**
   * Fields of the engine's own request that this model does not have, nested objects included. A field that
   * the request sets itself is an `InvalidInputError`.
   */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** Refuses a list with fewer than two places, if the compiler knows its length. @public */
export type TwoOrMore<Waypoints extends readonly unknown[]> = Waypoints extends
  | readonly []
  | readonly [unknown]
  ? 'Directions need two waypoints or more.'
  : Waypoints;

/** A checked {@link DirectionsRequest} with its defaults: the input of a driver. @public */
export interface DirectionsQuery extends Omit<DirectionsRequest, 'waypoints'> {
  /** The waypoints, each as an object. */
  readonly waypoints: readonly Waypoint[];
  /** `recommended` by default. */
  readonly preference: RoutePreference;
  /** 0 by default. */
  readonly alternatives: number;
  /** `true` by default. */
  readonly steps: boolean;
  /** `false` by default. */
  readonly elevation: boolean;
  /** `en` by default. */
  readonly language: string;
  /** `false` by default. */
  readonly continueStraight: boolean;
}

/** The part of a leg from one maneuver to the next. @public */
export interface Step {
  /** The maneuver at the beginning of the step. */
  readonly maneuver: Maneuver;
  /** The instruction, in the requested language. */
  readonly instruction?: string | undefined;
  /** Name of the road. */
  readonly name?: string | undefined;
  /** Distance to the next step. */
  readonly distanceMeters: number;
  /** Time to the next step. */
  readonly durationSeconds: number;
  /** First and last index into the coordinates of the route. */
  readonly geometryRange: readonly [from: number, to: number];
}

/** The part of a route between two waypoints. @public */
export interface Leg {
  /** Length of the leg. */
  readonly distanceMeters: number;
  /** Duration of the leg. */
  readonly durationSeconds: number;
  /** Sum of all climbs; only with `elevation`. */
  readonly ascentMeters?: number | undefined;
  /** Sum of all descents; only with `elevation`. */
  readonly descentMeters?: number | undefined;
  /** First and last index into the coordinates of the route. */
  readonly geometryRange: readonly [from: number, to: number];
  /** The last step is the arrival. Empty with `steps: false`. */
  readonly steps: readonly Step[];
}

/** A route over all waypoints. @public */
export interface Route {
  /** Length of the whole route. */
  readonly distanceMeters: number;
  /** Duration of the whole route. */
  readonly durationSeconds: number;
  /** Only with `elevation`. */
  readonly ascentMeters?: number | undefined;
  /** Only with `elevation`. */
  readonly descentMeters?: number | undefined;
  /** The smallest box around the line. */
  readonly boundingBox: BoundingBox;
  /** The line of the route, as GeoJSON. */
  readonly geometry: LineString;
  /** One leg between every two waypoints. */
  readonly legs: readonly Leg[];
}

/** The output of a driver's directions. @public */
export interface DirectionsAnswer extends EngineAnswer {
  /** The best route first. */
  readonly routes: readonly Route[];
  /** The waypoints on the road, in the order of the request. */
  readonly waypoints: readonly SnappedPoint[];
}

/** The result of `directions()`. @public */
export interface DirectionsResult extends RoutingResult {
  /** The best route, then the alternatives. */
  readonly routes: readonly [Route, ...Route[]];
  /** The waypoints on the road, in the order of the request. */
  readonly waypoints: readonly SnappedPoint[];
}

export function parseDirectionsRequest(request: DirectionsRequest): DirectionsQuery {
  requireValid('directions', request, (value, path, add) => {
    checkFields(value, path, add);
    const { alternatives, waypoints } = Object(value);
    const hasAlternatives = typeof alternatives === 'number' && alternatives > 0;
    if (hasAlternatives && Array.isArray(waypoints) && waypoints.length > 2)
      add('alternatives', 'are possible only between two waypoints');
  });
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

const checkFields = fields({
  profile: checkProfile,
  waypoints: listOf(checkWaypoint, 'must be a list of two or more places', 2),
  preference: optional(oneOf(['fastest', 'shortest', 'recommended'])),
  alternatives: optional(wholeNumber),
  avoid: optional(checkAvoid),
  vehicle: optional(checkVehicle),
  steps: optional(boolean),
  elevation: optional(boolean),
  language: optional(checkLanguage),
  continueStraight: optional(boolean),
  snapRadiusMeters: optional(positive),
  providerOptions: optional(anyObject),
});

function checkWaypoint(value: unknown, path: string, add: AddIssue): void {
  const check = isObject(value)
    ? fields({ position: checkPosition, snapRadiusMeters: optional(positive) })
    : checkPosition;
  check(value, path, add);
}

function checkLanguage(value: unknown, path: string, add: AddIssue): void {
  if (typeof value !== 'string' || !/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(value))
    add(path, 'must be a language tag such as "de" or "pt-BR"');
}
