import { InvalidInputError } from '@org/core';
import { optionKinds, requireArgument } from '@org/core/basics';
import type { IsochronesFailure } from '../model/reach/isochrones.ts';
import type { MatrixFailure, MatrixMetric, MatrixTable } from '../model/reach/matrix.ts';
import type { PlacesFailure } from '../model/result.ts';

/** The tables of a matrix, or of a part of one. @public */
export interface MatrixCells {
  /** The durations, if they were requested. */
  readonly durationsSeconds?: MatrixTable | undefined;
  /** The distances, if they were requested. */
  readonly distancesMeters?: MatrixTable | undefined;
  /** The failed parts of a partial result. Their cells stay failed where JSON made `null` of `NaN`. */
  readonly failures?:
    | readonly (Pick<MatrixFailure, 'rows' | 'columns'> | IsochronesFailure | PlacesFailure)[]
    | undefined;
}

/** One cell. Only a known cell has a number: a cell in another state cannot be compared, added or drawn. */
export type Cell =
  | { readonly state: 'known'; readonly value: number }
  | { readonly state: 'unreachable' | 'failed'; readonly value?: undefined };

/** The cells of one metric: a row for each origin. */
export interface CellTable {
  readonly metric: MatrixMetric;
  /** The cells of one origin, read when asked. */
  row(index: number): readonly Cell[] | undefined;
  /** All rows, read when asked. */
  all(): readonly (readonly Cell[])[];
}

const unreachable: Cell = { state: 'unreachable' };
const failed: Cell = { state: 'failed' };

/**
 * The only reader of a matrix's tables: the cells of a metric; without one, of the durations, else of the
 * distances.
 */
export function cellsOf(matrix: MatrixCells, metric?: MatrixMetric): CellTable {
  requireMatrix(matrix);
  const chosen = metric ?? (matrix.durationsSeconds === undefined ? 'distance' : 'duration');
  const table = tableOf(matrix, chosen);
  if (table === undefined) throw invalid(`The matrix has no ${metric ?? 'duration or distance'}.`);
  return readerOf(chosen, table, matrix);
}

/** The cells of each metric that the matrix has; the durations come first. */
export function allCellsOf(matrix: MatrixCells): readonly CellTable[] {
  requireMatrix(matrix);
  return (['duration', 'distance'] as const).flatMap((metric) => {
    const table = tableOf(matrix, metric);
    return table === undefined ? [] : [readerOf(metric, table, matrix)];
  });
}

/** A cell in a file: empty where there is no route, the word `failed` where a part failed. */
export function exportCell(cell: Cell | undefined = failed): number | null | 'failed' {
  if (cell.state === 'failed') return 'failed';
  return cell.value ?? null;
}

export function invalid(message: string): InvalidInputError {
  return new InvalidInputError({ message, outcome: 'not-sent' });
}

function requireMatrix(matrix: MatrixCells): void {
  requireArgument('matrix', matrix, optionKinds.object);
  const { durationsSeconds = [], distancesMeters = [] } = matrix;
  requireArgument('matrix.durationsSeconds', durationsSeconds, optionKinds.list);
  requireArgument('matrix.distancesMeters', distancesMeters, optionKinds.list);
}

function tableOf(matrix: MatrixCells, metric: MatrixMetric): MatrixTable | undefined {
  const { durationsSeconds: duration, distancesMeters: distance } = matrix;
  return new Map([
    ['duration', duration],
    ['distance', distance],
  ]).get(metric);
}

function readerOf(metric: MatrixMetric, table: MatrixTable, { failures = [] }: MatrixCells): CellTable {
  const areas = failures.flatMap((failure) => ('rows' in failure ? [failure] : []));
  const read = (row: MatrixTable[number], at: number) => {
    const spans = areas.flatMap(({ rows, columns }) => (isWithin(at, rows) ? [columns] : []));
    return Array.from(row, (value, column): Cell => {
      if (value === null) return spans.some((span) => isWithin(column, span)) ? failed : unreachable;
      return Number.isFinite(value) ? { state: 'known', value } : failed;
    });
  };
  return {
    metric,
    row: (index) => table[index] && read(table[index], index),
    all: () => table.map(read),
  };
}

function isWithin(index: number, [from, to]: readonly [number, number]): boolean {
  return index >= from && index < to;
}
