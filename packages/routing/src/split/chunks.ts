import { distanceBetween, type Position } from '../model/geometry/position.ts';
import { evenSlices, type Slice } from './plans.ts';

/** The largest directions request. */
export interface ChunkCaps {
  readonly waypoints: number;
  /** Of the straight lines from waypoint to waypoint. */
  readonly distanceMeters?: number | undefined;
}

/**
 * The fewest parts within the caps; neighbours share one waypoint. The legs are spread evenly, unless the
 * distances need other borders. A single leg above the distance cap stays: no border makes it shorter.
 */
export function planWaypointChunks(waypoints: readonly Position[], caps: ChunkCaps): Slice[] {
  const { distanceMeters = Infinity } = caps;
  const legs = waypoints.length - 1;
  const count = Math.ceil(legs / (caps.waypoints - 1));
  const even = evenSlices(legs, count).map(({ from, to }) => ({ from, to: to + 1 }));
  const isWithin = ({ from, to }: Slice) => straightDistance(waypoints.slice(from, to)) <= distanceMeters;
  return distanceMeters === Infinity || even.every(isWithin) ? even : fillChunks(waypoints, caps);
}

/** The sum of the straight lines from place to place. */
export function straightDistance(places: readonly Position[]): number {
  let total = 0;
  places.forEach((place, index) => {
    total += distanceBetween(places[index - 1] ?? place, place);
  });
  return total;
}

// Each chunk takes as many legs as it can: no plan has fewer chunks.
function fillChunks(waypoints: readonly Position[], caps: ChunkCaps): Slice[] {
  const { distanceMeters = Infinity } = caps;
  const chunks: Slice[] = [];
  let from = 0;
  let length = 0;
  for (let to = 1; to < waypoints.length; to += 1) {
    const leg = straightDistance(waypoints.slice(to - 1, to + 1));
    const isFull = to - from >= caps.waypoints || length + leg > distanceMeters;
    if (isFull && to - from > 1) {
      chunks.push({ from, to });
      from = to - 1;
      length = 0;
    }
    length += leg;
  }
  return [...chunks, { from, to: waypoints.length }];
}
