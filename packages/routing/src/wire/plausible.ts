import type { MatrixAnswer, MatrixQuery } from '../model/matrix.ts';
import type { Coordinate, Position } from '../model/position.ts';
import { distanceBetween } from '../model/sphere.ts';
import { unexpectedResponse } from './response-format.ts';

// Faster than any train, slower than any pedestrian: a thousand times off is another unit.
const fastestMetersPerSecond = 150;
const slowestMetersPerSecond = 0.01;
// Shorter distances may differ by the way from a place to its road.
const shortestMeters = 1000;

/**
 * Refuses a route whose distance or duration is in another unit than expected: kilometres, milliseconds.
 *
 * @throws ResponseFormatError
 */
export function requireUnits(
  { distanceMeters, durationSeconds }: { readonly distanceMeters: number; readonly durationSeconds: number },
  line: readonly Coordinate[],
  path: string,
): void {
  const length = lengthOf(line);
  // Engines simplify their lines.
  if (Math.abs(length - distanceMeters) > 0.2 * Math.max(length, distanceMeters) + 50)
    throw unexpectedResponse(`${path}.distance`, 'must be the length of the line in metres');
  if (length < 50) return;
  if (!isSpeed(length / durationSeconds))
    throw unexpectedResponse(`${path}.time`, 'must be a duration in the documented unit');
}

function lengthOf(line: readonly Coordinate[]): number {
  let length = 0;
  for (const [index, point] of line.entries()) length += distanceBetween(line[index - 1] ?? point, point);
  return length;
}

function isSpeed(metersPerSecond: number): boolean {
  return metersPerSecond <= fastestMetersPerSecond && metersPerSecond >= slowestMetersPerSecond;
}

/**
 * Refuses a matrix whose distances or durations are in another unit than expected. A single slow cell is a
 * detour: a unit is wrong in all of them.
 *
 * @throws ResponseFormatError
 */
export function requireMatrixUnits(
  tables: Pick<MatrixAnswer, 'durationsSeconds' | 'distancesMeters'>,
  { origins, destinations }: MatrixQuery,
): void {
  const pairs = farPairs(origins, destinations);
  const { distancesMeters, durationsSeconds } = tables;
  for (const { row, column, meters } of pairs) {
    const distance = distancesMeters?.[row]?.[column];
    if (typeof distance === 'number' && distance < 0.5 * meters)
      throw unexpectedResponse('distances', 'must be in metres, and at least the straight line');
    const duration = durationsSeconds?.[row]?.[column];
    if (typeof duration === 'number' && meters / duration > fastestMetersPerSecond)
      throw unexpectedResponse('times', 'must be in the documented unit');
  }
  const speeds = pairs.flatMap(({ row, column, meters }) => {
    const duration = durationsSeconds?.[row]?.[column];
    return typeof duration === 'number' ? [(distancesMeters?.[row]?.[column] ?? meters) / duration] : [];
  });
  if (speeds.length > 0 && speeds.every((speed) => speed < 10 * slowestMetersPerSecond))
    throw unexpectedResponse('times', 'must be in the documented unit');
}

function farPairs(origins: readonly Position[], destinations: readonly Position[]) {
  return origins.flatMap((origin, row) =>
    destinations.flatMap((destination, column) => {
      const meters = distanceBetween(origin, destination);
      return meters < shortestMeters ? [] : [{ row, column, meters }];
    }),
  );
}
