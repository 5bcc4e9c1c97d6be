import { ConfigurationError } from '@org/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidPolylineError } from '../../errors.ts';
import type { Coordinate, Position } from '../geometry/position.ts';
import { decodePolyline, type EncodePolylineOptions, encodePolyline } from './polyline.ts';

const google: Coordinate[] = [
  [-120.2, 38.5],
  [-120.95, 40.7],
  [-126.453, 43.252],
];
const heidelberg: Coordinate[] = [
  [8.681495, 49.41461, 113.95],
  [8.686507, 49.41943, 108.404],
  [8.687872, 49.420318, 109.996],
  [8.687872, 49.420318, -3.217],
];
const dateLine: Coordinate[] = [
  [179.9999, -0.00001],
  [-179.9999, 0.00001],
];
const heights = { elevation: true } as const;

const vectors: readonly [string, Coordinate[], EncodePolylineOptions, string][] = [
  ['the published example', google, {}, '_p~iF~ps|U_ulLnnqC_mqNvxq`@'],
  ['the same with six digits', google, { precision: 6 }, '_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI'],
  ['two dimensions of three', heidelberg, {}, 'ihrlHkr~s@c]i^qDoG??'],
  ['six digits', heidelberg, { precision: 6 }, 'c|_g}Am`{pOglHgxHov@itA??'],
  [
    'elevations cut, as openrouteservice does',
    heidelberg,
    { ...heights, elevationRounding: 'floor' },
    'ihrlHkr~s@egUc]i^ta@qDoG}H??pbU',
  ],
  ['heights rounded, as GraphHopper does', heidelberg, heights, 'ihrlHkr~s@egUc]i^ta@qDoG_I??rbU'],
  [
    'elevations with six digits',
    heidelberg,
    { ...heights, precision: 6 },
    'c|_g}Am`{pOegUglHgxHta@ov@itA_I??rbU',
  ],
  ['over the date line', dateLine, {}, '@kfsia@CvmgtcA'],
  ['nothing', [], {}, ''],
];

describe('encodePolyline', () => {
  it.each(vectors)('R1: encodes %s', (_name, coordinates, options, text) => {
    expect(encodePolyline(coordinates, options)).toBe(text);
  });

  it.each<[string, unknown]>([
    ['a latitude off the globe', [[8, 91]]],
    ['a longitude off the globe', [[181, 8]]],
    ['not a number', [[Number.NaN, 8]]],
    ['infinity', [[Number.POSITIVE_INFINITY, 8]]],
    ['a point of one number', [[8]]],
    ['an object', [{ lon: 8, lat: 49 }]],
  ])('R8: refuses %s, with the index of the point', (_name, coordinates) => {
    expect(() => encodePolyline(coordinates as Position[])).toThrow(/coordinates\[0\]/);
  });

  it('R8: refuses a missing or impossible elevation', () => {
    expect(() => encodePolyline([[8, 49]], heights)).toThrow(/elevation/);
    expect(() => encodePolyline([[8, 49, 1e9]], heights)).toThrow(/elevation/);
  });

  it('refuses an unknown precision', () => {
    expect(() => encodePolyline(google, { precision: 7 as 6 })).toThrow(ConfigurationError);
  });
});

describe('decodePolyline', () => {
  it.each(vectors)('R1: decodes %s', (_name, coordinates, options, text) => {
    expect(decodePolyline(text, options)).toEqual(coordinates.map((at) => rounded(at, options)));
  });

  it.each<[string, string, EncodePolylineOptions]>([
    ['a character below the alphabet', '_p~iF!ps|U', {}],
    ['a character above the alphabet', '_p~iFé', {}],
    ['a cut end', '_p~iF~ps|', {}],
    ['an odd count of numbers', '_p~iF', {}],
    ['two dimensions read as three', '_p~iF~ps|U_ulLnnqC', heights],
    ['a number too large', `${'~'.repeat(8)}?`, {}],
    ['a line of six digits read with five', 'c|_g}Am`{pOglHgxH', {}],
  ])('R1: refuses %s with a typed error', (_name, text, options) => {
    let error: unknown;
    try {
      decodePolyline(text, options);
    } catch (thrown) {
      error = thrown;
    }
    expect(InvalidPolylineError.isInstance(error)).toBe(true);
  });

  it('R1: throws no other error, for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, elevation) => {
        try {
          for (const [longitude, latitude] of decodePolyline(text, { elevation })) {
            expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
            expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
          }
        } catch (error) {
          expect(InvalidPolylineError.isInstance(error)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('encoding and decoding', () => {
  it('R1: 100 000 random lines are restored exactly, to the last kept digit', () => {
    const random = createRandom(20_260_101);
    for (let line = 0; line < 100_000; line += 1) {
      const precision = line % 2 === 0 ? 5 : 6;
      const elevation = line % 3 === 0;
      const coordinates = randomLine(random, precision, elevation);
      const text = encodePolyline(coordinates, { precision, elevation });
      const back = decodePolyline(text, { precision, elevation });
      if (JSON.stringify(back) !== JSON.stringify(coordinates)) expect(back).toEqual(coordinates);
    }
  });

  it('R1: a long line is as exact as a short one', () => {
    const coordinates = Array.from(
      { length: 200_000 },
      (_, index): Coordinate => [
        ((index * 7) % 36_000_000) / 1e5 - 180,
        ((index * 3) % 18_000_000) / 1e5 - 90,
      ],
    ).map((at) => rounded(at, {}));
    expect(decodePolyline(encodePolyline(coordinates))).toEqual(coordinates);
  });
});

function rounded([longitude, latitude, height]: Coordinate, options: EncodePolylineOptions): Coordinate {
  const factor = options.precision === 6 ? 1e6 : 1e5;
  const place: Coordinate = [Math.round(longitude * factor) / factor, Math.round(latitude * factor) / factor];
  if (options.elevation !== true) return place;
  const round = options.elevationRounding === 'floor' ? Math.floor : Math.round;
  return [place[0], place[1], round((height ?? 0) * 100) / 100];
}

function randomLine(random: () => number, precision: 5 | 6, elevation: boolean): Coordinate[] {
  const factor = 10 ** precision;
  // Whole numbers of the unit kept, without a negative zero, which JSON cannot tell from 0.
  const pick = (range: number) => Math.floor(random() * (2 * range + 1)) - range;
  return Array.from({ length: Math.floor(random() * 6) }, (): Coordinate => {
    const longitude = pick(180 * factor) / factor;
    const latitude = pick(90 * factor) / factor;
    return elevation ? [longitude, latitude, pick(900_000) / 100] : [longitude, latitude];
  });
}

/** mulberry32: a small generator with a seed, so that a failure comes back. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

it.each([
  [0.000005, 'A'],
  [-0.000005, '@'],
])('half a unit is rounded away from zero on both sides of the equator: %d', (latitude, first) => {
  expect(encodePolyline([[0, latitude]])).toBe(`${first}?`);
});

it('a line and its mirror image have the same numbers with another sign', () => {
  const heights = [0.005, 1.125, 2.375];
  const line = heights.map((height, at): [number, number, number] => [at * 0.000005, at * 0.000015, height]);
  const mirror = line.map(([x, y, z]): [number, number, number] => [-x, -y, -z]);
  const options = { elevation: true } as const;
  const read = (points: typeof line) => decodePolyline(encodePolyline(points, options), options).flat();
  expect(read(mirror)).toEqual(read(line).map((value) => 0 - value));
});

it.each([
  ['eight groups in a number, the most is seven', '_______??', 'too large'],
  ['a character above the alphabet', '?\u007f', 'does not belong'],
  ['a cut end of one character', '_', 'inside a number'],
  ['a latitude just past the pole', encodeNumbers(9_050_000, 0), 'leaves the globe'],
  ['a longitude just past the date line', encodeNumbers(0, 18_050_000), 'leaves the globe'],
])('%s is refused', (_name, text, reason) => {
  expect(() => decodePolyline(text)).toThrow(reason);
});

it('a number of seven groups is decoded, also if it has a shorter form', () => {
  expect(decodePolyline('______?' + '?')).toEqual([[0, 0]]);
});

function encodeNumbers(...numbers: readonly number[]): string {
  return numbers
    .map((number) => {
      let text = '';
      let rest = number * 2;
      for (; rest >= 0x20; rest = Math.floor(rest / 0x20))
        text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
      return text + String.fromCharCode(rest + 63);
    })
    .join('');
}

it.each([undefined, null, 7])('%j is neither a line nor an encoded line', (value) => {
  expect(() => decodePolyline(value as never)).toThrow(expect.objectContaining({ code: 'invalid-polyline' }));
  expect(() => encodePolyline(value as never)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
});
