import { type Coordinate, distanceBetween, type Position } from '../model/geometry/position.ts';
import { requirePositions } from '../model/geometry/position-rules.ts';
import { turnBetween, wrapLongitude } from '../model/geometry/turn.ts';

/** The length of a line in metres, along great circles between its points. @public */
export function lengthOf(line: readonly Position[]): number {
  return distancesAlong(line).at(-1) ?? 0;
}

/** The distance from the start of a line to each of its points, in metres. @public */
export function distancesAlong(line: readonly Position[]): number[] {
  requirePositions('line', line);
  let sum = 0;
  return line.map((point, index) => {
    const previous = line[index - 1];
    if (previous !== undefined) sum += distanceBetween(previous, point);
    return sum;
  });
}

/**
 * The point of a segment at a part from 0 to 1: straight in longitude and latitude, as GeoJSON defines the
 * line between two positions (RFC 7946, 3.1.1). Elevation is interpolated where both ends have it.
 */
export function pointBetween(from: Position, to: Position, part: number): Coordinate {
  const longitude = wrapLongitude(from[0] + turnBetween(from[0], to[0]) * part);
  const latitude = from[1] + (to[1] - from[1]) * part;
  if (from[2] === undefined || to[2] === undefined) return [longitude, latitude];
  return [longitude, latitude, from[2] + (to[2] - from[2]) * part];
}
