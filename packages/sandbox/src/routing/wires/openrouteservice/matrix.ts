import type { SandboxResponse } from '../../../http/exchange.ts';
import { calculateMatrix, type MatrixCell } from '../../engine/matrix.ts';
import { roundTo } from '../../engine/position.ts';
import { type SnappedPoint, snap } from '../../engine/snap.ts';
import { badFormat, badValue, overLimit } from './errors.ts';
import {
  convertMeters,
  type OrsCall,
  type Parameters,
  readBoolean,
  readChoice,
  readChoices,
  readPositions,
  refuseUnknown,
} from './parameters.ts';

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

/** `POST /v2/matrix/{profile}`. */
export async function handleMatrix({ engine, costing, request, body }: OrsCall): Promise<SandboxResponse> {
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
  const cells = await calculateMatrix({
    engine,
    costing,
    locations,
    snapped,
    sources,
    destinations,
    signal: request.signal,
  });
  const wanted = metrics.length === 0 ? ['duration'] : metrics;
  const table = (value: (cell: MatrixCell) => number) =>
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

function describeLocation(point: SnappedPoint | undefined, named: boolean) {
  if (point === undefined) return null;
  return {
    location: point.position,
    ...(named && point.name !== undefined && { name: point.name }),
    snapped_distance: roundTo(point.distanceMeters, 2),
  };
}
