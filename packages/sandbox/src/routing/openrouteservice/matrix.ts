import { type Engine, EngineError } from '@org/routing/embedded';
import type { SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { badFormat, badValue, overLimit } from './errors.ts';
import {
  convertMeters,
  type Parameters,
  type Position,
  readBoolean,
  readChoice,
  readChoices,
  readPositions,
  refuseUnknown,
  roundTo,
  toLocation,
} from './parameters.ts';
import { type SnappedPoint, snap } from './snap.ts';

const base = 6000;
const known = [
  'id',
  'locations',
  'sources',
  'destinations',
  'metrics',
  'units',
  'resolve_locations',
  'optimized',
  'options',
];
const maxCells = 3500;

export interface MatrixCall {
  readonly engine: Engine;
  readonly costing: string;
  readonly request: SandboxRequest;
  readonly body: Parameters;
}

/** `POST /v2/matrix/{profile}`. */
export async function handleMatrix({ engine, costing, request, body }: MatrixCall): Promise<SandboxResponse> {
  refuseUnknown(base, body, known);
  const locations = readPositions(base, body, 'locations', 2);
  const sources = readIndexes(body, 'sources', locations.length);
  const destinations = readIndexes(body, 'destinations', locations.length);
  const metrics = readChoices(base, body, 'metrics', ['duration', 'distance']);
  const units = readChoice(base, body, 'units', ['m', 'km', 'mi']);
  const named = readBoolean(base, body, 'resolve_locations', false);
  if (sources.length * destinations.length > maxCells) {
    throw overLimit(base, `Only a total of ${maxCells} routes are allowed.`);
  }
  const snapped = await snap(engine, costing, locations, request.signal);
  const cells = await calculate({
    engine,
    costing,
    locations,
    snapped,
    sources,
    destinations,
    signal: request.signal,
  });
  const wanted = metrics.length === 0 ? ['duration'] : metrics;
  const table = (value: (cell: Cell) => number) =>
    cells.map((row) => row.map((cell) => (cell === undefined ? null : value(cell))));
  const describe = (index: number) => describeLocation(snapped[index], named);
  return {
    status: 200,
    json: {
      ...(wanted.includes('duration') && { durations: table((cell) => roundTo(cell.seconds, 2)) }),
      ...(wanted.includes('distance') && {
        distances: table((cell) => convertMeters(cell.meters, units, 2)),
      }),
      sources: sources.map(describe),
      destinations: destinations.map(describe),
      metadata: { attribution: 'OpenStreetMap contributors', service: 'matrix', query: { ...body } },
    },
  };
}

// The service accepts indexes as strings, and "all".
function readIndexes(body: Parameters, name: 'sources' | 'destinations', count: number): number[] {
  const value = body[name] ?? ['all'];
  if (!Array.isArray(value) || !value.every((index) => typeof index === 'string'))
    throw badFormat(base, name);
  if (value.length === 1 && value[0] === 'all') return Array.from({ length: count }, (_, index) => index);
  return (value as string[]).map((text) => {
    if (!/^\d+$/.test(text) || Number(text) >= count) throw badValue(base, name, text);
    return Number(text);
  });
}

interface Cell {
  readonly seconds: number;
  readonly meters: number;
}

interface Calculation {
  readonly engine: Engine;
  readonly costing: string;
  readonly locations: readonly Position[];
  readonly snapped: readonly (SnappedPoint | undefined)[];
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  readonly signal: AbortSignal;
}

/** A point that cannot be snapped would fail the engine's whole matrix, so only the others are sent. */
async function calculate(calculation: Calculation): Promise<(Cell | undefined)[][]> {
  const { sources, destinations, snapped } = calculation;
  const cells = sources.map(() => destinations.map((): Cell | undefined => undefined));
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

function ownCell(source: number | undefined, destination: number | undefined): Cell | undefined {
  return source === destination ? { seconds: 0, meters: 0 } : undefined;
}

interface EngineMatrix {
  readonly sources_to_targets: readonly (readonly {
    readonly time: number | null;
    readonly distance: number | null;
  }[])[];
}

async function askEngine(
  { engine, costing, locations, sources, destinations, signal }: Calculation,
  rows: readonly number[],
  columns: readonly number[],
): Promise<(Cell | undefined)[][]> {
  const at = (index: number | undefined) => toLocation(locations[index ?? 0] ?? [0, 0]);
  const body = {
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

function describeLocation(point: SnappedPoint | undefined, named: boolean) {
  if (point === undefined) return null;
  return {
    location: point.position,
    ...(named && point.name !== undefined && { name: point.name }),
    snapped_distance: roundTo(point.distanceMeters, 2),
  };
}
