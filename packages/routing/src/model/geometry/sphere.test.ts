import { describe, expect, it } from 'vitest';
import type { Coordinate } from './position.ts';
import { distanceBetween } from './position.ts';
import { areaOf } from './sphere.ts';

describe('distanceBetween', () => {
  it('a degree of latitude is 111.2 km, a degree of longitude shrinks with the cosine', () => {
    expect(distanceBetween([8, 0], [8, 1])).toBeCloseTo(111_195, -1);
    expect(distanceBetween([8, 60], [9, 60])).toBeCloseTo(55_596, -2);
    expect(distanceBetween([8, 49], [8, 49])).toBe(0);
  });
});

describe('areaOf', () => {
  const square = (size: number): Coordinate[] => [
    [0, 0],
    [size, 0],
    [size, size],
    [0, size],
    [0, 0],
  ];

  it('an eighth of the globe has an eighth of its surface', () => {
    const octant: Coordinate[] = [
      [0, 0],
      [90, 0],
      [90, 90],
      [0, 90],
      [0, 0],
    ];
    expect(areaOf({ type: 'Polygon', coordinates: [octant] })).toBeCloseTo(
      (4 * Math.PI * 6_371_008.8 ** 2) / 8,
      -3,
    );
  });

  it('subtracts holes, adds parts, and ignores the direction of a ring', () => {
    const whole = areaOf({ type: 'Polygon', coordinates: [square(0.02)] });
    const hole = areaOf({ type: 'Polygon', coordinates: [square(0.01).reverse()] });
    expect(areaOf({ type: 'Polygon', coordinates: [square(0.02), square(0.01)] })).toBeCloseTo(
      whole - hole,
      3,
    );
    expect(areaOf({ type: 'MultiPolygon', coordinates: [[square(0.02)], [square(0.01)]] })).toBeCloseTo(
      whole + hole,
      3,
    );
  });
});
