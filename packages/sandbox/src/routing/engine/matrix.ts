import { type Engine, EngineError } from '@org/routing/embedded';
import { type Position, toLocation } from './position.ts';
import type { LocationOptions, SnappedPoint } from './snap.ts';

/** A reachable cell. */
export interface MatrixCell {
  readonly seconds: number;
  readonly meters: number;
}

/** Sources and destinations are indexes of `locations`. */
export interface MatrixCalculation {
  readonly engine: Engine;
  readonly costing: string;
  readonly locations: readonly Position[];
  readonly snapped: readonly (SnappedPoint | undefined)[];
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  readonly signal: AbortSignal;
  /** For each location, as in `snap()`. */
  readonly locationOptions?: readonly LocationOptions[];
  /** More fields of the engine's request: `costing_options`. */
  readonly more?: object;
}

/** A point that cannot be snapped would fail the engine's whole matrix, so only the others are sent. */
export async function calculateMatrix(calculation: MatrixCalculation): Promise<(MatrixCell | undefined)[][]> {
  const { sources, destinations, snapped } = calculation;
  const cells = sources.map(() => destinations.map((): MatrixCell | undefined => undefined));
  const rows = [...sources.keys()].filter((row) => snapped[sources[row] ?? -1] !== undefined);
  const columns = [...destinations.keys()].filter(
    (column) => snapped[destinations[column] ?? -1] !== undefined,
  );
  const band = bandHeight(calculation.costing, columns.length);
  for (let start = 0; start < rows.length && columns.length > 0; start += band) {
    const part = rows.slice(start, start + band);
    const answer = await askEngine(calculation, part, columns);
    part.forEach((row, i) => {
      columns.forEach((column, j) => {
        const target = cells[row];
        if (target) target[column] = answer[i]?.[j] ?? ownCell(sources[row], destinations[column]);
      });
    });
  }
  return cells;
}

// On foot and by bicycle the engine is exact only for one source. Its limit is 2500 cells a call.
function bandHeight(costing: string, columns: number): number {
  return costing === 'auto' || costing === 'truck' ? Math.max(1, Math.floor(2500 / Math.max(1, columns))) : 1;
}

function ownCell(source: number | undefined, destination: number | undefined): MatrixCell | undefined {
  return source === destination ? { seconds: 0, meters: 0 } : undefined;
}

interface EngineMatrix {
  readonly sources_to_targets: readonly (readonly {
    readonly time: number | null;
    readonly distance: number | null;
  }[])[];
}

async function askEngine(
  calculation: MatrixCalculation,
  rows: readonly number[],
  columns: readonly number[],
): Promise<(MatrixCell | undefined)[][]> {
  const { engine, costing, locations, sources, destinations, signal, more } = calculation;
  const at = (index = 0) => ({
    ...toLocation(locations[index] ?? [0, 0]),
    ...calculation.locationOptions?.[index],
  });
  const body = {
    ...more,
    costing,
    sources: rows.map((row) => at(sources[row])),
    targets: columns.map((column) => at(destinations[column])),
  };
  try {
    const answer = (await engine.call('sources_to_targets', body, signal)) as EngineMatrix;
    return answer.sources_to_targets.map((row) =>
      row.map(({ time, distance }) =>
        time === null ? undefined : { seconds: time, meters: (distance ?? 0) * 1000 },
      ),
    );
  } catch (error) {
    // No cell of this band is reachable: an error of the engine, a band of nulls at the service.
    if (EngineError.isInstance(error) && error.code === 442) return [];
    throw error;
  }
}
