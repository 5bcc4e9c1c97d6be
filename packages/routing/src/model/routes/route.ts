import type { BoundingBox, Coordinate, LineString } from '../geometry/position.ts';
import type { AttributeRuns } from '../travel/road-attributes.ts';
import type { StepSign } from './step-sign.ts';

/** The part of a leg from one maneuver to the next. @public */
export interface Step {
  /** The maneuver at the beginning of the step. */
  readonly maneuver: Maneuver;
  /** The instruction, in the requested language. */
  readonly instruction?: string | undefined;
  /** Name of the road. */
  readonly name?: string | undefined;
  /** What the signs at its maneuver say, where the engine knows them. */
  readonly sign?: StepSign | undefined;
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

/**
 * A route over all waypoints: its line, and a leg between every two stops with the steps to drive or walk.
 * Positions are `[longitude, latitude]`, lengths metres, durations seconds, whatever the engine answers with.
 *
 * @example
 * const { routes } = await routing.directions({ profile: 'driving', waypoints });
 * const [route] = routes;
 * console.log(route?.distanceMeters, route?.legs[0]?.steps[0]?.instruction);
 *
 * @public
 */
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
  /** One leg between every two stops. */
  readonly legs: readonly Leg[];
  /** The attributes along the line; only those of `attributes`. */
  readonly attributes?: AttributeRuns | undefined;
  /** Only with `optimizeOrder`: the indexes of the waypoints of the request, in the order of the route. */
  readonly waypointOrder?: readonly number[] | undefined;
}

/** The kind of a maneuver. @public */
export type ManeuverKind =
  | 'depart'
  | 'arrive'
  | 'turn'
  | 'continue'
  | 'fork'
  | 'merge'
  | 'ramp-on'
  | 'ramp-off'
  | 'roundabout'
  | 'roundabout-exit'
  | 'u-turn'
  | 'ferry'
  | 'steps'
  | 'elevator'
  | 'transit'
  | 'other';

/** The direction of a maneuver. @public */
export type ManeuverDirection =
  | 'straight'
  | 'left'
  | 'right'
  | 'slight-left'
  | 'slight-right'
  | 'sharp-left'
  | 'sharp-right';

/** The maneuver at the beginning of a step, in terms common to all engines. @public */
export interface Maneuver {
  /** The kind. */
  readonly kind: ManeuverKind;
  /** The direction, if the maneuver has one. */
  readonly direction?: ManeuverDirection | undefined;
  /** At a roundabout: the exit, counted from 1. */
  readonly exit?: number | undefined;
  /** The place, if the engine states it. */
  readonly position?: Coordinate | undefined;
  /** The engine's number or name of the maneuver. */
  readonly providerType: number | string;
}
