import { OrgError, type OrgErrorFields } from '@org/core';

/** The places exist, but nothing leads from one to the other for this profile. Nothing is wrong with the request's form. @public */
export class NoRouteError extends OrgError {
  static override readonly family: string = 'NoRouteError';
  declare readonly code: 'no-route';
}

/** One of the places has no road or path near it. `pointIndex` says which, where the engine tells. @public */
export class PointNotFoundError extends OrgError {
  static override readonly family: string = 'PointNotFoundError';
  declare readonly code: 'point-not-found';
  /** Index into the waypoints, locations or positions of the request; for a matrix, origins first, then destinations. */
  declare readonly pointIndex?: number;

  constructor(fields: OrgErrorFields & { readonly pointIndex?: number | undefined }) {
    super(fields);
  }
}

/** More than the engine answers in one request, and not to be had exactly in several. Ask for less. @public */
export class LimitExceededError extends OrgError {
  static override readonly family: string = 'LimitExceededError';
  declare readonly code: 'limit-exceeded';
}

/** A text that is no encoded polyline of the given kind. @public */
export class InvalidPolylineError extends OrgError {
  static override readonly family: string = 'InvalidPolylineError';
  declare readonly code: 'invalid-polyline';
  /** Index of the character where reading stopped, where there is one. */
  declare readonly at?: number;

  constructor(fields: OrgErrorFields & { readonly at?: number | undefined }) {
    super(fields);
  }
}

/** An error about a part of a request as one about the whole: the index counts from the whole's beginning. */
export function shiftPointIndex(error: unknown, offset: number): unknown {
  if (offset === 0 || !PointNotFoundError.isInstance(error) || error.pointIndex === undefined) return error;
  const { message, cause, pointIndex } = error;
  const fields = Object.fromEntries(Object.entries(error));
  return new PointNotFoundError({ ...fields, message, cause, pointIndex: pointIndex + offset });
}
