import type { Coordinate } from '../geometry/position.ts';

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
