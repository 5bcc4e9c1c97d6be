import {
  type AddIssue,
  boolean,
  door,
  listOf,
  measure,
  oneOf,
  optional,
  type RowsOf,
  readerOf,
  readProviderOptions,
  required,
  wholeNumber,
  withDefault,
} from '../check/reader.ts';
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
import { avoidRows, type CheckedAvoid, nothingAvoided, readAvoid } from '../travel/avoid.ts';
import { readLanguage } from '../travel/language.ts';
import type { EngineQuery } from '../travel/profile.ts';
import { type RoutePreference, readProfile } from '../travel/profile.ts';
import { type AttributeName, readAttributes } from '../travel/road-attributes.ts';
import type { CheckedVehicle } from '../travel/vehicle.ts';
import { readVehicle, vehicleRows } from '../travel/vehicle-rows.ts';
import type { RouteNamesElsewhere } from './names-elsewhere.ts';
import type { Route } from './route.ts';
import {
  type CheckedWaypoint,
  type RoundTripShape,
  readWaypoint,
  type Waypoint,
  waypointRows,
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
export interface DirectionsQuery extends EngineQuery {
  /** The waypoints, each as an object. Only one with `roundTrip`. */
  readonly waypoints: readonly CheckedWaypoint[];
  /** `recommended` by default. */
  readonly preference: RoutePreference;
  /** 0 by default. */
  readonly alternatives: number;
  /** Things that the route avoids; each area as a ring. */
  readonly avoid: CheckedAvoid;
  /** The size of the vehicle, if the request has one. */
  readonly vehicle: CheckedVehicle | undefined;
  /** When the route starts, if the request says so. */
  readonly departAt: string | undefined;
  /** When the route ends, if the request says so. */
  readonly arriveBy: string | undefined;
  /** `false` by default. */
  readonly optimizeOrder: boolean;
  /** None by default. */
  readonly attributes: readonly AttributeName[];
  /** `true` by default. */
  readonly steps: boolean;
  /** `false` by default. */
  readonly elevation: boolean;
  /** `en` by default. */
  readonly language: string;
  /** `false` by default. */
  readonly continueStraight: boolean;
  /** The largest distance from a waypoint to a road; `undefined` for the engine's own. */
  readonly snapRadiusMeters: number | undefined;
  /** A round trip from the only waypoint: only with the capability `roundTrip`. */
  readonly roundTrip: RoundTripShape | undefined;
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

const localTime = readerOf<string>(
  (value) => typeof value === 'string' && value >= '1970' && value === minuteOf(Date.parse(`${value}Z`)),
  'must be a local time that exists, from 1970 to 9999, such as "2026-05-04T08:30", without a zone',
);

/** Differs from the text that was parsed for the 31st of February, 24:00, and other forms. */
const minuteOf = (ms: number) => (Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 16));

/** The rows that directions and round trips share, but for the profile. */
export const routeRows = {
  preference: withDefault(oneOf(['fastest', 'shortest', 'recommended']), 'recommended', [
    { capability: 'preferences', words: 'preference "*"', ifAbsent: 'honoured' },
  ]),
  avoid: withDefault(readAvoid, nothingAvoided, [], avoidRows),
  vehicle: optional(readVehicle, [], vehicleRows),
  attributes: withDefault(
    readDistinctAttributes,
    [],
    [{ capability: 'attributes', words: 'attribute "*"', ifAbsent: 'attributes' }],
  ),
  steps: withDefault(boolean, true),
  elevation: withDefault(boolean, false, [
    { capability: 'elevation', words: 'elevation', column: 'heights' },
  ]),
  language: withDefault(readLanguage, 'en'),
  snapRadiusMeters: optional(measure),
  providerOptions: optional(readProviderOptions),
};

export const directionsDoor = door(
  'directions',
  {
    profile: required(readProfile),
    waypoints: required(listOf(readWaypoint, 'must be a list of two or more places', 2), [], waypointRows),
    ...routeRows,
    alternatives: withDefault(wholeNumber, 0),
    continueStraight: withDefault(boolean, false, [
      { capability: 'continueStraight', words: 'continueStraight' },
    ]),
    departAt: optional(localTime, [{ capability: 'departAt', words: 'departAt', column: 'departure' }]),
    arriveBy: optional(localTime, [{ capability: 'arriveBy', words: 'arriveBy', column: 'arrival' }]),
    optimizeOrder: withDefault(boolean, false, [
      { capability: 'optimizeOrder', words: 'optimizeOrder', column: 'order of stops' },
    ]),
    approximate: withDefault(boolean, false),
  } satisfies RowsOf<DirectionsRequest, keyof RouteNamesElsewhere>,
  (query, add) => {
    if (query.alternatives > 0 && query.waypoints.length > 2)
      add('alternatives', 'are possible only between two waypoints');
    if (query.departAt !== undefined && query.arriveBy !== undefined) add('arriveBy', 'excludes departAt');
  },
);

function readDistinctAttributes(value: unknown, path: string, add: AddIssue): readonly AttributeName[] {
  return [...new Set(readAttributes(value, path, add))];
}
