import type { MatrixPart } from '../model/reach/matrix.ts';
import type { RoutingWarning } from '../model/result.ts';
import type { MatrixCells } from '../results/cells.ts';

export interface Band extends MatrixCells {
  /** The index of the first row. */
  readonly from: number;
  readonly warnings: readonly RoutingWarning[];
  readonly attribution: readonly string[];
}

type Rows = (number | null)[][];
type Part = Pick<MatrixPart, 'rows' | 'columns' | 'warnings' | 'attribution'> & MatrixCells;

/** Joins the parts of the same rows, which follow each other. Holds one band at a time. */
export async function* bandsOf(parts: AsyncIterable<Part>, columns: number): AsyncGenerator<Band> {
  let joined: Part[] = [];
  for await (const part of parts) {
    joined.push(part);
    if (part.columns[1] < columns) continue;
    yield join(joined);
    joined = [];
  }
}

function join(parts: readonly Part[]): Band {
  const durationsSeconds = joinRows(parts.map((part) => part.durationsSeconds));
  const distancesMeters = joinRows(parts.map((part) => part.distancesMeters));
  return {
    from: parts[0]?.rows[0] ?? 0,
    warnings: parts.flatMap(({ warnings }) => warnings),
    attribution: parts.flatMap(({ attribution }) => attribution),
    ...(durationsSeconds && { durationsSeconds }),
    ...(distancesMeters && { distancesMeters }),
  };
}

function joinRows(tables: readonly MatrixCells['durationsSeconds'][]): Rows | undefined {
  const known = tables.flatMap((table) => (table === undefined ? [] : [table]));
  return known[0]?.map((_, row) => known.flatMap((table) => table[row] ?? []));
}
