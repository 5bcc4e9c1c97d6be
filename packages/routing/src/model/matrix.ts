import { type Avoid, checkAvoid } from './avoid.ts';
import type { AvoidFeatureOf, ProfileOf, RoutingCapabilities } from './capabilities.ts';
import {
  checkEach,
  checkOneOf,
  checkProviderOptions,
  type Fields,
  type IssueList,
  requireValid,
} from './issues.ts';
import { checkPlaces, type Position } from './position.ts';
import { checkProfile } from './profile.ts';
import type { EngineAnswer, RoutingResult, RoutingWarning, SnappedPoint } from './result.ts';

/** What a cell of a matrix says. @public */
export type MatrixMetric = 'duration' | 'distance';

/** From where, to where, and by which means. @public */
export interface MatrixRequest<
  Metric extends MatrixMetric = MatrixMetric,
  Capabilities extends RoutingCapabilities = RoutingCapabilities,
> {
  /** How one travels; the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** Where the ways begin: the rows. */
  readonly origins: readonly Position[];
  /** @defaultValue the origins */
  readonly destinations?: readonly Position[] | undefined;
  /** @defaultValue both */
  readonly metrics?: readonly Metric[] | undefined;
  /** What the ways stay away from. */
  readonly avoid?:
    | (Capabilities['options']['matrixAvoid'] extends false ? never : Avoid<AvoidFeatureOf<Capabilities>>)
    | undefined;
  /**
   * Added to the request as the engine spells it, objects within objects too, for what this model has no word
   * for. A key that the request has set is an `InvalidInputError`.
   */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A {@link MatrixRequest} as drivers get it: checked, with its defaults filled in. @public */
export interface MatrixQuery extends MatrixRequest {
  /** The origins where the request has none. */
  readonly destinations: readonly Position[];
  /** Both where the request has none. */
  readonly metrics: readonly MatrixMetric[];
}

/** A row for each origin, a cell for each destination; `null` where no way leads. @public */
export type MatrixTable = readonly (readonly (number | null)[])[];

/** A matrix as a driver gives it. @public */
export interface MatrixAnswer extends EngineAnswer {
  /** Only with the metric `duration`. */
  readonly durationsSeconds?: MatrixTable | undefined;
  /** Only with the metric `distance`. */
  readonly distancesMeters?: MatrixTable | undefined;
  /** The origins as the engine took them. */
  readonly origins: readonly SnappedPoint[];
  /** The destinations as the engine took them. */
  readonly destinations: readonly SnappedPoint[];
}

/** The tables of a matrix, one for each metric. @public */
export interface MatrixTables {
  /** Travel times. */
  readonly durationsSeconds: MatrixTable;
  /** Lengths of the ways. */
  readonly distancesMeters: MatrixTable;
}

/** The tables asked for, and the places as the engine took them. @public */
export type MatrixResult<Metric extends MatrixMetric = MatrixMetric> = RoutingResult & {
  /** A place with `position: null` has no road near: its row or column is all `null`. */
  readonly origins: readonly SnappedPoint[];
  /** As `origins`, for the columns. */
  readonly destinations: readonly SnappedPoint[];
} & Pick<MatrixTables, TableName<Metric>>;

/** A rectangle of a matrix that is asked for piece by piece. @public */
export type MatrixPart<Metric extends MatrixMetric = MatrixMetric> = {
  /** The origins it covers: from the first index up to, but without, the second. */
  readonly rows: readonly [from: number, to: number];
  /** The destinations it covers, in the same way. */
  readonly columns: readonly [from: number, to: number];
  /** The origins of these rows as the engine took them. */
  readonly origins: readonly SnappedPoint[];
  /** The destinations of these columns as the engine took them. */
  readonly destinations: readonly SnappedPoint[];
  /** What the engine did differently in this part. */
  readonly warnings: readonly RoutingWarning[];
} & Pick<MatrixTables, TableName<Metric>>;

/** The result's field for a metric. @public */
export type TableName<Metric extends MatrixMetric> = Metric extends 'duration'
  ? 'durationsSeconds'
  : 'distancesMeters';

const keys = ['profile', 'origins', 'destinations', 'metrics', 'avoid', 'providerOptions'];
const bothMetrics = ['duration', 'distance'] as const;

export function parseMatrixRequest(request: MatrixRequest): MatrixQuery {
  requireValid('matrix', request, keys, checkRequest);
  return {
    ...request,
    destinations: request.destinations ?? request.origins,
    metrics: [...new Set(request.metrics ?? bothMetrics)],
  };
}

function checkRequest(request: Fields, issues: IssueList): void {
  checkProfile(request['profile'], issues);
  checkPlaces(request['origins'], 'origins', issues);
  if (request['destinations'] !== undefined) checkPlaces(request['destinations'], 'destinations', issues);
  checkMetrics(request['metrics'], issues);
  checkAvoid(request['avoid'], issues);
  checkProviderOptions(request['providerOptions'], issues);
}

function checkMetrics(value: unknown, issues: IssueList): void {
  if (value === undefined) return;
  if (!Array.isArray(value) || value.length === 0) {
    issues.add('metrics', 'must be a list of one or two names');
    return;
  }
  checkEach(value, 'metrics', (metric, path) => {
    checkOneOf(metric ?? null, path, bothMetrics, issues);
  });
}
