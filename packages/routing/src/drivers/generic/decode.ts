import { type FieldPath, valueAt } from '@org/core/tables';
import {
  areaOf,
  type DirectionsAnswer,
  type DirectionsQuery,
  distanceBetween,
  type EngineAnswer,
  type IsochronesAnswer,
  type IsochronesQuery,
  type MatrixAnswer,
  type MatrixQuery,
  matchRange,
  readArea,
  readTable,
  requireEach,
  requirePlausible,
  requirePlausibleRoute,
  type SnapAnswer,
  type SnappedPoint,
  type SnapQuery,
  unexpectedResponse,
} from '../../driver.ts';
import {
  listAt,
  numberAt,
  plainRoute,
  readAnyLine,
  readPosition,
  scalesOf,
  waypointsOn,
} from '../../tables/index.ts';
import type {
  GenericDirections,
  GenericIsochrones,
  GenericMatrix,
  GenericService,
  GenericSnap,
} from './table.ts';

// Some services write totals as texts: BRouter has `"track-length": "2750"`.
const numeral = /^\d{1,15}(?:\.\d{1,15})?$/;

/** A number, also as a text of digits. @throws ResponseFormatError for anything else */
const readNumber: typeof numberAt = (body, field, path, scale = 1) => {
  const stated = valueAt(body, field);
  const isText = typeof stated === 'string' && numeral.test(stated);
  return isText ? Number(stated) * scale : numberAt(body, field, path, scale);
};

/** What each answer has. */
function commonOf({ attribution }: GenericService, body: unknown): EngineAnswer {
  return { warnings: [], attribution: attribution ?? ['© OpenStreetMap contributors'], raw: body };
}

export function decodeDirections(
  service: GenericService,
  { routes: places, geometry: form }: GenericDirections,
  body: unknown,
  { waypoints, steps }: DirectionsQuery,
): DirectionsAnswer {
  const { items, legs } = places;
  const scales = scalesOf(service.units);
  const totalsOf = (wire: unknown, at: { distance: FieldPath; duration: FieldPath }, path: string) => ({
    distanceMeters: readNumber(wire, at.distance, path, scales.distance),
    durationSeconds: readNumber(wire, at.duration, path, scales.duration),
  });
  const legOf = (wire: unknown, at: typeof places | NonNullable<typeof legs>, path: string) => {
    const { geometry = '' } = at;
    const coordinates = readAnyLine(valueAt(wire, geometry), `${path}.${geometry}`, form);
    return { ...totalsOf(wire, at, path), coordinates };
  };
  const given = waypoints.map(({ position }) => position);
  const ends = [given[0], given.at(-1)].filter((position) => position !== undefined);
  const found = valueAt(body, items);
  const isOne = typeof found === 'object' && found !== null && !Array.isArray(found);
  const routes = (isOne ? [found] : listAt(body, items)).map((wire, index) => {
    const path = isOne ? items : `${items}[${index}]`;
    const parts = legs && listAt(wire, legs.items);
    if (parts?.length === 0) throw unexpectedResponse(`${path}.${legs?.items}`, 'must have at least 1 items');
    const lines = parts
      ? parts.map((leg, at) => legOf(leg, legs ?? places, `${path}.${legs?.items}[${at}]`))
      : [legOf(wire, places, path)];
    return requirePlausibleRoute(plainRoute(totalsOf(wire, places, path), lines, steps), path, ends);
  });
  return { routes, waypoints: waypointsOn(routes[0], given), ...commonOf(service, body) };
}

export function decodeIsochrones(
  service: GenericService,
  { areas }: GenericIsochrones,
  body: unknown,
  query: IsochronesQuery,
): IsochronesAnswer {
  const scale = scalesOf(service.units)[query.rangeType === 'time' ? 'duration' : 'distance'];
  const isochrones = listAt(body, areas.items).map((area, index) => {
    const path = `${areas.items}[${index}]`;
    const geometry = readArea(valueAt(area, areas.geometry), `${path}.${areas.geometry}`);
    const locationIndex = areas.location === undefined ? 0 : valueAt(area, areas.location);
    if (typeof locationIndex !== 'number' || query.locations[locationIndex] === undefined)
      throw unexpectedResponse(`${path}.${areas.location}`, 'must be the index of a location');
    const range = matchRange(readNumber(area, areas.range, path, scale), query.ranges);
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
  const { distance, duration } = scalesOf(service.units);
  const tableAt = (path: string, scale: number) =>
    readTable(valueAt(body, path), path, size).map((row) =>
      row.map((cell) => (cell === null ? null : cell * scale)),
    );
  return {
    ...(metrics.includes('duration') ? { durationsSeconds: tableAt(tables.durations, duration) } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: tableAt(tables.distances, distance) } : {}),
    origins: origins.map(() => ({})),
    destinations: destinations.map(() => ({})),
    ...commonOf(service, body),
  };
}

export function decodeSnap(
  service: GenericService,
  { points: { items, position: at, distance, name: nameAt } }: GenericSnap,
  body: unknown,
  { positions }: SnapQuery,
): SnapAnswer {
  const list = requireEach(listAt(body, items), items, positions.length);
  const points = positions.map((given, index): SnappedPoint => {
    const path = `${items}[${index}]`;
    const stated = valueAt(list[index], at) ?? null;
    if (stated === null) return { position: null };
    const position = readPosition(stated, `${path}.${at}`, service.positions);
    const away = distanceBetween(given, position);
    requirePlausible([{ distanceMeters: away }]);
    const name = nameAt === undefined ? undefined : valueAt(list[index], nameAt);
    const distanceMeters =
      distance === undefined
        ? away
        : readNumber(list[index], distance, path, scalesOf(service.units).distance);
    return { position, distanceMeters, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
  });
  return { points, ...commonOf(service, body) };
}
