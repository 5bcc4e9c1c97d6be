import {
  anyObject,
  atLeastZero,
  boolean,
  fields,
  isObject,
  listOf,
  optional,
  positive,
  requireValid,
} from '../check/issues.ts';
import type { AttributeOf, ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import {
  type Coordinate,
  checkPosition,
  isForeignPlace,
  type LineString,
  type Position,
  type PositionLike,
} from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import { checkLanguage } from '../travel/language.ts';
import { checkProfile, type Profile } from '../travel/profile.ts';
import {
  type AttributeName,
  type AttributeRuns,
  attributeNames,
  checkAttributes,
} from '../travel/road-attributes.ts';
import type { Route } from './route.ts';

/** One point of a recorded track. @public */
export interface TracePoint {
  /** The place, as recorded. */
  readonly position: PositionLike;
  /**
   * When it was recorded, in seconds since 1970 or since the track's start. All points of a track have it, or
   * none.
   */
  readonly timeSeconds?: number | undefined;
  /** How far it may be from the true place. @defaultValue the engine's */
  readonly accuracyMeters?: number | undefined;
}

/** A request to match a recorded track to roads. @public */
export interface MatchRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The track: two or more points, in order. */
  readonly trace: readonly (PositionLike | TracePoint)[];
  /** Turn-by-turn steps. @defaultValue false */
  readonly steps?: boolean | undefined;
  /** The language of the instructions. @defaultValue 'en' */
  readonly language?: string | undefined;
  /** Fields of the engine's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link MatchRequest} with its defaults: the input of a driver. @public */
export interface MatchQuery extends Omit<MatchRequest, 'trace'> {
  /** The mode of travel. */
  readonly profile: Profile;
  /** The points, each as an object. */
  readonly trace: readonly (TracePoint & { readonly position: Position })[];
  /** `false` by default. */
  readonly steps: boolean;
  /** `en` by default. */
  readonly language: string;
}

/** A route that a track followed. A track with a gap gives several. @public */
export interface MatchedRoute extends Route {
  /** How sure the engine is, from 0 to 1, if it says so. */
  readonly confidence?: number | undefined;
}

/** A point of a track on the road. @public */
export interface MatchedPoint {
  /** The place on the road. */
  readonly position: Coordinate;
  /** Index into the routes of the result. */
  readonly routeIndex: number;
  /** Straight distance from the recorded place. */
  readonly distanceMeters?: number | undefined;
  /** Name of the road. */
  readonly name?: string | undefined;
}

/** The output of a driver's match. @public */
export interface MatchAnswer extends EngineAnswer {
  /** The routes, in the order of the track. */
  readonly routes: readonly MatchedRoute[];
  /** One for each point of the track; `null` for a point that was left out. */
  readonly points: readonly (MatchedPoint | null)[];
}

/** The result of `match()`. @public */
export interface MatchResult extends RoutingResult {
  /** The routes, in the order of the track. */
  readonly routes: readonly MatchedRoute[];
  /** One for each point of the track; `null` for a point that was left out. */
  readonly points: readonly (MatchedPoint | null)[];
}

const checkFields = fields({
  profile: checkProfile,
  trace: listOf(checkTracePoint, 'must be a list of two or more points', 2),
  steps: optional(boolean),
  language: optional(checkLanguage),
  providerOptions: optional(anyObject),
});

function checkTracePoint(value: unknown, path: string, add: (path: string, message: string) => void): void {
  const check =
    isObject(value) && !isForeignPlace(value)
      ? fields({
          position: checkPosition,
          timeSeconds: optional(atLeastZero),
          accuracyMeters: optional(positive),
        })
      : checkPosition;
  check(value, path, add);
}

export function parseMatchRequest(request: MatchRequest): MatchQuery {
  requireValid('match', request, (value, path, add) => {
    checkFields(value, path, add);
    const times = timesOf(Object(value).trace);
    if (times.includes(undefined) && times.some((time) => time !== undefined))
      add('trace', 'must have a time at every point, or at none');
    if (times.some((time, index) => Number(time) < Number(times[index - 1])))
      add('trace', 'must have times that do not decrease');
  });
  return {
    ...request,
    trace: request.trace.map((point) => convertToTracePoint(point)),
    steps: request.steps ?? false,
    language: request.language ?? 'en',
  };
}

function timesOf(trace: unknown): readonly unknown[] {
  return Array.isArray(trace) ? trace.map((point) => Object(point).timeSeconds) : [];
}

function convertToTracePoint(point: PositionLike | TracePoint): TracePoint & { readonly position: Position } {
  const given = 'position' in point ? point : { position: point };
  return { ...given, position: given.position as Position };
}

/** A request for the attributes of the roads along a line. @public */
export interface AttributesRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The line of a route, or its positions: it follows the roads exactly. For a track use `match()`. */
  readonly line: LineString | readonly PositionLike[];
  /** The attributes. @defaultValue all that the driver has */
  readonly attributes?: readonly AttributeOf<Capabilities>[] | undefined;
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

const checkLineFields = fields({
  profile: checkProfile,
  line: (value, path, add) => {
    const { coordinates } = Object(value);
    checkLine(Array.isArray(value) ? value : coordinates, path, add);
  },
  attributes: optional(checkAttributes),
});

/** The attributes that an engine states along a line. */
export function statedAttributes({ options }: RoutingCapabilities): readonly AttributeName[] {
  return options.attributes ?? attributeNames;
}

export function parseAttributesRequest(
  request: AttributesRequest,
  { capabilities }: { readonly capabilities: RoutingCapabilities },
): AttributesQuery {
  requireValid('attributes', request, checkLineFields);
  const { line, attributes = statedAttributes(capabilities) } = request;
  const positions = 'coordinates' in line ? line.coordinates : line;
  return { profile: request.profile, line: positions as readonly Position[], attributes };
}
