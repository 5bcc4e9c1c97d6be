import { type FieldPath, valueAt } from '@org/core/driver';
import {
  areaOf,
  asLine,
  boxAround,
  type Coordinate,
  type DirectionsQuery,
  distanceBetween,
  type EngineAnswer,
  type IsochronesAnswer,
  type IsochronesQuery,
  isCoordinate,
  joinLines,
  type Leg,
  type MatrixAnswer,
  type MatrixQuery,
  matchRange,
  type Position,
  type Route,
  readArea,
  readLine,
  readTable,
  requireEach,
  requirePlausible,
  requirePlausibleRoute,
  type SnapAnswer,
  type SnappedPoint,
  type SnapQuery,
  type Step,
  unexpectedResponse,
} from '../../driver.ts';
import { scalesOf } from './encode.ts';
import type {
  GenericDirections,
  GenericIsochrones,
  GenericMatrix,
  GenericService,
  GenericSnap,
} from './table.ts';

/** What each answer has. */
function commonOf({ attribution }: GenericService, body: unknown): EngineAnswer {
  return { warnings: [], attribution: attribution ?? ['© OpenStreetMap contributors'], raw: body };
}

export function decodeDirections(
  service: GenericService,
  part: GenericDirections,
  body: unknown,
  query: DirectionsQuery,
) {
  const { items } = part.routes;
  const given = query.waypoints.map(({ position }) => position);
  const found = valueAt(body, items);
  const isOne = typeof found === 'object' && found !== null && !Array.isArray(found);
  const routes = (isOne ? [found] : readList(body, items)).map((wire, index) => {
    const path = isOne ? items : `${items}[${index}]`;
    const ends = [given[0], given.at(-1)].filter((position) => position !== undefined);
    const route = requirePlausibleRoute(readRoute(service, part, wire, path), path, ends);
    return query.steps ? route : { ...route, legs: route.legs.map((leg) => ({ ...leg, steps: [] })) };
  });
  return {
    routes,
    waypoints: given.map((at, index) => waypointOf(routes[0], at, index)),
    ...commonOf(service, body),
  };
}

/** A waypoint on the road: where a leg begins or ends. */
function waypointOf(route: Route | undefined, given: Position, index: number): SnappedPoint {
  const range = route?.legs[index]?.geometryRange[0] ?? route?.legs.at(-1)?.geometryRange[1] ?? -1;
  const position = route?.geometry.coordinates[range];
  return position === undefined ? {} : { position, distanceMeters: distanceBetween(given, position) };
}

function readRoute(service: GenericService, part: GenericDirections, wire: unknown, path: string): Route {
  const { geometry = '', legs } = part.routes;
  const totals = totalsOf(service, wire, path, part.routes);
  const at = legs === undefined ? path : `${path}.${legs.items}`;
  const wireLegs = legs === undefined ? [wire] : readList(wire, legs.items);
  const line = legs?.geometry ?? geometry;
  const { coordinates, offsets } = joinLines(
    wireLegs.map((leg) => lineOf(part, valueAt(leg, line), `${at}.${line}`)),
  );
  if (coordinates.length === 0) throw unexpectedResponse(at, 'must have at least 1 items');
  return {
    ...totals,
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs: wireLegs.map((leg, index) =>
      legOf(legs ? totalsOf(service, leg, `${at}[${index}]`, legs) : totals, offsets[index] ?? [0, 0]),
    ),
  };
}

type Totals = Pick<Route, 'distanceMeters' | 'durationSeconds'>;

/** A leg departs and arrives. The table has no maneuvers between. */
function legOf(totals: Totals, geometryRange: Leg['geometryRange']): Leg {
  const [, last] = geometryRange;
  const stepOf = (kind: 'depart' | 'arrive'): Pick<Step, 'maneuver'> => ({
    maneuver: { kind, providerType: kind },
  });
  const depart = { ...totals, ...stepOf('depart'), geometryRange };
  const arrive = {
    distanceMeters: 0,
    durationSeconds: 0,
    ...stepOf('arrive'),
    geometryRange: [last, last],
  } as const;
  return { ...totals, geometryRange, steps: [depart, arrive] };
}

type TotalPlaces = { readonly distance: FieldPath; readonly duration: FieldPath };

function totalsOf(service: GenericService, wire: unknown, path: string, fields: TotalPlaces): Totals {
  const { distance, duration } = scalesOf(service);
  return {
    distanceMeters: readNumber(wire, path, fields.distance, distance),
    durationSeconds: readNumber(wire, path, fields.duration, duration),
  };
}

function lineOf({ geometry = 'geojson' }: GenericDirections, value: unknown, path: string): Coordinate[] {
  if (geometry !== 'geojson' && typeof value === 'string')
    return readLine(value, path, { precision: geometry === 'polyline6' ? 6 : 5 });
  const line = Array.isArray(value) ? value : valueAt(value, 'coordinates');
  if (geometry === 'geojson' && Array.isArray(line) && line.length > 0 && line.every(isCoordinate))
    return asLine(line);
  throw unexpectedResponse(path, 'must be a line in the form of `geometry`');
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
    const locationIndex = areas.location === undefined ? 0 : valueAt(area, areas.location);
    if (typeof locationIndex !== 'number' || query.locations[locationIndex] === undefined)
      throw unexpectedResponse(`${path}.${areas.location}`, 'must be the index of a location');
    const range = matchRange(readNumber(area, path, areas.range, scale), query.ranges);
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
  const list = requireEach(readList(body, items), items, positions.length);
  const points = positions.map((given, index): SnappedPoint => {
    const path = `${items}[${index}]`;
    const stated = valueAt(list[index], at) ?? null;
    if (stated === null) return { position: null };
    const position = readPosition(stated, `${path}.${at}`, service);
    const away = distanceBetween(given, position);
    requirePlausible([{ distanceMeters: away }]);
    const name = nameAt === undefined ? undefined : valueAt(list[index], nameAt);
    const distanceMeters =
      distance === undefined ? away : readNumber(list[index], path, distance, scalesOf(service).distance);
    return { position, distanceMeters, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
  });
  return { points, ...commonOf(service, body) };
}

function readPosition(
  value: unknown,
  path: string,
  { positions: form = 'lon-lat' }: GenericService,
): Coordinate {
  const read =
    typeof form === 'object' ? [valueAt(value, form.longitude), valueAt(value, form.latitude)] : value;
  const ordered = form === 'lat-lon' && Array.isArray(read) ? [read[1], read[0]] : read;
  if (isCoordinate(ordered)) return ordered;
  throw unexpectedResponse(path, 'must be a place in the form of `positions`');
}

function readNumber(wire: unknown, path: string, field: FieldPath, scale: number): number {
  const value = valueAt(wire, field);
  if (typeof value === 'number' && Number.isFinite(value)) return value * scale;
  throw unexpectedResponse(`${path}.${field}`, 'must be a number');
}

function readList(body: unknown, path: string): readonly unknown[] {
  const list = valueAt(body, path);
  if (Array.isArray(list)) return list;
  throw unexpectedResponse(path, 'must be a list');
}
