import type { Coordinate } from './position.ts';

/** What is to be done at a place of the route. @public */
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

/** To which side, where it has one. @public */
export type ManeuverDirection =
  | 'straight'
  | 'left'
  | 'right'
  | 'slight-left'
  | 'slight-right'
  | 'sharp-left'
  | 'sharp-right';

/** What to do at the beginning of a step, in words common to all engines. @public */
export interface Maneuver {
  /** What is to be done. */
  readonly kind: ManeuverKind;
  /** To which side, where it has one. */
  readonly direction?: ManeuverDirection;
  /** At a roundabout: which exit, counted from 1. */
  readonly exit?: number;
  /** Where it is, where the engine tells. */
  readonly position?: Coordinate;
  /** The engine's own number of it. */
  readonly providerType: number;
}
