import {
  areaOf,
  distanceBetween,
  type EngineAnswer,
  type IsochronesAnswer,
  type IsochronesQuery,
  type MatrixAnswer,
  type MatrixQuery,
  type MatrixTable,
  matchRange,
  readArea,
  readTable,
  requireEach,
  requirePlausible,
  type SnapAnswer,
  type SnappedPoint,
  type SnapQuery,
  unexpectedResponse,
} from '../../driver.ts';
import { readList, readNumber, readPosition, scalesOf } from './forms.ts';
import { valueAt } from './paths.ts';
import type { GenericIsochrones, GenericMatrix, GenericService, GenericSnap } from './table.ts';

const openStreetMap = ['© OpenStreetMap contributors'];

export function commonOf({ attribution = openStreetMap }: GenericService, body: unknown): EngineAnswer {
  return { warnings: [], attribution, raw: body };
}

export function decodeIsochrones(
  service: GenericService,
  { areas }: GenericIsochrones,
  body: unknown,
  query: IsochronesQuery,
): IsochronesAnswer {
  const scale = scalesOf(service)[query.rangeType === 'time' ? 'duration' : 'distance'];
  const isochrones = readList(body, areas.items).map((area, index) => {
    const path = `${areas.items}[${index}]`;
    const geometry = readArea(valueAt(area, areas.geometry), `${path}.${areas.geometry}`);
    const stated = readNumber(valueAt(area, areas.range), `${path}.${areas.range}`, scale);
    const locationIndex = areas.location === undefined ? 0 : valueAt(area, areas.location);
    if (typeof locationIndex !== 'number' || query.locations[locationIndex] === undefined)
      throw unexpectedResponse(`${path}.${areas.location}`, 'must be the index of a location');
    const range = matchRange(stated, query.ranges);
    return { locationIndex, range, geometry, areaSquareMeters: areaOf(geometry) };
  });
  return { isochrones, ...commonOf(service, body) };
}

export function decodeMatrix(
  service: GenericService,
  { tables }: GenericMatrix,
  body: unknown,
  { origins, destinations, metrics }: MatrixQuery,
): MatrixAnswer {
  const size = { rows: origins.length, columns: destinations.length };
  const { distance, duration } = scalesOf(service);
  const tableAt = (path: string, scale: number) => scaled(readTable(valueAt(body, path), path, size), scale);
  return {
    ...(metrics.includes('duration') ? { durationsSeconds: tableAt(tables.durations, duration) } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: tableAt(tables.distances, distance) } : {}),
    origins: origins.map(() => ({})),
    destinations: destinations.map(() => ({})),
    ...commonOf(service, body),
  };
}

function scaled(table: MatrixTable, scale: number): MatrixTable {
  return scale === 1 ? table : table.map((row) => row.map((cell) => (cell === null ? null : cell * scale)));
}

export function decodeSnap(
  service: GenericService,
  { points }: GenericSnap,
  body: unknown,
  { positions }: SnapQuery,
): SnapAnswer {
  const items = requireEach(readList(body, points.items), points.items, positions.length);
  const scale = scalesOf(service).distance;
  const snapped = positions.map((given, index): SnappedPoint => {
    const item = items[index];
    const at = `${points.items}[${index}]`;
    const stated = valueAt(item, points.position) ?? null;
    if (stated === null) return { position: null };
    const position = readPosition(stated, `${at}.${points.position}`, service.positions);
    requirePlausible([{ distanceMeters: distanceBetween(given, position) }]);
    const name = points.name === undefined ? undefined : valueAt(item, points.name);
    const distanceMeters =
      points.distance === undefined
        ? distanceBetween(given, position)
        : readNumber(valueAt(item, points.distance), `${at}.${points.distance}`, scale);
    return { position, distanceMeters, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
  });
  return { points: snapped, ...commonOf(service, body) };
}
