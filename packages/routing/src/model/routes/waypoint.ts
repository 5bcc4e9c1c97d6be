import {
  type AddIssue,
  fields,
  isObject,
  measure,
  oneOf,
  optional,
  readerOf,
  readFields,
  required,
  withDefault,
} from '../check/reader.ts';
import type { OptionOf, RoutingCapabilities, SideOf, WaypointSide } from '../engine/capabilities.ts';
import { isForeignPlace, type Position, type PositionLike, readPosition } from '../geometry/position.ts';
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
  readonly side?: OptionOf<Capabilities, 'sides', 'any' | SideOf<Capabilities>>;
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
export interface CheckedWaypoint {
  /** The place, checked. */
  readonly position: Position;
  /** The largest distance to a road; `undefined` for that of the request. */
  readonly snapRadiusMeters: number | undefined;
  /** The direction in which the route passes the place. */
  readonly bearing: CheckedBearing | undefined;
  /** `any` by default. */
  readonly side: 'any' | WaypointSide;
  /** `stop` by default. */
  readonly role: 'stop' | 'via';
}

/** A checked {@link Bearing}. @public */
export interface CheckedBearing {
  /** Degrees from north, clockwise: 0 to 360. */
  readonly degrees: number;
  /** How far the direction of the road may differ; `undefined` for the engine's own. */
  readonly toleranceDegrees: number | undefined;
}

const degrees = readerOf<number>(
  (value) => Number.isFinite(value) && Number(value) >= 0 && Number(value) <= 360,
  'must be a number from 0 to 360',
);

export const waypointRows = {
  position: required(readPosition),
  snapRadiusMeters: optional(measure),
  bearing: optional(fields({ degrees: required(degrees), toleranceDegrees: optional(degrees) }), [
    { capability: 'bearings', words: 'bearing of a waypoint', column: 'bearings' },
  ]),
  side: withDefault(oneOf(['any', 'same', 'opposite']), 'any', [
    { capability: 'sides', words: 'side "*" of a waypoint', column: 'sides' },
  ]),
  role: withDefault(oneOf(['stop', 'via']), 'stop', [
    { capability: 'vias', words: 'role "via" of a waypoint', column: 'vias' },
  ]),
};

export function readWaypoint(value: unknown, path: string, add: AddIssue): CheckedWaypoint {
  if (isObject(value) && !isForeignPlace(value)) return readFields(waypointRows, value, path, add);
  return waypointAt(readPosition(value, path, add));
}

export function waypointAt(position: Position): CheckedWaypoint {
  return { position, snapRadiusMeters: undefined, bearing: undefined, side: 'any', role: 'stop' };
}
