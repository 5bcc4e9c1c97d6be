import { OrgError, type OrgErrorFields } from '@org/core';

/** There is no route between the places for this profile. The request itself is valid. @public */
export class NoRouteError extends OrgError {
  static override readonly family: string = 'NoRouteError';
  declare readonly code: 'no-route';
  /** Index of the waypoint after which there is no route, if it is known. */
  declare readonly pointIndex?: number;
  /** `unconnected`: the map has no connection between some of the places. Others may have routes. */
  declare readonly regions?: 'unconnected';
  /** `snap-radius`: the engine tried only roads within the snap radius of the places. */
  declare readonly searched?: 'snap-radius';
}

/** One of the places has no road near it. `pointIndex` is its index, if it is known. @public */
export class PointNotFoundError extends OrgError {
  static override readonly family: string = 'PointNotFoundError';
  declare readonly code: 'point-not-found';
  /**
   * Index into the waypoints, locations or positions of the request; for a matrix, origins first, then
   * destinations.
   */
  declare readonly pointIndex?: number;

  constructor(fields: OrgErrorFields & { readonly pointIndex?: number | undefined }) {
    super(fields);
  }
}

/** Too large for the engine, and cannot be split. Send a smaller request. @public */
export class LimitExceededError extends OrgError {
  static override readonly family: string = 'LimitExceededError';
  declare readonly code: 'limit-exceeded';
  /** `distance`: the places are too far from each other, or one of them is far off the map. */
  declare readonly limit?: 'distance';

  constructor(fields: OrgErrorFields & { readonly limit?: 'distance' | undefined }) {
    super(fields);
  }
}

/** Not a valid encoded polyline of the given format. @public */
export class InvalidPolylineError extends OrgError {
  static override readonly family: string = 'InvalidPolylineError';
  declare readonly code: 'invalid-polyline';
  /** Index of the first invalid character, if there is one. */
  declare readonly at?: number;

  constructor(fields: OrgErrorFields & { readonly at?: number | undefined }) {
    super(fields);
  }
}

/** The error with other fields, or as another kind of error. */
export function restate<Failure extends OrgError, Fields extends OrgErrorFields>(
  type: new (fields: Fields) => Failure,
  error: OrgError,
  fields: Partial<Fields>,
): Failure {
  // The kind sets the code.
  const { code: _, ...kept } = Object.fromEntries(Object.entries(error));
  return new type({ ...kept, message: error.message, cause: error.cause, ...fields } as Fields);
}

/** A refusal because of some of the places: others may have routes between them. */
export function isUnconnected(error: unknown): boolean {
  return NoRouteError.isInstance(error) && error.regions === 'unconnected';
}

/**
 * A refusal that a single place may have caused. A place far off the map exceeds the engine's largest
 * distance.
 */
export function isPlaceRefusal(error: unknown): error is OrgError {
  if (PointNotFoundError.isInstance(error) || isUnconnected(error)) return true;
  return LimitExceededError.isInstance(error) && error.limit === 'distance';
}
