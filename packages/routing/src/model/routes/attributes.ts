import { fields, listOf, optional, requireValid } from '../check/issues.ts';
import type { ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import { checkPosition, type LineString, type Position, type PositionLike } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import { checkProfile, type Profile } from '../travel/profile.ts';
import {
  type AttributeName,
  type AttributeRuns,
  attributeNames,
  checkAttributes,
} from '../travel/road-attributes.ts';

/** A request for the attributes of the roads along a line. @public */
export interface AttributesRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The line of a route, or its positions: it follows the roads exactly. For a track use `match()`. */
  readonly line: LineString | readonly PositionLike[];
  /** The attributes. @defaultValue all that the driver has */
  readonly attributes?: readonly AttributeName[] | undefined;
}

/** A checked {@link AttributesRequest}: the input of a driver. @public */
export interface AttributesQuery {
  /** The mode of travel. */
  readonly profile: Profile;
  /** Two or more positions. */
  readonly line: readonly Position[];
  /** The attributes. */
  readonly attributes: readonly AttributeName[];
}

/** The output of a driver's attributes. @public */
export interface AttributesAnswer extends EngineAnswer {
  /** The runs of each requested attribute, along the line of the request. */
  readonly attributes: AttributeRuns;
}

/** The result of `attributes()`. @public */
export interface AttributesResult extends RoutingResult {
  /** The runs of each requested attribute, along the line of the request. */
  readonly attributes: AttributeRuns;
}

const checkLine = listOf(checkPosition, 'must be a line of two or more positions', 2);

const checkFields = fields({
  profile: checkProfile,
  line: (value, path, add) => {
    const { coordinates } = Object(value);
    checkLine(Array.isArray(value) ? value : coordinates, path, add);
  },
  attributes: optional(checkAttributes),
});

export function parseAttributesRequest(request: AttributesRequest): AttributesQuery {
  requireValid('attributes', request, checkFields);
  const { line, attributes = attributeNames } = request;
  const positions = 'coordinates' in line ? line.coordinates : line;
  return { profile: request.profile, line: positions as readonly Position[], attributes };
}
