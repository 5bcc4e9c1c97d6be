import { wrongKind } from '@org/core/driver';
import { type AddIssue, isObject, type Reader } from '../check/reader.ts';

/**
 * A place in a request: longitude, then latitude, in degrees (WGS 84), the order of GeoJSON. A third number,
 * metres above sea level, is allowed and not used. @public
 */
export type Position =
  | readonly [longitude: number, latitude: number]
  | readonly [longitude: number, latitude: number, elevationMeters: number];

/**
 * A {@link Position}, or a list of numbers whose length the compiler does not know, such as a position of
 * GeoJSON. Its length and its numbers are checked. @public
 */
export type PositionLike = Position | readonly number[];

/** A place in a result. It fits where GeoJSON positions or a {@link Position} are expected. @public */
export type Coordinate =
  | [longitude: number, latitude: number]
  | [longitude: number, latitude: number, elevationMeters: number];

/** A result as input: nothing in it is changed, so its lists may be `readonly`. @public */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** A bounding box: west, south, east, north, in degrees. @public */
export type BoundingBox = [west: number, south: number, east: number, north: number];

/** A line of GeoJSON. @public */
export interface LineString {
  /** Always `LineString`. */
  type: 'LineString';
  /** Its points, in order. */
  coordinates: Coordinate[];
}

/** A polygon of GeoJSON: closed rings, the outer one first. @public */
export interface Polygon {
  /** Always `Polygon`. */
  type: 'Polygon';
  /** Its rings, the outer one first. */
  coordinates: Coordinate[][];
}

/** A multipolygon of GeoJSON: areas that do not touch. @public */
export interface MultiPolygon {
  /** Always `MultiPolygon`. */
  type: 'MultiPolygon';
  /** Its polygons. */
  coordinates: Coordinate[][][];
}

/** Reads a position. Nothing is wrapped or clamped: a wrong place is worse than an error. */
export function readPosition(value: unknown, path: string, add: AddIssue): Position {
  const problem = positionProblem(value);
  if (problem !== undefined) add(path, problem);
  return copyOf(value);
}

/** Why a value is not a position; `undefined` if it is one. */
export function positionProblem(value: unknown): string | undefined {
  if (!Array.isArray(value))
    return isObject(value) ? objectProblem(value) : `must be [longitude, latitude], not ${wrongKind(value)}`;
  if (value.length !== 2 && value.length !== 3) return 'must have two numbers: [longitude, latitude]';
  for (let at = 0; at < value.length; at += 1) {
    if (typeof value[at] === 'string') return 'must hold finite numbers only, not strings: Number(text)';
    if (!Number.isFinite(value[at])) return 'must hold finite numbers only';
  }
  return rangeProblem(value[0], value[1]);
}

function copyOf(value: unknown): Position {
  const [longitude, latitude, meters] = Array.isArray(value) ? value : [];
  return meters === undefined ? [longitude, latitude] : [longitude, latitude, meters];
}

/** Whether an object is a place of another library, in place of options with a `position`. */
export function isForeignPlace(value: object): boolean {
  return !Object.hasOwn(value, 'position') && objectProblem(value) !== unknownObject;
}

const unknownObject = 'is an object; expected [longitude, latitude]';

/** What other libraries take for a place. */
function objectProblem(value: object): string {
  const has = (name: string) => Object.hasOwn(value, name);
  if (has('coordinates')) return 'is a GeoJSON geometry; write its coordinates: [longitude, latitude]';
  if (has('geometry'))
    return 'is a GeoJSON feature; write the coordinates of its point: [longitude, latitude]';
  const longitude = ['lng', 'lon', 'longitude', 'x'].find(has);
  const latitude = ['lat', 'latitude', 'y'].find(has);
  if (longitude === undefined || latitude === undefined) return unknownObject;
  return `is an object; positions are [lon, lat]: pass [place.${longitude}, place.${latitude}]`;
}

function rangeProblem(longitude: number, latitude: number): string | undefined {
  if (Math.abs(latitude) > 90) {
    const swapped = Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90;
    const hint = swapped ? '; looks like lat,lon order: longitude comes first' : '';
    return `has a latitude outside -90…90${hint}`;
  }
  if (Math.abs(longitude) > 180) return 'has a longitude outside -180…180';
  return undefined;
}

/** Reads a list of one or more places. */
export const readPlaces: Reader<readonly Position[]> = (value, path, add) => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.length === 0) add(path, 'must be a list of one or more places');
  const places: Position[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const problem = positionProblem(list[index]);
    if (problem !== undefined) add(`${path}[${index}]`, problem);
    places.push(copyOf(list[index]));
  }
  return places;
};

/**
 * A position without its elevation, as most engines require it. @public
 *
 * @example
 * withoutElevation([8.68, 49.41, 120]); // [8.68, 49.41]
 */
export function withoutElevation(position: Position): [longitude: number, latitude: number] {
  return [position[0], position[1]];
}

export function isSamePlace(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

export function isCoordinate(value: unknown): value is Coordinate {
  return Array.isArray(value) && (value.length === 2 || value.length === 3) && value.every(Number.isFinite);
}

/** The ring with its first position repeated at its end, as GeoJSON requires. @public */
export function closeRing(ring: readonly Position[]): [number, number][] {
  const positions = ring.map(withoutElevation);
  const [first] = positions;
  const last = positions.at(-1);
  if (first === undefined || last === undefined || isSamePlace(first, last)) return positions;
  return [...positions, [...first]];
}

/** Mean radius of the Earth (IUGG), metres. */
export const earthRadiusMeters = 6_371_008.8;

/** The great-circle distance in metres. @public */
export function distanceBetween(a: Position, b: Position): number {
  const [lonA, latA, lonB, latB] = [radians(a[0]), radians(a[1]), radians(b[0]), radians(b[1])];
  const h =
    Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin((lonB - lonA) / 2) ** 2;
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(h)));
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** The length of a line in metres. */
export function lengthOfLine(line: readonly Coordinate[]): number {
  let length = 0;
  for (const [index, point] of line.entries()) length += distanceBetween(line[index - 1] ?? point, point);
  return length;
}
