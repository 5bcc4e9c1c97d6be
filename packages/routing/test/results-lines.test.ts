import { InvalidInputError } from '@org/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coordinate, Route } from '../src/index.ts';
import {
  boxOfLine,
  boxOfPoints,
  closestPoint,
  distanceBetween,
  lengthOf,
  nearestDestinations,
  pointAlong,
  simplifyLine,
  simplifyRoute,
  splitLine,
  toCsv,
  totalOf,
} from '../src/results/index.ts';
import { sampleRoute } from './sample-route.ts';

const near = fc.tuple(
  fc.double({ min: 8, max: 8.2, noNaN: true }),
  fc.double({ min: 49, max: 49.2, noNaN: true }),
);
const lines = fc.array(near, { minLength: 2, maxLength: 40 });

describe('along a line', () => {
  it('R1: a point at a distance has that distance, and is on the line', () => {
    fc.assert(
      fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (line, part) => {
        const total = lengthOf(line);
        const { position, alongMeters } = pointAlong(line, total * part);
        expect(alongMeters).toBeCloseTo(total * part, 3);
        expect(closestPoint(line, position).distanceMeters).toBeLessThan(0.5);
      }),
    );
  });

  it('R1: the closest point is not farther than any point of the line', () => {
    fc.assert(
      fc.property(lines, near, (line, place) => {
        const { distanceMeters, position } = closestPoint(line, place);
        expect(distanceBetween(place, position)).toBe(distanceMeters);
        for (const point of line)
          expect(distanceMeters).toBeLessThanOrEqual(distanceBetween(point, place) + 1);
      }),
    );
  });

  it('R1: parts of a line have the length and the ends of the line', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        (line, cuts) => {
          const total = lengthOf(line);
          const parts = splitLine(
            line,
            cuts.map((cut) => cut * total),
          );
          expect(parts).toHaveLength(cuts.length + 1);
          expect(parts.reduce((sum, part) => sum + lengthOf(part), 0)).toBeCloseTo(total, 1);
          expect(parts[0]?.[0]).toEqual(line[0]);
          for (const [index, part] of parts.entries())
            if (index > 0) expect(part[0]).toEqual(parts[index - 1]?.at(-1));
        },
      ),
    );
  });

  it('elevations are interpolated; ends are clamped; nothing is a typed error', () => {
    const climb: Coordinate[] = [
      [8, 49, 100],
      [8, 49.01, 200],
    ];
    expect(pointAlong(climb, lengthOf(climb) / 2).position[2]).toBeCloseTo(150, 6);
    expect(pointAlong(climb, -5).position).toEqual(climb[0]);
    expect(pointAlong(climb, 1e9)).toMatchObject({ position: climb[1], index: 1 });
    expect(() => pointAlong([], 1)).toThrow(InvalidInputError);
    expect(() => pointAlong(climb, Number.NaN)).toThrow(InvalidInputError);
    expect(() => splitLine(climb, [1e9])).toThrow(InvalidInputError);
    expect(
      closestPoint(
        [
          [8, 49],
          [8, 49],
        ],
        [8, 49],
      ).distanceMeters,
    ).toBe(0);
  });

  it('the closest point at the end of a segment is the point of the line', () => {
    const corner: Coordinate[] = [
      [8, 49],
      [8.01, 49],
      [8.01, 49.01],
    ];
    expect(closestPoint(corner, [8.02, 48.99])).toMatchObject({ position: [8.01, 49], index: 1 });
    expect(closestPoint(corner, [8.01, 49.02])).toMatchObject({ position: [8.01, 49.01], index: 2 });
  });

  it('goes the short way over the date line', () => {
    const line: Coordinate[] = [
      [179.9, 10],
      [-179.9, 10],
    ];
    expect(pointAlong(line, lengthOf(line) / 2).position[0]).toBeCloseTo(180, 6);
    expect(closestPoint(line, [179.99, 10]).distanceMeters).toBeLessThan(1);
  });
});

describe('bounding boxes', () => {
  it.each<[string, Coordinate[], number[]]>([
    [
      'a short line',
      [
        [8, 49],
        [9, 48],
      ],
      [8, 48, 9, 49],
    ],
    [
      'over the date line eastward',
      [
        [179, -1],
        [-179, 1],
      ],
      [179, -1, -179, 1],
    ],
    [
      'over the date line westward',
      [
        [-179, -1],
        [179, 1],
      ],
      [179, -1, -179, 1],
    ],
    [
      'around the Earth',
      [
        [-170, 0],
        [-60, 0],
        [60, 0],
        [170, 0],
        [-100, 0],
      ],
      [-180, 0, 180, 0],
    ],
  ])('of %s', (_name, line, box) => {
    expect(boxOfLine(line)).toEqual(box);
  });

  it('of places leaves out the widest gap', () => {
    expect(
      boxOfPoints([
        [179, 0],
        [-179, 1],
        [178, 2],
      ]),
    ).toEqual([178, 0, -179, 2]);
    expect(boxOfPoints([[8, 49]])).toEqual([8, 49, 8, 49]);
    expect([boxOfPoints([]), boxOfLine([])]).toEqual([undefined, undefined]);
  });

  it('a line of 300 000 points has one, too', () => {
    const long = Array.from({ length: 300_000 }, (_, index): Coordinate => [(index % 100) / 10, 1]);
    expect(boxOfLine(long)).toEqual([0, 1, 9.9, 1]);
  });
});

describe('simplifying', () => {
  it('R1: every removed point is within the tolerance, and kept points keep their order', () => {
    fc.assert(
      fc.property(lines, fc.double({ min: 0, max: 3_000, noNaN: true }), (line, toleranceMeters) => {
        const simple = simplifyLine(line, { toleranceMeters });
        expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)]);
        // The flat map of Douglas and Peucker is exact to some thousandths here.
        for (const point of line)
          expect(closestPoint(simple, point).distanceMeters).toBeLessThanOrEqual(toleranceMeters * 1.01 + 1);
        let from = -1;
        for (const point of simple) {
          from = line.findIndex(
            (each, index) => index > from && each[0] === point[0] && each[1] === point[1],
          );
          expect(from).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('R1: legs, steps and attributes of a route keep their ends', () => {
    const simple = simplifyRoute(sampleRoute, { toleranceMeters: 10_000 });
    const ends = (route: Route) =>
      [...route.legs, ...route.legs.flatMap(({ steps }) => steps), ...(route.attributes?.surface ?? [])].map(
        ({ geometryRange }) => geometryRange.map((index) => route.geometry.coordinates[index]),
      );
    expect(ends(simple)).toEqual(ends(sampleRoute));
    expect(simple.geometry.coordinates).toHaveLength(4);
    expect(simple.distanceMeters).toBe(sampleRoute.distanceMeters);
  });

  it('100 000 points take no recursion; a negative tolerance is an error', () => {
    const line = Array.from(
      { length: 100_000 },
      (_, at): Coordinate => [8 + at / 1e6, 49 + Math.sin(at / 9) / 1e3],
    );
    expect(simplifyLine(line, { toleranceMeters: 5 }).length).toBeLessThan(60_000);
    expect(simplifyLine([], { toleranceMeters: 5 })).toEqual([]);
    expect(() => simplifyLine(line, { toleranceMeters: -1 })).toThrow(InvalidInputError);
  });
});

describe('matrices', () => {
  const matrix = {
    durationsSeconds: [
      [30, null, 10, 30],
      [0, 5, 6, 7],
    ],
    distancesMeters: [
      [100, null, 900, 50],
      [0, 1, 2, 3],
    ],
  };

  it('R1: the nearest destinations are the smallest cells, never unreachable ones', () => {
    expect(nearestDestinations(matrix, 0)).toEqual([
      { destinationIndex: 2, durationSeconds: 10, distanceMeters: 900 },
      { destinationIndex: 0, durationSeconds: 30, distanceMeters: 100 },
      { destinationIndex: 3, durationSeconds: 30, distanceMeters: 50 },
    ]);
    const indexes = nearestDestinations(matrix, 0, { metric: 'distance', count: 2 });
    expect(indexes.map(({ destinationIndex }) => destinationIndex)).toEqual([3, 0]);
    expect(nearestDestinations(matrix, 0, { max: 10 })).toHaveLength(1);
    expect(() => nearestDestinations(matrix, 2)).toThrow(InvalidInputError);
    expect(() => nearestDestinations({ durationsSeconds: [[1]] }, 0, { metric: 'distance' })).toThrow(
      InvalidInputError,
    );
  });

  it('R1: CSV has every cell; an unreachable one is empty', () => {
    const names = { origins: ['a,b', 'say "c"'], destinations: ['w', 'x', 'y', 'z'] };
    const long = toCsv(matrix, names).split('\r\n');
    expect(long.slice(0, 3)).toEqual([
      'origin,destination,duration_seconds,distance_meters',
      '"a,b",w,30,100',
      '"a,b",x,,',
    ]);
    expect(long).toHaveLength(10);
    expect(toCsv(matrix, { layout: 'wide', metric: 'distance', ...names })).toBe(
      'origin,w,x,y,z\r\n"a,b",100,,900,50\r\n"say ""c""",0,1,2,3\r\n',
    );
    expect(toCsv({ distancesMeters: [[1]] }, { header: false })).toBe('0,0,1\r\n');
  });
});

it('legs have totals; climbs only where all legs state them', () => {
  expect(totalOf(sampleRoute.legs)).toEqual({ distanceMeters: 1500, durationSeconds: 150 });
  expect(totalOf([{ distanceMeters: 1, durationSeconds: 2, ascentMeters: 3 }])).toMatchObject({
    ascentMeters: 3,
  });
});
