import {
  type AddIssue,
  anyObject,
  boolean,
  fields,
  listOf,
  oneOf,
  optional,
  positive,
  requireValid,
  wholeNumber,
} from '../check/issues.ts';
import type {
  AttributeOf,
  AvoidOf,
  OptionOf,
  PreferenceOf,
  ProfileOf,
  RoutingCapabilities,
  VehicleOf,
} from '../engine/capabilities.ts';
import type { NoSuchOption, NotHonoured } from '../engine/not-honoured.ts';
import type { PositionLike } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult, SnappedPoint } from '../result.ts';
import { type CheckedAvoid, checkAvoid, normalizeAvoid } from '../travel/avoid.ts';
import { checkLanguage } from '../travel/language.ts';
import { checkProfile, type RoutePreference } from '../travel/profile.ts';
import { type AttributeName, checkAttributes } from '../travel/road-attributes.ts';
import { checkVehicle } from '../travel/vehicle.ts';
import type { RouteNamesElsewhere } from './names-elsewhere.ts';
import type { Route } from './route.ts';
import {
  type CheckedWaypoint,
  checkWaypoint,
  convertToWaypoint,
  type RoundTripShape,
  type Waypoint,
} from './waypoint.ts';

/** A request for routes over waypoints. @public */
export interface DirectionsRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities>
  extends RouteNamesElsewhere {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** Two or more places, in order. */
  readonly waypoints: readonly (PositionLike | Waypoint<Capabilities>)[];
  /** @defaultValue 'recommended', which the engine defines */
  readonly preference?: PreferenceOf<Capabilities> | undefined;
  /**
   * The largest number of alternatives to the best route. Only between two waypoints.
   * @defaultValue 0
   */
  readonly alternatives?: number | undefined;
  /** Things that the route avoids. */
  readonly avoid?: AvoidOf<Capabilities> | undefined;
  /** The size of the vehicle. The route uses no road that forbids it. */
  readonly vehicle?: VehicleOf<Capabilities>;
  /** When the route starts: local time at its start, `2026-05-04T08:30`. */
  readonly departAt?: OptionOf<Capabilities, 'departAt', string>;
  /** When the route ends: local time at its end. Not together with `departAt`. */
  readonly arriveBy?: OptionOf<Capabilities, 'arriveBy', string>;
  /** Visits the stops between start and end in the order that is fastest. @defaultValue false */
  readonly optimizeOrder?: OptionOf<Capabilities, 'optimizeOrder', boolean>;
  /** The attributes to state along the route. */
  readonly attributes?: readonly AttributeOf<Capabilities>[] | undefined;
  /** Turn-by-turn steps. @defaultValue true */
  readonly steps?: boolean | undefined;
  /** Elevations in the geometry, and ascent and descent. @defaultValue false */
  readonly elevation?: ElevationOf<Capabilities> | undefined;
  /** The language of the instructions, as a language tag: `de`, `pt-BR`. @defaultValue 'en' */
  readonly language?: string | undefined;
  /** No U-turns at the waypoints between start and end. @defaultValue false */
  readonly continueStraight?: SwitchOf<Capabilities, 'continueStraight'> | undefined;
  /**
   * Sends more waypoints than the engine takes in several requests, also if the engine routes over all of
   * them together: the route may differ a little from that of one request.
   * @defaultValue false: such a request is a `LimitExceededError`
   */
  readonly approximate?: boolean | undefined;
  /**
   * The largest distance from a waypoint to a road. @defaultValue the engine's; 350 for Valhalla, whose own
   * is 35 km
   */
  readonly snapRadiusMeters?: number | undefined;
  /**
   * Fields of the engine's own request that this model does not have, nested objects included. A field that
   * the request sets itself is an `InvalidInputError`. Lists of words, such as `extra_info`, are joined.
   */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** The value of `elevation`: only `false` for a driver without elevations. @public */
export type ElevationOf<Capabilities extends RoutingCapabilities> = SwitchOf<Capabilities, 'elevation'>;

type SwitchOf<
  Capabilities extends RoutingCapabilities,
  Name extends 'elevation' | 'continueStraight',
> = Capabilities['options'][Name] extends false ? false | (true & NotHonoured<NoSuchOption<Name>>) : boolean;

/** Refuses a list with fewer than two places, if the compiler knows its length. @public */
export type TwoOrMore<Waypoints extends readonly unknown[]> = Waypoints extends
  | readonly []
  | readonly [unknown]
  ? 'Directions need two waypoints or more.'
  : Waypoints;

/** A checked {@link DirectionsRequest} with its defaults: the input of a driver. @public */
export interface DirectionsQuery
  extends Omit<DirectionsRequest, 'waypoints' | 'avoid' | 'approximate' | keyof RouteNamesElsewhere> {
  /** The waypoints, each as an object. Only one with `roundTrip`. */
  readonly waypoints: readonly CheckedWaypoint[];
  /** Things that the route avoids; each area as a ring. */
  readonly avoid?: CheckedAvoid | undefined;
  /** A round trip from the only waypoint: only with the capability `roundTrip`. */
  readonly roundTrip?: RoundTripShape | undefined;
  /** None by default. */
  readonly attributes: readonly AttributeName[];
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
    const { alternatives, waypoints, departAt, arriveBy } = Object(value);
    const hasAlternatives = typeof alternatives === 'number' && alternatives > 0;
    if (hasAlternatives && Array.isArray(waypoints) && waypoints.length > 2)
      add('alternatives', 'are possible only between two waypoints');
    if (departAt !== undefined && arriveBy !== undefined) add('arriveBy', 'excludes departAt');
  });
  const { approximate: _, ...query } = request;
  return queryOf(query, request.waypoints);
}

/** The query of directions with all defaults. */
export function queryOf(
  request: Omit<DirectionsRequest, 'waypoints' | 'approximate'>,
  waypoints: DirectionsRequest['waypoints'],
): DirectionsQuery {
  return {
    ...request,
    waypoints: waypoints.map(convertToWaypoint),
    avoid: request.avoid && normalizeAvoid(request.avoid),
    attributes: [...new Set(request.attributes)],
    preference: request.preference ?? 'recommended',
    alternatives: request.alternatives ?? 0,
    steps: request.steps ?? true,
    elevation: request.elevation ?? false,
    language: request.language ?? 'en',
    continueStraight: request.continueStraight ?? false,
  };
}

/** The common part of directions and round trips. */
export const commonChecks = {
  preference: optional(oneOf(['fastest', 'shortest', 'recommended'])),
  avoid: optional(checkAvoid),
  vehicle: optional(checkVehicle),
  attributes: optional(checkAttributes),
  steps: optional(boolean),
  elevation: optional(boolean),
  language: optional(checkLanguage),
  snapRadiusMeters: optional(positive),
  providerOptions: optional(anyObject),
};

const checkFields = fields({
  profile: checkProfile,
  waypoints: listOf(checkWaypoint, 'must be a list of two or more places', 2),
  ...commonChecks,
  alternatives: optional(wholeNumber),
  continueStraight: optional(boolean),
  departAt: optional(checkLocalTime),
  arriveBy: optional(checkLocalTime),
  optimizeOrder: optional(boolean),
  approximate: optional(boolean),
});

function checkLocalTime(value: unknown, path: string, add: AddIssue): void {
  const isLocalTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value);
  if (!isLocalTime || Number.isNaN(Date.parse(`${value}Z`)))
    add(path, 'must be a local time such as "2026-05-04T08:30", without a zone');
}
