import type { RequestCaps } from '../model/engine/request-caps.ts';

/** Parts of a request, in order. A list of slices is one; tiles are made one by one. */
export interface Parts<Part> extends Iterable<Part> {
  readonly length: number;
}

/** A part of a list: from `from` up to, but without, `to`. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** A rectangle of a matrix: one request. */
export interface MatrixTile {
  readonly rows: Slice;
  readonly columns: Slice;
}

/** The tiles of a matrix: bands of rows times bands of columns. Only the bands are held. */
export interface MatrixTilePlan extends Parts<MatrixTile> {
  readonly rowBands: number;
  readonly columnBands: number;
}

/** The fewest parts of at most `most` items, all of nearly the same size. */
export function planSlices(length: number, most: number): Slice[] {
  // Without a cap, `most` is infinite.
  return evenSlices(length, Math.max(1, Math.ceil(length / most)));
}

/**
 * The fewest requests that cover each cell once; among those, the ones that send the fewest places. With the
 * shape `rows` one origin in each request.
 */
export function planMatrixTiles(plan: MatrixPlan): MatrixTilePlan {
  const grid = chooseGrid(plan);
  const rowSlices = evenSlices(plan.rows, grid.rows);
  const columnSlices = evenSlices(plan.columns, grid.columns);
  return {
    length: grid.rows * grid.columns,
    rowBands: grid.rows,
    columnBands: grid.columns,
    *[Symbol.iterator]() {
      for (const rows of rowSlices) for (const columns of columnSlices) yield { rows, columns };
    },
  };
}

/** The size of a matrix, and of the requests that the engine accepts. */
interface MatrixPlan {
  readonly rows: number;
  readonly columns: number;
  readonly shape: 'tiles' | 'rows';
  readonly caps: Pick<RequestCaps, 'matrixCells' | 'matrixPlaces'>;
}

/** Into how many parts the rows and the columns are split. */
interface Grid {
  readonly rows: number;
  readonly columns: number;
}

function chooseGrid({ rows, columns, shape, caps }: MatrixPlan): Grid {
  const { matrixCells, matrixPlaces = Infinity } = caps;
  let best: Grid = { rows, columns };
  for (let rowParts = shape === 'rows' ? rows : 1; rowParts <= rows; rowParts += 1) {
    const height = Math.ceil(rows / rowParts);
    const width = Math.min(columns, Math.floor(matrixCells / height), matrixPlaces - height);
    const grid = { rows: rowParts, columns: Math.ceil(columns / width) };
    if (width >= 1 && isBetter(grid, best, rows, columns)) best = grid;
  }
  return best;
}

// With an equal number of requests and places the earlier grid stays, which has fewer parts of rows.
function isBetter(grid: Grid, best: Grid, rows: number, columns: number): boolean {
  const moreRequests = grid.rows * grid.columns - best.rows * best.columns;
  const sentPlaces = (each: Grid) => each.rows * columns + each.columns * rows;
  return moreRequests < 0 || (moreRequests === 0 && sentPlaces(grid) < sentPlaces(best));
}

/** `length` items in `count` parts, whose sizes differ by one at most. */
export function evenSlices(length: number, count: number): Slice[] {
  return Array.from({ length: count }, (_, index) => ({
    from: Math.floor((index * length) / count),
    to: Math.floor(((index + 1) * length) / count),
  }));
}
