import type { MatrixAnswer, MatrixMetric, MatrixTable } from '../model/matrix.ts';
import type { SnappedPoint } from '../model/result.ts';
import type { MatrixTile } from './matrix-tiles.ts';

/** A tile and what it was answered. */
export interface AnsweredTile {
  readonly tile: MatrixTile;
  readonly answer: MatrixAnswer;
}

type Merged = Pick<MatrixAnswer, 'durationsSeconds' | 'distancesMeters' | 'origins' | 'destinations'>;

/** The tiles as one matrix, every cell in its place. */
export function mergeMatrix(
  parts: readonly AnsweredTile[],
  size: { readonly rows: number; readonly columns: number; readonly metrics: readonly MatrixMetric[] },
): Merged {
  const { rows, columns, metrics } = size;
  const table = (read: (answer: MatrixAnswer) => MatrixTable | undefined) =>
    mergeTables(parts, rows, columns, read);
  return {
    ...(metrics.includes('duration') ? { durationsSeconds: table((answer) => answer.durationsSeconds) } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: table((answer) => answer.distancesMeters) } : {}),
    origins: mergePlaces(
      rows,
      parts.map(({ tile, answer }) => [tile.rows.from, answer.origins]),
    ),
    destinations: mergePlaces(
      columns,
      parts.map(({ tile, answer }) => [tile.columns.from, answer.destinations]),
    ),
  };
}

function mergeTables(
  parts: readonly AnsweredTile[],
  rows: number,
  columns: number,
  read: (answer: MatrixAnswer) => MatrixTable | undefined,
): MatrixTable {
  const merged = Array.from({ length: rows }, () => new Array<number | null>(columns).fill(null));
  for (const { tile, answer } of parts) {
    read(answer)?.forEach((row, index) => {
      const target = merged[tile.rows.from + index];
      row.forEach((cell, at) => {
        if (target !== undefined) target[tile.columns.from + at] = cell;
      });
    });
  }
  return merged;
}

// Every tile of a band tells about the same places; the first that knows one is as good as any.
function mergePlaces(
  length: number,
  parts: readonly (readonly [offset: number, places: readonly SnappedPoint[]])[],
): SnappedPoint[] {
  const merged = Array.from({ length }, (): SnappedPoint => ({}));
  for (const [offset, places] of parts) {
    places.forEach((place, index) => {
      if (merged[offset + index]?.position === undefined) merged[offset + index] = place;
    });
  }
  return merged;
}
