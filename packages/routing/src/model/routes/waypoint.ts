import { type AddIssue, fields, isObject, oneOf, optional, positive } from '../check/issues.ts';
import type { OptionOf, RoutingCapabilities } from '../engine/capabilities.ts';
import { checkPosition, isForeignPlace, type Position, type PositionLike } from '../geometry/position.ts';
import type { PlaceNamesElsewhere } from './names-elsewhere.ts';

/** A direction of travel. @public */
export interface Bearing {
  /** Degrees from north, clockwise: 0 to 360. */
  readonly degrees: number;
  /** How far the direction of the road may differ. @defaultValue the engine's */
  readonly toleranceDegrees?: number | undefined;
}

/** A waypoint with options. @public */
export interface Waypoint<Capabilities extends RoutingCapabilities = RoutingCapabilities>
  extends PlaceNamesElsewhere {
  /** The place. */
  readonly position: PositionLike;
  /** The largest distance to a road. @defaultValue `snapRadiusMeters` of the request */
  readonly snapRadiusMeters?: number | undefined;
  /** The direction in which the route passes the place. */
  readonly bearing?: OptionOf<Capabilities, 'bearings', Bearing>;
  /**
   * The side of the road, in the direction of travel, on which the place is to be: `same` is the side that
   * the country drives on. @defaultValue 'any'
   */
  readonly side?: OptionOf<Capabilities, 'sides', 'any' | 'same' | 'opposite'>;
  /**
   * A `via` only shapes the route: it ends no leg. The first and the last waypoint are stops.
   * @defaultValue 'stop'
   */
  readonly role?: OptionOf<Capabilities, 'vias', 'stop' | 'via'>;
}

/** The form of a round trip. @public */
export interface RoundTripShape {
  /** The length that is aimed at. */
  readonly lengthMeters: number;
  /** The number of points that the trip is laid through. @defaultValue the engine's */
  readonly points?: number | undefined;
  /** Another number gives another trip. @defaultValue the engine's */
  readonly seed?: number | undefined;
}

/** A checked {@link Waypoint}. @public */
export interface CheckedWaypoint extends Omit<Waypoint, keyof PlaceNamesElsewhere> {
  /** The place, checked. */
  readonly position: Position;
}

const checkFields = fields({
  position: checkPosition,
  snapRadiusMeters: optional(positive),
  bearing: optional(fields({ degrees: checkDegrees, toleranceDegrees: optional(checkDegrees) })),
  side: optional(oneOf(['any', 'same', 'opposite'])),
  role: optional(oneOf(['stop', 'via'])),
});

export function checkWaypoint(value: unknown, path: string, add: AddIssue): void {
  const check = isObject(value) && !isForeignPlace(value) ? checkFields : checkPosition;
  check(value, path, add);
}

function checkDegrees(value: unknown, path: string, add: AddIssue): void {
  if (!Number.isFinite(value) || Number(value) < 0 || Number(value) > 360)
    add(path, 'must be a number from 0 to 360');
}

export function convertToWaypoint(waypoint: PositionLike | Waypoint): CheckedWaypoint {
  const given = 'position' in waypoint ? waypoint : { position: waypoint };
  return { ...given, position: given.position as Position };
}
