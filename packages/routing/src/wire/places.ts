import type { Position } from '../model/geometry/position.ts';
import type { SnappedPoint } from '../model/result.ts';
import { unexpectedResponse } from './response-format.ts';

/**
 * The places of a matrix, each once, and the indexes of the origins and the destinations in that list: the
 * form in which many engines take them. A single place is there twice: openrouteservice and OSRM refuse a
 * request for one. @public
 */
export function placeTable(origins: readonly Position[], destinations: readonly Position[]) {
  const known = new Map<string, number>();
  const places: [longitude: number, latitude: number][] = [];
  const indexOf = (position: Position): number => {
    const key = `${position[0]},${position[1]}`;
    const index = known.get(key);
    if (index !== undefined) return index;
    known.set(key, places.length);
    return places.push([position[0], position[1]]) - 1;
  };
  return {
    origins: origins.map(indexOf),
    destinations: destinations.map(indexOf),
    // Complete only now.
    places: places.length === 1 ? [...places, ...places] : places,
  };
}

/**
 * Returns the items if there is one for each place of the request. With any other number nobody can tell
 * which item belongs to which place. @public
 *
 * @throws ResponseFormatError for another number of items
 */
export function requireEach<Items extends readonly unknown[] | undefined>(
  items: Items,
  path: string,
  count: number,
): Items {
  if (items === undefined || items.length === count) return items;
  throw unexpectedResponse(path, `has ${items.length} items for ${count} places`);
}

/** A table of numbers and `null`. @public @throws ResponseFormatError for another size or another value */
export function readTable(
  value: unknown,
  path: string,
  size: { readonly rows: number; readonly columns: number },
): (number | null)[][] {
  if (!Array.isArray(value) || value.length !== size.rows)
    throw unexpectedResponse(path, `must have ${size.rows} rows`);
  for (const [index, row] of value.entries()) {
    if (!Array.isArray(row) || row.length !== size.columns || !areCells(row))
      throw unexpectedResponse(`${path}[${index}]`, `must have ${size.columns} numbers`);
  }
  return value;
}

function areCells(row: readonly unknown[]): boolean {
  for (let at = 0; at < row.length; at += 1) {
    const cell = row[at];
    if (cell !== null && !Number.isFinite(cell)) return false;
  }
  return true;
}

// No engine snaps a place to a road that far away.
export const farthestRoadMeters = 100_000;

/**
 * Returns the waypoints if all of them are near the requested places. A line that was read with the wrong
 * precision, elevation or order of axes passes every other check, and lies on another continent. @public
 *
 * @throws ResponseFormatError when one is more than 100 km away
 */
export function requirePlausible(waypoints: readonly SnappedPoint[]): readonly SnappedPoint[] {
  const index = waypoints.findIndex(({ distanceMeters = 0 }) => distanceMeters > farthestRoadMeters);
  if (index >= 0) throw unexpectedResponse(`waypoints[${index}]`, 'is more than 100 km from the route');
  return waypoints;
}
