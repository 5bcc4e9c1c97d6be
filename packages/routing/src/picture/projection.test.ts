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

/** The pixels of each place: the next piece begins with the segment that ends the one before. */
function pixelsOf(pieces: readonly (readonly Pixel[])[], count: number): Pixel[][] {
  const drawn: Pixel[][] = Array.from({ length: count }, () => []);
  let at = 0;
  for (const piece of pieces) {
    for (const [index, pixel] of piece.entries()) drawn[at + index]?.push(pixel);
    at += piece.length - 2;
  }
  expect(at).toBe(count - 2);
  return drawn;
}

it('lines go the shorter way, over the date line and over the antipode of the map', () => {
  const property = fc.property(start, start, steps, (middle, first, list) => {
    const { toLines, pixelsPerDegree } = mapAround(middle);
    let at = 0;
    for (const piece of toLines(lineFrom(first, list))) {
      piece.slice(1).forEach((to, index) => {
        const [from = [0]] = [piece[index]];
        expect(to[0] - from[0]).toBeCloseTo((list[at + index] ?? 0) * pixelsPerDegree, 6);
      });
      at += piece.length - 2;
    }
  });
  fc.assert(property);
});

it('every place of a line that is on the map is drawn there, however often the line goes around', () => {
  const property = fc.property(start, start, steps, (middle, first, list) => {
    const { toLines, toPixel } = mapAround(middle);
    const line = lineFrom(first, list);
    const drawn = pixelsOf(toLines(line), line.length);
    line.forEach((place, index) => {
      const [x] = toPixel(place);
      if (x < 0 || x > box.width) return;
      const distances = drawn[index]?.map((pixel) => Math.abs(pixel[0] - x)) ?? [];
      expect(Math.min(...distances)).toBeCloseTo(0, 6);
    });
  });
  fc.assert(property);
});

it('a line that goes around a thousand times is drawn with each segment twice at most', () => {
  const line = lineFrom(
    0,
    Array.from({ length: 4000 }, () => 100),
  );
  const points = mapAround(0).toLines(line).flat().length;
  expect(points).toBeLessThan(2 * line.length);
});
