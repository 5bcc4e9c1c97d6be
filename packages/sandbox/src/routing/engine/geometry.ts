import type { Position } from './position.ts';

export type BoundingBox = [west: number, south: number, east: number, north: number];

export function boundingBox(positions: readonly Position[]): BoundingBox {
  const box: BoundingBox = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of positions) {
    box[0] = Math.min(box[0], longitude);
    box[1] = Math.min(box[1], latitude);
    box[2] = Math.max(box[2], longitude);
    box[3] = Math.max(box[3], latitude);
  }
  return box;
}

/**
 * Area inside a ring on the sphere, in square metres (the trapezoid rule of Chamberlain and Duquette, JPL
 * 2007).
 */
export function ringArea(ring: readonly Position[]): number {
  let sum = 0;
  for (const [index, [longitude, latitude]] of ring.entries()) {
    const [nextLongitude, nextLatitude] = ring[(index + 1) % ring.length] ?? [longitude, latitude];
    sum +=
      radians(nextLongitude - longitude) *
      (2 + Math.sin(radians(latitude)) + Math.sin(radians(nextLatitude)));
  }
  return Math.abs(sum * earthRadiusMeters ** 2 * 0.5);
}

const earthRadiusMeters = 6_378_137;

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
