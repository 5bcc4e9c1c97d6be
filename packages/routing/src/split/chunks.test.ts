import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position } from '../model/geometry/position.ts';
import { planWaypointChunks, straightDistance } from './chunks.ts';

const sizeOf = ({ from, to }: { from: number; to: number }) => to - from;
const line = (length: number): Position[] => Array.from({ length }, (_, at) => [at / 100, 0]);
const plan = (waypoints: readonly Position[], caps: Parameters<typeof planWaypointChunks>[1]) =>
  planWaypointChunks(waypoints, caps).map(({ from, to }) => [from, to]);

describe('planWaypointChunks', () => {
  it.each([
    [2, 50, [[0, 2]]],
    [50, 50, [[0, 50]]],
    [
      51,
      50,
      [
        [0, 26],
        [25, 51],
      ],
    ],
    [
      99,
      50,
      [
        [0, 50],
        [49, 99],
      ],
    ],
    [
      100,
      50,
      [
        [0, 34],
        [33, 67],
        [66, 100],
      ],
    ],
    [
      149,
      50,
      [
        [0, 38],
        [37, 75],
        [74, 112],
        [111, 149],
      ],
    ],
  ])('%i waypoints by %i', (length, most, chunks) => {
    expect(plan(line(length), { waypoints: most })).toEqual(chunks);
  });

  it('a distance cap moves the borders only where it has to', () => {
    // One degree at the equator is 111.2 km.
    const places: Position[] = [
      [0, 0],
      [1, 0],
      [2, 0],
      [2.1, 0],
      [2.2, 0],
    ];
    const km = (distance: number) => ({ waypoints: 50, distanceMeters: distance * 1000 });
    expect(plan(places, km(250))).toEqual([[0, 5]]);
    expect(plan(places, km(240))).toEqual([
      [0, 4],
      [3, 5],
    ]);
    expect(plan(places, km(120))).toEqual([
      [0, 2],
      [1, 3],
      [2, 5],
    ]);
    // A leg above the cap is one chunk; the others keep within it.
    expect(plan(places, km(50))).toEqual([
      [0, 2],
      [1, 3],
      [2, 5],
    ]);
    expect(plan(places.slice(0, 2), km(50))).toEqual([[0, 2]]);
  });

  it('neighbours share one waypoint, every leg is in one chunk, all chunks are within both caps', () => {
    const place = fc.tuple(fc.integer({ min: -170, max: 170 }), fc.integer({ min: -80, max: 80 }));
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 2, maxLength: 80 }),
        fc.integer({ min: 2, max: 20 }),
        fc.option(fc.integer({ min: 1, max: 40_000_000 }), { nil: undefined }),
        (places, waypoints, distanceMeters) => {
          const chunks = planWaypointChunks(places, { waypoints, distanceMeters });
          expect(chunks[0]?.from).toBe(0);
          expect(chunks.at(-1)?.to).toBe(places.length);
          expect(chunks.reduce((legs, chunk) => legs + sizeOf(chunk) - 1, 0)).toBe(places.length - 1);
          chunks.slice(1).forEach((chunk, index) => {
            expect(chunk.from).toBe((chunks[index]?.to ?? 0) - 1);
          });
          for (const chunk of chunks) {
            expect(sizeOf(chunk)).toBeLessThanOrEqual(waypoints);
            const isLong =
              straightDistance(places.slice(chunk.from, chunk.to)) > (distanceMeters ?? Infinity);
            if (isLong) expect(sizeOf(chunk)).toBe(2);
          }
        },
      ),
    );
  });
});
