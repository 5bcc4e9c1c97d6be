import type { MatrixAnswer, MatrixMetric, MatrixTable, MatrixTables } from '../model/reach/matrix.ts';
import type { SnappedPoint } from '../model/result.ts';
import type { MatrixTile, Slice } from './plans.ts';

type Row = (number | null)[];

/** A tile with its answer. */
export interface AnsweredTile {
  readonly tile: MatrixTile;
  readonly answer: MatrixAnswer;
}

/** The tables and the places of a whole matrix. */
export type MergedMatrix = Partial<MatrixTables> & Pick<MatrixAnswer, 'origins' | 'destinations'>;

/** The size of a whole matrix. */
export interface MatrixSize {
  readonly rows: number;
  readonly columns: number;
  readonly metrics: readonly MatrixMetric[];
}

/** The tables of a matrix, filled tile by tile: no tile is kept. A cell without an answer is `NaN`. */
export class MatrixTableWriter {
  readonly #size: MatrixSize;
  #merged: MergedMatrix | undefined;

  constructor(size: MatrixSize) {
    this.#size = size;
  }

  write({ tile, answer }: AnsweredTile): void {
    const { rows, columns } = this.#size;
    const { durationsSeconds, distancesMeters, origins, destinations } = answer;
    if (lengthOf(tile.rows) === rows && lengthOf(tile.columns) === columns) {
      // The only tile: nothing is copied.
      const tables = {
        ...(durationsSeconds && { durationsSeconds }),
        ...(distancesMeters && { distancesMeters }),
      };
      this.#merged = { ...tables, origins, destinations };
      return;
    }
    this.#merged ??= blankMatrix(this.#size);
    const merged = this.#merged;
    writeCells(merged.durationsSeconds, tile, durationsSeconds);
    writeCells(merged.distancesMeters, tile, distancesMeters);
    writePlaces(merged.origins, tile.rows, origins);
    writePlaces(merged.destinations, tile.columns, destinations);
  }

  get merged(): MergedMatrix {
    return this.#merged ?? blankMatrix(this.#size);
  }
}

// With `NaN` the platform keeps a row as plain numbers: a third of the memory of a row that starts as `null`.
function blankMatrix({ rows, columns, metrics }: MatrixSize): MergedMatrix {
  const blank = () => Array.from({ length: rows }, () => Array.from({ length: columns }, () => NaN));
  return {
    ...(metrics.includes('duration') ? { durationsSeconds: blank() } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: blank() } : {}),
    origins: Array.from({ length: rows }, () => ({})),
    destinations: Array.from({ length: columns }, () => ({})),
  };
}

// A tile without a table or a cell has `null` there.
function writeCells(table: MatrixTable = [], { rows, columns }: MatrixTile, cells: MatrixTable = []): void {
  for (let row = rows.from; row < rows.to; row += 1) {
    const target = (table[row] ?? []) as Row;
    const source = cells[row - rows.from] ?? [];
    for (let column = columns.from; column < columns.to; column += 1)
      target[column] = source[column - columns.from] ?? null;
  }
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
