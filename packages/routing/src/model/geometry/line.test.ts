import { describe, expect, it } from 'vitest';
import { asLine, joinLines } from './line.ts';
import type { Coordinate } from './position.ts';

const a: Coordinate = [1, 1];
const b: Coordinate = [2, 2];
const c: Coordinate = [3, 3];

describe('asLine', () => {
  it('repeats a single point, and leaves other lines as they are', () => {
    expect(asLine([a])).toEqual([a, a]);
    expect(asLine([a, b, c])).toEqual([a, b, c]);
  });
});

describe('joinLines', () => {
  it('keeps a shared point once, and both ends of a gap', () => {
    expect(
      joinLines([
        [a, b],
        [b, c],
        [a, c],
      ]),
    ).toEqual({
      coordinates: [a, b, c, a, c],
      offsets: [
        [0, 1],
        [1, 2],
        [3, 4],
      ],
    });
  });

  it('points that differ only in elevation are not shared', () => {
    expect(
      joinLines([
        [a, [2, 2, 5]],
        [[2, 2, 6], c],
      ]).coordinates,
    ).toHaveLength(4);
  });

  it('a leg of length 0 lies between the others', () => {
    expect(joinLines([[a, b], asLine([b]), [b, c]]).offsets).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });
});
