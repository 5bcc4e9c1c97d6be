import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAround, distanceToBox } from './box.ts';
import type { Coordinate } from './position.ts';
import { wrapLongitude } from './turn.ts';

/** Steps of a line; whole degrees are exact after every turn. */
const steps = fc.array(fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -5, max: 5 })), {
  minLength: 1,
  maxLength: 6,
});
const starts = fc.integer({ min: -180, max: 180 });

/** A line from a longitude on. */
function lineFrom(start: number, list: readonly (readonly [number, number])[]): Coordinate[] {
  let [longitude, latitude] = [start, 0];
  return [
    [longitude, latitude],
    ...list.map(([east, north]): Coordinate => {
      [longitude, latitude] = [wrapLongitude(longitude + east), latitude + north];
      return [longitude, latitude];
    }),
  ];
}

const widthOf = ([west, , east]: readonly number[]) => ((east ?? 0) - (west ?? 0) + 360) % 360 || 0;

describe('boxAround', () => {
  it('of a line once around the Earth is all longitudes, though sums are not exact', () => {
    const line = [-33.2, 86.7, -160.1, -33.2].map((longitude, index): Coordinate => [longitude, index]);
    expect(boxAround(line)).toEqual([-180, 0, 180, 3]);
  });

  it('is west, south, east, north', () => {
    const line: Coordinate[] = [
      [8.2, 49.5],
      [8.1, 49.9, 120],
    ];
    expect(boxAround(line)).toEqual([8.1, 49.5, 8.2, 49.9]);
  });

  it('has every point of the line, wherever on Earth it is', () => {
    const property = fc.property(starts, steps, (start, list) => {
      const line = lineFrom(start, list);
      const box = boxAround(line);
      for (const point of line) expect(distanceToBox(box, point)).toBeCloseTo(0, 6);
    });
    fc.assert(property);
  });

  it('is as wide and as high at the date line as elsewhere', () => {
    const property = fc.property(starts, steps, (start, list) => {
      const [there, here] = [boxAround(lineFrom(start, list)), boxAround(lineFrom(0, list))];
      expect(widthOf(there)).toBe(widthOf(here));
      expect([there[1], there[3]]).toEqual([here[1], here[3]]);
    });
    fc.assert(property);
  });
});

describe('distanceToBox', () => {
  it.each<[string, Coordinate, number]>([
    ['inside, west of the date line', [179.5, 0], 0],
    ['inside, east of it', [-179.5, 0], 0],
    ['a degree west', [178, 0], 111_195],
    ['a degree east', [-178, 0], 111_195],
    ['a degree north', [180, 2], 111_195],
  ])('of a place %s', (_name, place, meters) => {
    expect(distanceToBox([179, -1, -179, 1], place)).toBeCloseTo(meters, -1);
  });
});
