import { InvalidInputError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import type { MatrixMetric, MatrixTable } from '../model/reach/matrix.ts';

const matrixCsvNames: OptionNames<MatrixCsvOptions> = {
  layout: 0,
  metric: 0,
  origins: 0,
  destinations: 0,
  header: 0,
};

/** The tables of a matrix, or of a part of one. @public */
export interface MatrixCells {
  /** The durations, if they were requested. */
  readonly durationsSeconds?: MatrixTable | undefined;
  /** The distances, if they were requested. */
  readonly distancesMeters?: MatrixTable | undefined;
}

/** A destination of an origin. @public */
export interface NearDestination {
  /** Index of the destination. */
  readonly destinationIndex: number;
  /** The duration, if the matrix has it. */
  readonly durationSeconds?: number | undefined;
  /** The distance, if the matrix has it. */
  readonly distanceMeters?: number | undefined;
}

/** Which destinations are near. @public */
export interface NearestOptions {
  /** The largest number of destinations. @defaultValue all that are reachable */
  readonly count?: number | undefined;
  /** The compared metric. @defaultValue duration, else distance */
  readonly metric?: MatrixMetric | undefined;
  /** The largest duration or distance. */
  readonly max?: number | undefined;
}

/**
 * The nearest destinations of one origin, the nearest first. Unreachable ones are left out; of equal ones the
 * first in the matrix comes first. @public
 *
 * @example
 * const matrix = await routing.matrix({ profile: 'driving', origins, destinations });
 * const [nearest] = nearestDestinations(matrix, 0, { max: 900 }); // within 15 minutes, if any
 *
 * @throws InvalidInputError for an unknown origin, or a metric that the matrix does not have
 */
export function nearestDestinations(
  matrix: MatrixCells,
  originIndex: number,
  options: NearestOptions = {},
): NearDestination[] {
  refuseUnknown(options, { count: 0, metric: 0, max: 0 }, 'nearestDestinations()');
  const { count = Number.POSITIVE_INFINITY, metric, max = Number.POSITIVE_INFINITY } = options;
  const row = tableOf(matrix, metric)[originIndex];
  if (row === undefined) throw invalid('The matrix has no such origin.');
  return row
    .flatMap((value, destinationIndex) =>
      value === null || value > max ? [] : [{ value, destinationIndex }],
    )
    .sort((a, b) => a.value - b.value)
    .slice(0, count)
    .map(({ destinationIndex }) => ({
      destinationIndex,
      durationSeconds: matrix.durationsSeconds?.[originIndex]?.[destinationIndex] ?? undefined,
      distanceMeters: matrix.distancesMeters?.[originIndex]?.[destinationIndex] ?? undefined,
    }));
}

/** The layout of a CSV file. @public */
export interface MatrixCsvOptions {
  /**
   * `long`: a line for each pair of places. `wide`: a table of one metric, with a line for each origin.
   * @defaultValue 'long'
   */
  readonly layout?: 'long' | 'wide' | undefined;
  /** The metric of the layout `wide`. @defaultValue duration, else distance */
  readonly metric?: MatrixMetric | undefined;
  /** Names of the origins. @defaultValue their indexes */
  readonly origins?: readonly string[] | undefined;
  /** Names of the destinations. @defaultValue their indexes */
  readonly destinations?: readonly string[] | undefined;
  /** Whether the first line has the names of the columns. @defaultValue true */
  readonly header?: boolean | undefined;
}

/**
 * The matrix as CSV (RFC 4180, lines end with CR LF). An unreachable cell is empty. @public
 *
 * @example
 * const matrix = await routing.matrix({ profile: 'driving', origins, destinations });
 * await writeFile('matrix.csv', toCsv(matrix, { origins: ['depot'], destinations: ['a', 'b'] }));
 *
 * @throws InvalidInputError for a metric that the matrix does not have
 */
export function toCsv(matrix: MatrixCells, options: MatrixCsvOptions = {}): string {
  refuseUnknown(options, matrixCsvNames, 'toCsv()');
  const rows = (options.layout ?? 'long') === 'wide' ? wideRows(matrix, options) : longRows(matrix, options);
  return rows.map((row) => `${row.map(escapeCell).join(',')}\r\n`).join('');
}

type Cell = string | number | null | undefined;

function wideRows(matrix: MatrixCells, options: MatrixCsvOptions): Cell[][] {
  const table = tableOf(matrix, options.metric);
  const columns = (table[0] ?? []).map((_, index) => options.destinations?.[index] ?? index);
  const rows = table.map((row, index) => [options.origins?.[index] ?? index, ...row]);
  return options.header === false ? rows : [['origin', ...columns], ...rows];
}

function longRows(matrix: MatrixCells, options: MatrixCsvOptions): Cell[][] {
  const { durationsSeconds, distancesMeters } = matrix;
  const rows = tableOf(matrix, undefined).flatMap((row, from) =>
    row.map((_, to) => [
      options.origins?.[from] ?? from,
      options.destinations?.[to] ?? to,
      ...(durationsSeconds === undefined ? [] : [durationsSeconds[from]?.[to]]),
      ...(distancesMeters === undefined ? [] : [distancesMeters[from]?.[to]]),
    ]),
  );
  if (options.header === false) return rows;
  const header = [
    'origin',
    'destination',
    ...(durationsSeconds === undefined ? [] : ['duration_seconds']),
    ...(distancesMeters === undefined ? [] : ['distance_meters']),
  ];
  return [header, ...rows];
}

function escapeCell(cell: Cell): string {
  const text = String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The table of a metric; without one, the durations, else the distances. */
export function tableOf(matrix: MatrixCells, metric: MatrixMetric | undefined): MatrixTable {
  const { durationsSeconds, distancesMeters } = matrix;
  const chosen = { duration: durationsSeconds, distance: distancesMeters };
  const table = metric === undefined ? (durationsSeconds ?? distancesMeters) : chosen[metric];
  if (table === undefined) throw invalid(`The matrix has no ${metric ?? 'duration or distance'}.`);
  return table;
}

function invalid(message: string): InvalidInputError {
  return new InvalidInputError({ message, outcome: 'not-sent' });
}
