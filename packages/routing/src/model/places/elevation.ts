import { anyObject, fields, optional, requireValid } from '../check/issues.ts';
import { checkPlaces, type Position, type PositionLike } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';

/** A request for heights. @public */
export interface ElevationRequest {
  /** The places. */
  readonly positions: readonly PositionLike[];
  /** Fields of the engine's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link ElevationRequest}: the input of a driver. @public */
export interface ElevationQuery extends ElevationRequest {
  /** The places, checked. */
  readonly positions: readonly Position[];
}

/** The output of a driver's elevation. @public */
export interface ElevationAnswer extends EngineAnswer {
  /** Metres above sea level, one for each position; `null` where the engine has no data. */
  readonly heightsMeters: readonly (number | null)[];
}

/** The result of `elevation()`. @public */
export interface ElevationResult extends RoutingResult {
  /** Metres above sea level, one for each position; `null` where the engine has no data. */
  readonly heightsMeters: readonly (number | null)[];
}

const checkFields = fields({ positions: checkPlaces, providerOptions: optional(anyObject) });

export function parseElevationRequest(request: ElevationRequest): ElevationQuery {
  requireValid('elevation', request, checkFields);
  return request as ElevationQuery;
}
