import { type OptionNames, optionKinds, refuseUnknown, wordOption } from '@org/core/basics';
import type { MatrixMetric } from '../model/reach/matrix.ts';
import { allCellsOf, cellsOf, exportCell, invalid, type MatrixCells } from './cells.ts';

const matrixCsvNames: OptionNames<MatrixCsvOptions> = {
  layout: 0,
  metric: 0,
  origins: optionKinds.list,
  destinations: optionKinds.list,
  header: optionKinds.flag,
};

const nearestNames: OptionNames<NearestOptions> = {
  count: 0,
  metric: 0,
  max: 0,
  skipFailed: optionKinds.flag,
};

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
  /**
   * Whether to leave out destinations whose cells failed, as with `partial`. A nearer destination may be
   * among them. Without this option, a row with failed cells throws. @defaultValue false
   */
  readonly skipFailed?: boolean | undefined;
}

/**
 * The nearest destinations of one origin, the nearest first. Unreachable ones are left out; of equal ones the
 * first in the matrix comes first. @public
 *
 * @example
 * const matrix = await routing.matrix({ profile: 'driving', origins, destinations });
 * const [nearest] = nearestDestinations(matrix, 0, { max: 900 }); // within 15 minutes, if any
 *
 * @throws InvalidInputError for an unknown origin, a metric that the matrix does not have, or a row with
 * failed cells: the nearest destination is then unknown, unless `skipFailed` asks for the nearest known one
 */
export function nearestDestinations(
  matrix: MatrixCells,
  originIndex: number,
  options: NearestOptions = {},
): NearDestination[] {
  refuseUnknown(options, nearestNames, 'nearestDestinations()');
  const { count = Number.POSITIVE_INFINITY, metric, max = Number.POSITIVE_INFINITY } = options;
  for (const [name, value] of Object.entries({ count, max }))
    if (typeof value !== 'number' || !(value >= 0)) throw invalid(`${name} must be a number from 0.`);
  const row = cellsOf(matrix, metric).row(originIndex);
  if (row === undefined) throw invalid('The matrix has no such origin.');
  const missing = row.filter(({ state }) => state === 'failed').length;
  if (missing > 0 && options.skipFailed !== true)
    throw invalid(
      `The nearest destinations of origin ${originIndex} are unknown: ${missing} of ${row.length} cells ` +
        'failed. Request the failed parts again, or set skipFailed for the nearest known destinations.',
    );
  const rows = new Map(allCellsOf(matrix).map((table) => [table.metric, table.row(originIndex)]));
  return row
    .flatMap(({ value }, destinationIndex) =>
      value === undefined || value > max ? [] : [{ value, destinationIndex }],
    )
    .sort((a, b) => a.value - b.value)
    .slice(0, count)
    .map(({ destinationIndex }) => ({
      destinationIndex,
      durationSeconds: rows.get('duration')?.[destinationIndex]?.value,
      distanceMeters: rows.get('distance')?.[destinationIndex]?.value,
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
 * The matrix as CSV (RFC 4180, lines end with CR LF). An unreachable cell is empty; a failed cell is the word
 * `failed`. @public
 *
 * @example
 * const matrix = await routing.matrix({ profile: 'driving', origins, destinations });
 * await writeFile('matrix.csv', toCsv(matrix, { origins: ['depot'], destinations: ['a', 'b'] }));
 *
 * @throws InvalidInputError for a metric that the matrix does not have; ConfigurationError for another layout
 */
export function toCsv(matrix: MatrixCells, options: MatrixCsvOptions = {}): string {
  refuseUnknown(options, matrixCsvNames, 'toCsv()');
  const layout = wordOption('toCsv(): layout', options.layout, ['long', 'wide'], 'long');
  const rows = layout === 'wide' ? wideRows(matrix, options) : longRows(matrix, options);
  return rows.map((row) => `${row.map(escapeCell).join(',')}\r\n`).join('');
}

type Field = string | number | null;

const columnNames = { duration: 'duration_seconds', distance: 'distance_meters' } as const;

function wideRows(matrix: MatrixCells, options: MatrixCsvOptions): Field[][] {
  const cells = cellsOf(matrix, options.metric).all();
  const columns = (cells[0] ?? []).map((_, index) => options.destinations?.[index] ?? index);
  const rows = cells.map((row, index) => [options.origins?.[index] ?? index, ...row.map(exportCell)]);
  return options.header === false ? rows : [['origin', ...columns], ...rows];
}

function longRows(matrix: MatrixCells, options: MatrixCsvOptions): Field[][] {
  const tables = allCellsOf(matrix).map(({ metric, all }) => ({ metric, cells: all() }));
  const [first = { cells: cellsOf(matrix).all() }] = tables;
  const rows = first.cells.flatMap((row, from) =>
    row.map((_, to) => [
      options.origins?.[from] ?? from,
      options.destinations?.[to] ?? to,
      ...tables.map(({ cells }) => exportCell(cells[from]?.[to])),
    ]),
  );
  if (options.header === false) return rows;
  return [['origin', 'destination', ...tables.map(({ metric }) => columnNames[metric])], ...rows];
}

function escapeCell(cell: Field): string {
  const text = String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
