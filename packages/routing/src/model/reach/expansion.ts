import { anyObject, fields, oneOf, optional, positive, requireValid } from '../check/issues.ts';
import type { ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import { checkPosition, type LineString, type Position, type PositionLike } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import { checkProfile, type Profile } from '../travel/profile.ts';

/** A request for the roads that a search from one place visits, up to a range. @public */
export interface ExpansionRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** Where the search starts. */
  readonly position: PositionLike;
  /** Seconds with `rangeType: 'time'`, metres with `'distance'`. */
  readonly range: number;
  /** @defaultValue 'time' */
  readonly rangeType?: 'time' | 'distance' | undefined;
  /** Fields of the engine's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link ExpansionRequest} with its defaults: the input of a driver. @public */
export interface ExpansionQuery extends ExpansionRequest {
  /** The mode of travel. */
  readonly profile: Profile;
  /** Checked. */
  readonly position: Position;
  /** `time` by default. */
  readonly rangeType: 'time' | 'distance';
}

/** A road that the search visited. @public */
export interface ExpandedEdge {
  /** Its line. */
  readonly geometry: LineString;
  /** Time from the start to its end. */
  readonly durationSeconds?: number | undefined;
  /** Distance from the start to its end. */
  readonly distanceMeters?: number | undefined;
}

/** The output of a driver's expansion. @public */
export interface ExpansionAnswer extends EngineAnswer {
  /** In the order of the search. */
  readonly edges: readonly ExpandedEdge[];
}

/** The result of `expansion()`. @public */
export interface ExpansionResult extends RoutingResult {
  /** In the order of the search. */
  readonly edges: readonly ExpandedEdge[];
}

const checkFields = fields({
  profile: checkProfile,
  position: checkPosition,
  range: positive,
  rangeType: optional(oneOf(['time', 'distance'])),
  providerOptions: optional(anyObject),
});

export function parseExpansionRequest(request: ExpansionRequest): ExpansionQuery {
  requireValid('expansion', request, checkFields);
  return { ...(request as ExpansionQuery), rangeType: request.rangeType ?? 'time' };
}
