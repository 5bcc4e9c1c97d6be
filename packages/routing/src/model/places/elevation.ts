import { door, optional, type RowsOf, readProviderOptions, required } from '../check/reader.ts';
import { type Position, type PositionLike, readPlaces } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import type { OwnFields } from '../travel/profile.ts';

/** A request for heights. @public */
export interface ElevationRequest {
  /** The places. */
  readonly positions: readonly PositionLike[];
  /** Fields of the engine's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link ElevationRequest}: the input of a driver. @public */
export interface ElevationQuery extends OwnFields {
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

/** The door of a request for heights. */
export const elevationDoor = door('elevation', {
  positions: required(readPlaces),
  providerOptions: optional(readProviderOptions),
} satisfies RowsOf<ElevationRequest>);
