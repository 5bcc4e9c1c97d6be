import type { Coordinate, MultiPolygon, Polygon } from '../model/position.ts';
import { anything, list, number, object, text, unexpectedResponse } from './read.ts';

const geometry = object({ type: text, coordinates: anything });
const numbers = list(number, 2);

/** A longitude and a latitude, with or without an elevation. @public */
export function coordinate(value: unknown, path = ''): Coordinate {
  const [longitude = 0, latitude = 0, elevation, ...rest] = numbers(value, path);
  if (rest.length > 0) throw unexpectedResponse(path, 'must have two or three numbers');
  return elevation === undefined ? [longitude, latitude] : [longitude, latitude, elevation];
}

const rings = list(list(coordinate));

/** A polygon or a multipolygon of GeoJSON. @public */
export function area(value: unknown, path = ''): Polygon | MultiPolygon {
  const { type, coordinates } = geometry(value, path);
  const inside = `${path}.coordinates`;
  if (type === 'Polygon') return { type, coordinates: rings(coordinates, inside) };
  if (type === 'MultiPolygon') return { type, coordinates: list(rings)(coordinates, inside) };
  throw unexpectedResponse(path, 'must be a Polygon or a MultiPolygon');
}

// Engines keep ranges as 32-bit numbers, some in minutes or kilometres.
const tolerance = 0.05;

/**
 * The requested range that the engine's number stands for: the engine may cut off less than `step`. The
 * engine's number if it stands for none of them, as with rings that `providerOptions` ask for.
 *
 * @public
 */
export function matchRange(stated: number, ranges: readonly number[], step = 0): number {
  const requested = ranges.find((range) => range > stated - tolerance && range < stated + step + tolerance);
  return requested ?? Math.round(stated * 100) / 100;
}
