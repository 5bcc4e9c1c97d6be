import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Coordinate } from '../model/geometry/position.ts';
import { wrapLongitude } from '../model/geometry/turn.ts';
import { fitProjection, type Pixel } from './projection.ts';

const box = { x: 0, y: 0, width: 400, height: 400 };
const steps = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 12 });
const start = fc.integer({ min: -180, max: 179 });

/** A line of whole degrees, which goes east and west, and around the Earth. */
function lineFrom(longitude: number, list: readonly number[]): Coordinate[] {
  let at = longitude;
  const others = list.map((east): Coordinate => {
    at = wrapLongitude(at + east);
    return [at, 1];
  });
  return [[longitude, 0], ...others];
}

/** A map of 40 degrees around a longitude. */
function mapAround(middle: number) {
  const ends = [-20, 0, 20].map((east): Coordinate => [wrapLongitude(middle + east), 0]);
  const projection = fitProjection(ends, box);
  const [[left], [right]] = [ends[0], ends[2]].map((end) => projection.toPixel(end ?? [0, 0])) as [
    Pixel,
    Pixel,
  ];
  return { ...projection, pixelsPerDegree: (right - left) / 40 };
}

it('lines go the shorter way, over the date line and over the antipode of the map', () => {
  const property = fc.property(start, start, steps, (middle, first, list) => {
    const { toLines, pixelsPerDegree } = mapAround(middle);
    for (const pixels of toLines(lineFrom(first, list)))
      list.forEach((east, index) => {
        const [from = [0], to = [0]] = [pixels[index], pixels[index + 1]];
        expect(to[0] - from[0]).toBeCloseTo(east * pixelsPerDegree, 6);
      });
  });
  fc.assert(property);
});

it('every place of a line that is on the map is drawn there, however often the line goes around', () => {
  const property = fc.property(start, start, steps, (middle, first, list) => {
    const { toLines, toPixel } = mapAround(middle);
    const line = lineFrom(first, list);
    const lines = toLines(line);
    line.forEach((place, index) => {
      const [x] = toPixel(place);
      if (x < 0 || x > box.width) return;
      const distances = lines.map((pixels) => Math.abs((pixels[index]?.[0] ?? Infinity) - x));
      expect(Math.min(...distances)).toBeCloseTo(0, 6);
    });
  });
  fc.assert(property);
});
