import { type Coordinate, distanceBetween, lengthOfLine, type Position } from '../model/geometry/position.ts';
import type { MatrixAnswer, MatrixQuery } from '../model/reach/matrix.ts';
import { unexpectedResponse } from './response-format.ts';

// Faster than any train, slower than any pedestrian: a thousand times off is another unit.
const fastestMetersPerSecond = 150;
const slowestMetersPerSecond = 0.01;
// Shorter distances may differ by the way from a place to its road.
const shortestMeters = 1000;

/**
 * Refuses a route whose distance or duration is in another unit than expected: kilometres, milliseconds.
 *
 * @throws ResponseFormatError when the distance is not the line's, or the speed impossible
 */
export function requireUnits(
  { distanceMeters, durationSeconds }: { readonly distanceMeters: number; readonly durationSeconds: number },
  line: readonly Coordinate[],
  path: string,
): void {
  const length = lengthOfLine(line);
  // Engines simplify their lines.
  if (Math.abs(length - distanceMeters) > 0.2 * Math.max(length, distanceMeters) + 50)
    throw unexpectedResponse(`${path}.distance`, 'must be the length of the line in metres');
  if (length < 50) return;
  if (!isSpeed(length / durationSeconds))
    throw unexpectedResponse(`${path}.time`, 'must be a duration in the documented unit');
}

function isSpeed(metersPerSecond: number): boolean {
  return metersPerSecond <= fastestMetersPerSecond && metersPerSecond >= slowestMetersPerSecond;
}

// Kilometres are a thousandth. The way from a place to its road may be longer than the distance of a cell.
const leastShare = 0.01;

/**
 * Refuses a matrix whose distances or durations are in another unit than expected. A single cell may be a
 * detour, or between places far off the roads: a unit is wrong in all of them.
 *
 * @throws ResponseFormatError when every distance or every duration is impossible
 */
export function requireMatrixUnits(
  { durationsSeconds, distancesMeters }: Pick<MatrixAnswer, 'durationsSeconds' | 'distancesMeters'>,
  { origins, destinations }: MatrixQuery,
): void {
  const cells = farPairs(origins, destinations).map(({ row, column, meters }) => ({
    meters,
    distance: distancesMeters?.[row]?.[column] ?? undefined,
    duration: durationsSeconds?.[row]?.[column] ?? undefined,
  }));
  // 0 is the distance of two places with the same road.
  const shares = cells.flatMap(({ meters, distance }) => (distance ? [distance / meters] : []));
  if (shares.length > 0 && shares.every((share) => share < leastShare))
    throw unexpectedResponse('distances', 'must be in metres');
  const speeds = cells.flatMap(({ meters, distance = meters, duration }) =>
    duration ? [distance / duration] : [],
  );
  const isAll = (isWrong: (speed: number) => boolean) => speeds.length > 0 && speeds.every(isWrong);
  if (isAll((speed) => speed > fastestMetersPerSecond) || isAll((speed) => speed < slowestInMatrix))
    throw unexpectedResponse('times', 'must be in the documented unit');
}

const slowestInMatrix = 10 * slowestMetersPerSecond;

function farPairs(origins: readonly Position[], destinations: readonly Position[]) {
  return origins.flatMap((origin, row) =>
    destinations.flatMap((destination, column) => {
      const meters = distanceBetween(origin, destination);
      return meters < shortestMeters ? [] : [{ row, column, meters }];
    }),
  );
}
