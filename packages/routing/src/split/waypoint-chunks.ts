import { bands, type Slice } from './slices.ts';

/**
 * Parts of a list of waypoints, each of at most `most`; neighbours share one waypoint, `to` is without as
 * usual. The legs are spread evenly.
 */
export function planWaypointChunks(length: number, most: number): Slice[] {
  const legs = length - 1;
  return bands(legs, Math.ceil(legs / (most - 1))).map(({ from, to }) => ({ from, to: to + 1 }));
}
