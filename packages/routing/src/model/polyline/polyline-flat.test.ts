import { ConfigurationError, InvalidInputError } from '@org/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidPolylineError } from '../../errors.ts';
import type { Position } from '../geometry/position.ts';
import { decodeFlatPolyline, decodePolyline, encodeFlatPolyline, encodePolyline } from './polyline.ts';

const heidelberg: [number, number, number][] = [
  [8.681495, 49.41461, 113.95],
  [8.686507, 49.41943, 108.404],
  [8.687872, 49.420318, 109.996],
];

describe('points in one flat list', () => {
  it.each([
    ['five digits', {}],
    ['six digits with elevations', { precision: 6, elevation: true }],
    ['elevations cut', { elevation: true, elevationRounding: 'floor' }],
    ['ten million parts of a degree', { multiplier: 1e7 }],
  ] as const)('R1: the codec of pairs and the codec of a flat list agree: %s', (_name, options) => {
    const isDeep = 'elevation' in options;
    const points = heidelberg.map((point) => (isDeep ? point : point.slice(0, 2)));
    const text = encodePolyline(points as unknown as Position[], options);
    expect(encodeFlatPolyline(points.flat(), options)).toBe(text);
    expect(encodeFlatPolyline(Float64Array.from(points.flat()), options)).toBe(text);
    expect([...decodeFlatPolyline(text, options)]).toEqual(decodePolyline(text, options).flat());
  });

  it('R8: an invalid point is named by its index', () => {
    const bad = (numbers: unknown, options = {}) =>
      expect(() => encodeFlatPolyline(numbers as number[], options));
    bad([8, 49, 8, 91]).toThrow(/coordinates\[1\] has a latitude/);
    bad([8, 49, 8]).toThrow(/coordinates\[1\] must have two numbers/);
    bad([8, 49], { elevation: true }).toThrow(/coordinates\[0\] has no third number/);
    bad([8, 49, 1e9], { elevation: true }).toThrow(/elevation beyond/);
    bad([Number.NaN, 49]).toThrow(InvalidInputError);
    bad(null).toThrow(InvalidInputError);
    bad({ length: 2, 0: 8, 1: 49 }).toThrow(InvalidInputError);
  });

  it('R1: a bad string gives the same error as for pairs', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('?', '_', '~', 'a', 'Z', '@', '!', 'é') }), (text) => {
        const flat = outcomeOf(() => [...decodeFlatPolyline(text)]);
        expect(flat).toEqual(outcomeOf(() => decodePolyline(text).flat()));
      }),
      { numRuns: 2_000 },
    );
  });
});

function outcomeOf(decode: () => number[]): number[] | string {
  try {
    return decode();
  } catch (error) {
    expect(InvalidPolylineError.isInstance(error)).toBe(true);
    return String(error);
  }
}

describe('a multiplier', () => {
  const corners: Position[] = [
    [-180, -90],
    [180, 90],
    [-180, 90],
    [179.9999999, -89.9999999],
    [0.0000001, -0.0000001],
  ];

  it('R1: ten million parts of a degree are restored exactly, over the whole globe', () => {
    const text = encodePolyline(corners, { multiplier: 1e7 });
    expect(decodePolyline(text, { multiplier: 1e7 })).toEqual(corners);
  });

  it('R1: random lines of any multiplier are restored to the last kept digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e7 }),
        fc.array(
          fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        ),
        (multiplier, pairs) => {
          const kept = pairs.map(([x, y]): Position => {
            const [lon, lat] = [Math.trunc(x * 180 * multiplier), Math.trunc(y * 90 * multiplier)];
            // No negative zero.
            return [(lon + 0) / multiplier || 0, (lat + 0) / multiplier || 0];
          });
          expect(decodePolyline(encodePolyline(kept, { multiplier }), { multiplier })).toEqual(kept);
        },
      ),
    );
  });

  it('1e5 and 1e6 are the precisions 5 and 6', () => {
    for (const precision of [5, 6] as const) {
      const text = encodePolyline(heidelberg, { precision, elevation: true });
      const multiplier = 10 ** precision;
      expect(encodePolyline(heidelberg, { multiplier, elevation: true })).toBe(text);
      const read = decodePolyline(text, { multiplier, elevation: true });
      expect(read).toEqual(decodePolyline(text, { precision, elevation: true }));
    }
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e8, '5'])('%s is refused', (multiplier) => {
    expect(() => decodePolyline('', { multiplier: multiplier as number })).toThrow(ConfigurationError);
  });

  it('excludes a precision', () => {
    expect(() => encodePolyline([], { multiplier: 1e5, precision: 5 })).toThrow(ConfigurationError);
  });
});

it('R1: time grows with the length: ten times as long takes less than forty times as long', () => {
  const lineOf = (length: number) =>
    Array.from({ length }, (_, at): Position => [(at % 3_600_000) / 1e4 - 180, (at % 7_919) / 1e3]);
  // The processor's time: a machine with other work interrupts the long one more often. The best of five: the
  // others may have paid for the garbage of earlier ones.
  const timeOf = (line: readonly Position[]) => {
    const times = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      decodePolyline(encodePolyline(line));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  };
  const [short, long] = [lineOf(20_000), lineOf(200_000)];
  timeOf(short);
  expect(timeOf(long)).toBeLessThan(40 * Math.max(timeOf(short), 1));
});
