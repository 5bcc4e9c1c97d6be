import type { MatrixAnswer, MatrixQuery, MatrixTable, MatrixTables } from '../model/reach/matrix.ts';
import type { SnappedPoint } from '../model/result.ts';
import type { MatrixTile, Slice } from './plans.ts';

type Row = (number | null)[];

export interface AnsweredTile {
  readonly tile: MatrixTile;
  readonly answer: MatrixAnswer;
}

/** The tables and the places of a whole matrix. */
export type MergedMatrix = Partial<MatrixTables> & Pick<MatrixAnswer, 'origins' | 'destinations'>;

/** Writes the answer of a tile into the tables of the whole matrix: the tile is not kept. */
export function writeTile(merged: MergedMatrix, { tile, answer }: AnsweredTile): void {
  writeCells(merged.durationsSeconds, tile, answer.durationsSeconds);
  writeCells(merged.distancesMeters, tile, answer.distancesMeters);
  writePlaces(merged.origins, tile.rows, answer.origins);
  writePlaces(merged.destinations, tile.columns, answer.destinations);
}

/**
 * A matrix without answers: its cells are `NaN`. The platform then keeps a row as plain numbers, a third of
 * the memory of a row that starts as `null`.
 */
export function blankMatrix({
  origins,
  destinations,
  metrics,
}: Pick<MatrixQuery, 'origins' | 'destinations' | 'metrics'>): MergedMatrix {
  const blank = () => origins.map(() => destinations.map(() => NaN));
  return {
    ...(metrics.includes('duration') ? { durationsSeconds: blank() } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: blank() } : {}),
    origins: origins.map(() => ({})),
    destinations: destinations.map(() => ({})),
  };
}

// A cell that the answer does not have stays without an answer: only `null` says that there is no route.
function writeCells(table: MatrixTable = [], { rows, columns }: MatrixTile, cells: MatrixTable = []): void {
  for (let row = rows.from; row < rows.to; row += 1) {
    const target = (table[row] ?? []) as Row;
    const source = cells[row - rows.from] ?? [];
    for (let column = columns.from; column < columns.to; column += 1)
      target[column] = cellOf(source[column - columns.from]);
  }
}

/** A cell of an answer; `NaN`, as of a failed part, if the answer does not have it. */
export function cellOf(value: number | null | undefined): number | null {
  return value === undefined ? NaN : value;
}

// All tiles of a band of rows have the same origins: the first known position of a place is enough.
function writePlaces(
  merged: readonly SnappedPoint[],
  { from }: Slice,
  places: readonly SnappedPoint[],
): void {
  places.forEach((place, index) => {
    if (merged[from + index]?.position === undefined) (merged as SnappedPoint[])[from + index] = place;
  });
}

export function lengthOf({ from, to }: Slice): number {
  return to - from;
}
