import { boxOfPoints } from '../model/geometry/box.ts';
import type { BoundingBox, Position } from '../model/geometry/position.ts';

/** A place in pixels, from the top left corner. */
export type Pixel = readonly [x: number, y: number];

/** A part of the picture in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Web Mercator, fitted into a picture. */
export interface Projection {
  readonly box: BoundingBox;
  toPixel(place: Position): Pixel;
  /** Metres on the ground under one pixel, in the middle of the map. */
  readonly metersPerPixel: number;
}

const earthRadiusMeters = 6_378_137;
// Where the square of Web Mercator ends.
const northernmost = 85.0511287798066;
// A single place would fill the picture otherwise.
const smallestSpan = 0.002;

/** Fits places into a part of a picture. North is up. */
export function fitProjection(places: readonly Position[], { x, y, width, height }: Box): Projection {
  const box = boxOfPoints(places) ?? [-180, -60, 180, 75];
  const [west, south, east, north] = box;
  // Over the date line the east is unrolled.
  const span = Math.max(smallestSpan, east < west ? east + 360 - west : east - west);
  const middle = west + (east < west ? east + 360 - west : east - west) / 2;
  const [bottom, top] = [mercatorOf(south), mercatorOf(north)];
  const spanY = Math.max(mercatorOf(smallestSpan), top - bottom);
  const scale = Math.min(width / radians(span), height / spanY);
  const middleY = (bottom + top) / 2;
  const latitude = 2 * Math.atan(Math.exp(middleY)) - Math.PI / 2;
  return {
    box,
    metersPerPixel: (earthRadiusMeters * Math.cos(latitude)) / scale,
    toPixel: ([longitude, placeLatitude]) => {
      const turn = ((((longitude - middle + 180) % 360) + 360) % 360) - 180;
      return [
        x + width / 2 + radians(turn) * scale,
        y + height / 2 - (mercatorOf(placeLatitude) - middleY) * scale,
      ];
    },
  };
}

function mercatorOf(latitude: number): number {
  const clamped = Math.min(northernmost, Math.max(-northernmost, latitude));
  return Math.log(Math.tan(Math.PI / 4 + radians(clamped) / 2));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
