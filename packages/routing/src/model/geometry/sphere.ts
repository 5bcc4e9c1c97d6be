import {
  type DeepReadonly,
  earthRadiusMeters,
  type MultiPolygon,
  type Polygon,
  type Position,
  radians,
} from './position.ts';

/**
 * The area in square metres, without the holes.
 *
 * Source: Chamberlain and Duquette, "Some Algorithms for Polygons on a Sphere" (JPL 07-03). @public
 */
export function areaOf(geometry: DeepReadonly<Polygon | MultiPolygon>): number {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  let total = 0;
  for (const [outer, ...holes] of polygons) {
    total += outer === undefined ? 0 : ringArea(outer);
    for (const hole of holes) total -= ringArea(hole);
  }
  return total;
}

function ringArea(ring: readonly Position[]): number {
  let sum = 0;
  ring.forEach((point, index) => {
    const next = ring[(index + 1) % ring.length] ?? point;
    sum +=
      radians(eastward(point[0], next[0])) * (2 + Math.sin(radians(point[1])) + Math.sin(radians(next[1])));
  });
  return Math.abs((sum * earthRadiusMeters ** 2) / 2);
}

/** The degrees from one longitude to the next; across the date line where that is the shorter way. */
function eastward(from: number, to: number): number {
  const degrees = to - from;
  const isAcross = Math.abs(degrees) > 180 && Math.abs(degrees) < 360;
  return isAcross ? degrees - 360 * Math.sign(degrees) : degrees;
}
