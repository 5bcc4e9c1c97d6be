import { InvalidInputError } from '@org/core';
import { optionKinds, requireArgument } from '@org/core/basics';
import { type Coordinate, distanceBetween, type Position } from '../model/geometry/position.ts';
import { requirePosition, requirePositions } from '../model/geometry/position-rules.ts';
import { nearestOnSegment } from '../model/geometry/segment.ts';
import { distancesAlong, pointBetween } from './geometry.ts';

/** A point on a line. @public */
export interface PointOnLine {
  /** The place. */
  readonly position: Coordinate;
  /** Index of the last point of the line that is not after it. */
  readonly index: number;
  /** Distance from the start of the line. */
  readonly alongMeters: number;
}

/** The point of a line that is nearest to a place. @public */
export interface ClosestPoint extends PointOnLine {
  /** Straight distance from the place to the line. */
  readonly distanceMeters: number;
}

/**
 * The point at a distance from the start of a line. Before the start it is the start, after the end the end.
 *
 * @throws InvalidInputError for a line without points, or a distance that is not a number
 * @public
 */
export function pointAlong(line: readonly Position[], meters: number): PointOnLine {
  requireArgument('meters', meters, optionKinds.number);
  return pointAt(requirePoints(line), distancesAlong(line), meters);
}

function pointAt(line: readonly Position[], distances: readonly number[], meters: number): PointOnLine {
  const after = distances.findIndex((distance) => distance > meters);
  const index = Math.max(0, (after < 0 ? line.length : after) - 1);
  const [from, to] = [line[index], line[index + 1]] as [Position, Position | undefined];
  const start = distances[index] ?? 0;
  if (to === undefined || meters <= start)
    return { position: [...from] as Coordinate, index, alongMeters: start };
  const part = (meters - start) / ((distances[index + 1] ?? start) - start);
  return { position: pointBetween(from, to, part), index, alongMeters: meters };
}

/**
 * The point of a line that is nearest to a place. Of several equal ones it is the first. Segments longer than
 * some hundred kilometres are less exact. @public
 *
 * @throws InvalidInputError for a line without points
 */
export function closestPoint(line: readonly Position[], place: Position): ClosestPoint {
  const [first] = requirePoints(line);
  requirePosition('place', place);
  let best = { index: 0, part: 0, meters: distanceBetween(first, place) };
  for (let index = 0; index + 1 < line.length; index += 1) {
    const near = nearestOnSegment(line[index] ?? first, line[index + 1] ?? first)(place);
    if (near.meters < best.meters) best = { index, ...near };
  }
  const distances = distancesAlong(line);
  const from = line[best.index] ?? first;
  const to = line[best.index + 1] ?? from;
  // The far end of a segment is the point itself.
  const index = best.part === 1 ? best.index + 1 : best.index;
  const position = best.part === 1 ? ([...to] as Coordinate) : pointBetween(from, to, best.part);
  return {
    position,
    index,
    alongMeters: (distances[best.index] ?? 0) + best.part * distanceBetween(from, to),
    distanceMeters: distanceBetween(position, place),
  };
}

/**
 * The parts of a line between distances from its start: one more than distances. The last point of a part is
 * the first point of the next. A distance outside the line is an `InvalidInputError`. @public
 */
export function splitLine(line: readonly Position[], meters: readonly number[]): Coordinate[][] {
  requirePoints(line);
  requireArgument('meters', meters, optionKinds.list);
  const distances = distancesAlong(line);
  const total = distances.at(-1) ?? 0;
  if (!meters.every((distance) => distance >= 0 && distance <= total))
    throw invalid('Every distance to split at must be within the line.');
  const cuts = [...meters].sort((a, b) => a - b).map((distance) => pointAt(line, distances, distance));
  const ends = [...cuts, pointAt(line, distances, total)];
  return ends.map((end, number) => {
    const start = cuts[number - 1] ?? pointAt(line, distances, 0);
    const between = line.filter((_, index) => {
      const distance = distances[index] ?? 0;
      return distance > start.alongMeters && distance < end.alongMeters;
    });
    return [start.position, ...between.map((point) => [...point] as Coordinate), end.position];
  });
}

function requirePoints(line: readonly Position[]): readonly [Position, ...Position[]] {
  requirePositions('line', line);
  if (line.length === 0) throw invalid('The line has no points.');
  return line as readonly [Position, ...Position[]];
}

function invalid(message: string): InvalidInputError {
  return new InvalidInputError({ message, outcome: 'not-sent' });
}
