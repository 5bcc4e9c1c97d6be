import {
  type AddIssue,
  door,
  listOf,
  measure,
  oneOf,
  optional,
  type RowsOf,
  readProviderOptions,
  required,
  withDefault,
} from '../check/reader.ts';
import type { AvoidOf, OptionOf, ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import type { NoSuchOption, NotHonoured } from '../engine/not-honoured.ts';
import { type Position, type PositionLike, readPlaces } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult, RoutingWarning, SnappedPoint } from '../result.ts';
import { avoidRows, type CheckedAvoid, nothingAvoided, readAvoid } from '../travel/avoid.ts';
import type { EngineQuery } from '../travel/profile.ts';
import { readProfile } from '../travel/profile.ts';

/** The metric of a matrix table. @public */
export type MatrixMetric = 'duration' | 'distance';

/** A request for durations and distances between places. @public */
export interface MatrixRequest<
  Metric extends MatrixMetric = MatrixMetric,
  Capabilities extends RoutingCapabilities = RoutingCapabilities,
> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The origins: the rows of the tables. */
  readonly origins: readonly PositionLike[];
  /** The destinations: the columns of the tables. @defaultValue the origins */
  readonly destinations?: readonly PositionLike[] | undefined;
  /** @deprecated In openrouteservice, Valhalla and Mapbox. */
  readonly sources?: '`sources` are `origins` here.' | undefined;
  /** @deprecated In Valhalla. */
  readonly targets?: '`targets` are `destinations` here.' | undefined;
  /** The tables to compute. @defaultValue both */
  readonly metrics?: readonly Metric[] | undefined;
  /** Things that the routes avoid. */
  readonly avoid?:
    | (Capabilities['options']['matrixAvoid'] extends false
        ? AvoidOf<Capabilities> & NotHonoured<NoSuchOption<'avoid'>>
        : AvoidOf<Capabilities>)
    | undefined;
  /** The largest distance from a place to a road. @defaultValue 350 */
  readonly snapRadiusMeters?: OptionOf<Capabilities, 'matrixSnapRadius', number>;
  /**
   * Fields of the engine's own request that this model does not have, nested objects included. A field that
   * the request sets itself is an `InvalidInputError`.
   */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link MatrixRequest} with its defaults: the input of a driver. @public */
export interface MatrixQuery extends EngineQuery {
  /** The places, checked. */
  readonly origins: readonly Position[];
  /** The origins by default. */
  readonly destinations: readonly Position[];
  /** Both by default. */
  readonly metrics: readonly MatrixMetric[];
  /** Things that the routes avoid; each area as a ring. */
  readonly avoid: CheckedAvoid;
  /** The largest distance from a place to a road; `undefined` for the engine's own. */
  readonly snapRadiusMeters: number | undefined;
}

/** A row for each origin, a cell for each destination; `null` where there is no route. @public */
export type MatrixTable = readonly (readonly (number | null)[])[];

/** The output of a driver's matrix. @public */
export interface MatrixAnswer extends EngineAnswer {
  /** Only with the metric `duration`. */
  readonly durationsSeconds?: MatrixTable | undefined;
  /** Only with the metric `distance`. */
  readonly distancesMeters?: MatrixTable | undefined;
  /** The origins on the road. */
  readonly origins: readonly SnappedPoint[];
  /** The destinations on the road. */
  readonly destinations: readonly SnappedPoint[];
}

/** The tables of a matrix, one for each metric. @public */
export interface MatrixTables {
  /** The durations of the routes. */
  readonly durationsSeconds: MatrixTable;
  /** The distances of the routes. */
  readonly distancesMeters: MatrixTable;
}

/** The result of `matrix()`: the requested tables, and the places on the road. @public */
export type MatrixResult<Metric extends MatrixMetric = MatrixMetric> = RoutingResult & {
  /** A place with `position: null` has no road near: all cells of its row or column are `null`. */
  readonly origins: readonly SnappedPoint[];
  /** As `origins`, for the columns. */
  readonly destinations: readonly SnappedPoint[];
} & Pick<MatrixTables, TableName<Metric>>;

/** A part of a matrix without an answer: its cells are `NaN`. Only with `partial`. @public */
export interface MatrixFailure {
  /** The origins of the part: from the first index up to, but without, the second. */
  readonly rows: readonly [from: number, to: number];
  /** The destinations of the part, in the same form. */
  readonly columns: readonly [from: number, to: number];
  /** The error of the part. */
  readonly error: unknown;
}

/** One part of a streamed matrix: a rectangle of cells. @public */
export type MatrixPart<Metric extends MatrixMetric = MatrixMetric> = {
  /** The origins of the part: from the first index up to, but without, the second. */
  readonly rows: readonly [from: number, to: number];
  /** The destinations of the part, in the same form. */
  readonly columns: readonly [from: number, to: number];
  /** The origins of these rows on the road. */
  readonly origins: readonly SnappedPoint[];
  /** The destinations of these columns on the road. */
  readonly destinations: readonly SnappedPoint[];
  /** The warnings of this part. */
  readonly warnings: readonly RoutingWarning[];
  /** The attribution that the map data and the service require. */
  readonly attribution: readonly string[];
} & Pick<MatrixTables, TableName<Metric>>;

/** The field of a result for a metric. @public */
export type TableName<Metric extends MatrixMetric> = Metric extends 'duration'
  ? 'durationsSeconds'
  : 'distancesMeters';

const bothMetrics = ['duration', 'distance'] as const;

const readMetrics = listOf(oneOf(bothMetrics), 'must be a list of one or two names', 1);

export const matrixDoor = door('matrix', {
  profile: required(readProfile),
  origins: required(readPlaces),
  destinations: optional(readPlaces),
  metrics: withDefault(
    (value: unknown, path: string, add: AddIssue): readonly MatrixMetric[] => [
      ...new Set(readMetrics(value, path, add)),
    ],
    bothMetrics,
  ),
  avoid: withDefault(readAvoid, nothingAvoided, [{ capability: 'matrixAvoid', words: 'avoid' }], avoidRows),
  snapRadiusMeters: optional(measure, [{ capability: 'matrixSnapRadius', words: 'snapRadiusMeters' }]),
  providerOptions: optional(readProviderOptions),
} satisfies RowsOf<MatrixRequest, 'sources' | 'targets'>);
