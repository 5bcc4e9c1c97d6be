import type { Position } from './position.ts';
import { turnBetween } from './turn.ts';

const metersPerDegree = 111_195.08;

/**
 * For places, the nearest part of a segment, from 0 to 1, and the distance there, as on a flat map. Exact
 * enough within some kilometres. @public
 */
export function nearestOnSegment(
  from: Position,
  to: Position,
): (place: Position) => { readonly part: number; readonly meters: number } {
  const shrink = Math.cos((((from[1] + to[1]) / 2) * Math.PI) / 180);
  const endEast = turnBetween(from[0], to[0]) * shrink;
  const endNorth = to[1] - from[1];
  const square = endEast ** 2 + endNorth ** 2;
  return (place) => {
    const east = turnBetween(from[0], place[0]) * shrink;
    const north = place[1] - from[1];
    const share = square === 0 ? 0 : (east * endEast + north * endNorth) / square;
    const part = Math.min(1, Math.max(0, share));
    const [aside, above] = [east - part * endEast, north - part * endNorth];
    return { part, meters: Math.sqrt(aside * aside + above * above) * metersPerDegree };
  };
}
