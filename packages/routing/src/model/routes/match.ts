import {
  type AddIssue,
  boolean,
  door,
  isObject,
  listOf,
  measure,
  optional,
  type RowsOf,
  readerOf,
  readFields,
  readProviderOptions,
  required,
  withDefault,
} from '../check/reader.ts';
import type { AttributeOf, ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import {
  type Coordinate,
  isForeignPlace,
  type LineString,
  type Position,
  type PositionLike,
  readPosition,
} from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import { readLanguage } from '../travel/language.ts';
import type { EngineQuery } from '../travel/profile.ts';
import { type Profile, readProfile } from '../travel/profile.ts';
import { type AttributeName, type AttributeRuns, readAttributes } from '../travel/road-attributes.ts';
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
export interface MatchQuery extends EngineQuery {
  /** The points, each as an object. */
  readonly trace: readonly CheckedTracePoint[];
  /** `false` by default. */
  readonly steps: boolean;
  /** `en` by default. */
  readonly language: string;
}

/** A checked {@link TracePoint}. @public */
export interface CheckedTracePoint {
  /** The place, as recorded. */
  readonly position: Position;
  /** When it was recorded, if the track says so. */
  readonly timeSeconds: number | undefined;
  /** How far it may be from the true place; `undefined` for the engine's own. */
  readonly accuracyMeters: number | undefined;
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

// The last second that engines with 32 bits know: in 2106. Milliseconds are beyond it.
const timeOfTrack = readerOf<number>(
  (value) => typeof value === 'number' && value >= 0 && value < 2 ** 32,
  'must be seconds from 0 to 4294967295, not milliseconds',
);

const tracePointRows = {
  position: required(readPosition),
  timeSeconds: optional(timeOfTrack),
  accuracyMeters: optional(measure),
} satisfies RowsOf<TracePoint>;

function readTracePoint(value: unknown, path: string, add: AddIssue): CheckedTracePoint {
  if (isObject(value) && !isForeignPlace(value)) return readFields(tracePointRows, value, path, add);
  return { position: readPosition(value, path, add), timeSeconds: undefined, accuracyMeters: undefined };
}

export const matchDoor = door(
  'match',
  {
    profile: required(readProfile),
    trace: required(listOf(readTracePoint, 'must be a list of two or more points', 2)),
    steps: withDefault(boolean, false),
    language: withDefault(readLanguage, 'en'),
    providerOptions: optional(readProviderOptions),
  } satisfies RowsOf<MatchRequest>,
  ({ trace }, add) => {
    const times = trace.map(({ timeSeconds }) => timeSeconds);
    if (times.includes(undefined) && times.some((time) => time !== undefined))
      add('trace', 'must have a time at every point, or at none');
    if (times.some((time, index) => Number(time) < Number(times[index - 1])))
      add('trace', 'must have times that do not decrease');
  },
);

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

const readLine = listOf(readPosition, 'must be a line of two or more positions', 2);

export const attributesDoor = door('attributes', {
  profile: required(readProfile),
  line: required((value: unknown, path: string, add: AddIssue) =>
    readLine(Array.isArray(value) ? value : Object(value).coordinates, path, add),
  ),
  attributes: optional(readAttributes, [
    { capability: 'attributes', words: 'attribute "*"', ifAbsent: 'honoured' },
  ]),
} satisfies RowsOf<AttributesRequest>);
