import { bands, planSlices, type Slice } from './slices.ts';

/** A rectangle of a matrix: one request. */
export interface MatrixTile {
  readonly rows: Slice;
  readonly columns: Slice;
}

export interface MatrixPlan {
  readonly rows: number;
  readonly columns: number;
  readonly maxCells: number;
  /** `rows`: one origin in each request. */
  readonly shape: 'tiles' | 'rows';
}

/** The fewest requests that cover all cells once; among those, the ones that send the fewest places. */
export function planMatrixTiles({ rows, columns, maxCells, shape }: MatrixPlan): MatrixTile[] {
  const grid = shape === 'rows' ? rowGrid(rows, columns, maxCells) : bestGrid(rows, columns, maxCells);
  const columnBands = bands(columns, grid.columns);
  return bands(rows, grid.rows).flatMap((row) =>
    columnBands.map((column) => ({ rows: row, columns: column })),
  );
}

interface Grid {
  readonly rows: number;
  readonly columns: number;
}

function rowGrid(rows: number, columns: number, maxCells: number): Grid {
  return { rows, columns: planSlices(columns, maxCells).length };
}

function bestGrid(rows: number, columns: number, maxCells: number): Grid {
  let best: Grid | undefined;
  for (let bandCount = 1; bandCount <= rows; bandCount += 1) {
    const height = Math.ceil(rows / bandCount);
    if (height > maxCells) continue;
    const width = Math.min(columns, Math.floor(maxCells / height));
    const grid = { rows: bandCount, columns: Math.ceil(columns / width) };
    if (best === undefined || isBetter(grid, best, rows, columns)) best = grid;
  }
  return best ?? rowGrid(rows, columns, maxCells);
}

// On a full tie the earlier one, with fewer bands of rows, stays.
function isBetter(grid: Grid, best: Grid, rows: number, columns: number): boolean {
  const tiles = grid.rows * grid.columns - best.rows * best.columns;
  const places = ({ rows: bandCount, columns: count }: Grid) => bandCount * columns + count * rows;
  return tiles < 0 || (tiles === 0 && places(grid) < places(best));
}
