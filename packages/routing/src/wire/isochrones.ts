import { isCoordinate, type MultiPolygon, type Polygon } from '../model/geometry/position.ts';
import { unexpectedResponse } from './response-format.ts';

const isLine = listOf(isCoordinate);
const isPolygon = listOf(isLine);
const isMultiPolygon = listOf(isPolygon);

/**
 * A polygon or a multipolygon of GeoJSON. Read by code: a schema takes its time over thousands of positions.
 *
 * @throws ResponseFormatError for another geometry, or a position that is not two numbers
 * @public
 */
export function readArea(value: unknown, path: string): Polygon | MultiPolygon {
  const { type, coordinates }: { type?: unknown; coordinates?: unknown } = Object(value);
  if (type === 'Polygon' && isPolygon(coordinates)) return { type, coordinates };
  if (type === 'MultiPolygon' && isMultiPolygon(coordinates)) return { type, coordinates };
  throw unexpectedResponse(path, 'must be a Polygon or a MultiPolygon');
}

/* @__NO_SIDE_EFFECTS__ */
function listOf<Item>(isItem: (value: unknown) => value is Item) {
  return (value: unknown): value is Item[] => Array.isArray(value) && value.every(isItem);
}

// Engines keep ranges as 32-bit numbers, some in minutes or kilometres.
const tolerance = 0.05;

/**
 * The requested range that the engine's number stands for: the engine may cut off less than `step`. The
 * engine's number if it stands for none of them, as with rings that `providerOptions` ask for. @public
 */
export function matchRange(stated: number, ranges: readonly number[], step = 0): number {
  const requested = ranges.find((range) => range > stated - tolerance && range < stated + step + tolerance);
  return requested ?? Math.round(stated * 100) / 100;
}
