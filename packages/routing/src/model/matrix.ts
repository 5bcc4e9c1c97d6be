import { type Avoid, checkAvoid } from './avoid.ts';
import { checkProviderOptions } from './directions.ts';
import { checkPlaces } from './isochrones.ts';
import { checkEach, checkKeys, checkOneOf, createIssueList, type IssueList, isObject } from './issues.ts';
import type { Position } from './position.ts';
import { checkProfile, type Profile } from './profile.ts';
import type { EngineAnswer, RoutingResult, RoutingWarning, SnappedPoint } from './result.ts';

/** What a cell of a matrix says. @public */
export type MatrixMetric = 'duration' | 'distance';

/** From where, to where, and by which means. @public */
export interface MatrixRequest<Metric extends MatrixMetric = MatrixMetric> {
  readonly profile: Profile;
  readonly origins: readonly Position[];
  /** @defaultValue the origins */
  readonly destinations?: readonly Position[] | undefined;
  /** @defaultValue both */
  readonly metrics?: readonly Metric[] | undefined;
  readonly avoid?: Avoid | undefined;
  /**
   * Added to the request as the engine spells it, objects within objects too, for what this model has no word for. A key that
   * the request has set is an `InvalidInputError`.
   */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A {@link MatrixRequest} as drivers get it: checked, with its defaults filled in. @public */
export interface MatrixQuery extends MatrixRequest {
  readonly destinations: readonly Position[];
  readonly metrics: readonly MatrixMetric[];
}

/** A row for each origin, a cell for each destination; `null` where no way leads. @public */
export type MatrixTable = readonly (readonly (number | null)[])[];

/** A matrix as a driver gives it. @public */
export interface MatrixAnswer extends EngineAnswer {
  readonly durationsSeconds?: MatrixTable | undefined;
  readonly distancesMeters?: MatrixTable | undefined;
  readonly origins: readonly SnappedPoint[];
  readonly destinations: readonly SnappedPoint[];
}

/** The tables asked for, and the places as the engine took them. @public */
export type MatrixResult<Metric extends MatrixMetric = MatrixMetric> = RoutingResult & {
  /** A place with `position: null` has no road near: its row or column is all `null`. */
  readonly origins: readonly SnappedPoint[];
  readonly destinations: readonly SnappedPoint[];
} & { readonly [Name in Metric as TableName<Name>]: MatrixTable };

/** A rectangle of a matrix that is asked for piece by piece. @public */
export type MatrixPart<Metric extends MatrixMetric = MatrixMetric> = {
  /** The origins it covers: from the first index up to, but without, the second. */
  readonly rows: readonly [from: number, to: number];
  /** The destinations it covers, in the same way. */
  readonly columns: readonly [from: number, to: number];
  readonly origins: readonly SnappedPoint[];
  readonly destinations: readonly SnappedPoint[];
  readonly warnings: readonly RoutingWarning[];
} & { readonly [Name in Metric as TableName<Name>]: MatrixTable };

/** The result's field for a metric. @public */
export type TableName<Metric extends MatrixMetric> = Metric extends 'duration'
  ? 'durationsSeconds'
  : 'distancesMeters';

const keys = ['profile', 'origins', 'destinations', 'metrics', 'avoid', 'providerOptions'];
const bothMetrics = ['duration', 'distance'] as const;

/** Checks all of a request at once. Throws an `InvalidInputError` that names everything wrong with it. */
export function parseMatrixRequest(request: MatrixRequest): MatrixQuery {
  const issues = createIssueList();
  if (!isObject(request)) issues.add('', 'must be an object');
  else checkRequest(request, issues);
  issues.throwIfAny('matrix');
  return {
    ...request,
    destinations: request.destinations ?? request.origins,
    metrics: [...new Set(request.metrics ?? bothMetrics)],
  };
}

function checkRequest(request: Readonly<Record<string, unknown>>, issues: IssueList): void {
  checkKeys(request, keys, '', issues);
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
