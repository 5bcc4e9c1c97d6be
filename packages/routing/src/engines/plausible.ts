import type { SnappedPoint } from '../model/result.ts';
import { badAnswer } from './read-answer.ts';

// No engine puts a place on a road that far away.
const farthestRoadMeters = 100_000;

/**
 * Passes the waypoints on when they lie where they were asked for. A line read with the wrong precision, with
 * or without heights by mistake, or with its axes swapped would go through every other check, and lie on
 * another continent.
 */
export function requirePlausible(waypoints: readonly SnappedPoint[]): readonly SnappedPoint[] {
  const index = waypoints.findIndex(({ distanceMeters = 0 }) => distanceMeters > farthestRoadMeters);
  if (index >= 0)
    throw badAnswer([{ path: `waypoints[${index}]`, message: 'more than 100 km from the route' }]);
  return waypoints;
}
