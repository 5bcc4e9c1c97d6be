import { type Coordinate, isSamePlace } from './position.ts';

/**
 * A line with at least two points, as GeoJSON requires: a single point is repeated. @public
 *
 * @example
 * asLine([[8.68, 49.41]]); // [[8.68, 49.41], [8.68, 49.41]]
 */
export function asLine(coordinates: readonly Coordinate[]): Coordinate[] {
  const [only] = coordinates;
  return coordinates.length === 1 && only !== undefined ? [only, [...only]] : [...coordinates];
}

/**
 * Joins consecutive lines. A point that two lines share appears once. `offsets` are the first and the last
 * index of each line. @public
 */
export function joinLines(lines: readonly (readonly Coordinate[])[]): {
  coordinates: Coordinate[];
  offsets: (readonly [from: number, to: number])[];
} {
  const coordinates: Coordinate[] = [];
  const offsets: [number, number][] = [];
  for (const line of lines) {
    const shared = isSamePoint(coordinates.at(-1), line[0]);
    const from = shared ? coordinates.length - 1 : coordinates.length;
    for (const coordinate of shared ? line.slice(1) : line) coordinates.push(coordinate);
    offsets.push([from, Math.max(from, coordinates.length - 1)]);
  }
  return { coordinates, offsets };
}

function isSamePoint(a: Coordinate | undefined, b: Coordinate | undefined): boolean {
  return a !== undefined && b !== undefined && isSamePlace(a, b) && a[2] === b[2];
}
