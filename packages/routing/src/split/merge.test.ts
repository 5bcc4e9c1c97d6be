import { describe, expect, it } from 'vitest';
import type { Coordinate, Position } from '../model/geometry/position.ts';
import type { MatrixAnswer } from '../model/reach/matrix.ts';
import type { Route } from '../model/routes/route.ts';
import { blankMatrix, writeTile } from './matrix-tables.ts';
import { mergeRoutes } from './merge.ts';

function route(coordinates: Coordinate[], more: Partial<Route> = {}): Route {
  return {
    distanceMeters: 1,
    durationSeconds: 1,
    boundingBox: [0, 0, 0, 0],
    geometry: { type: 'LineString', coordinates },
    legs: [],
    ...more,
  };
}

const a: Coordinate = [1, 1];
const b: Coordinate = [2, 2];
const c: Coordinate = [3, 3];

describe('merging routes', () => {
  it('shifts the runs of attributes, and fuses equal ones where two routes meet', () => {
    const run = (from: number, to: number, value: string | null) =>
      ({ geometryRange: [from, to], value }) as const;
    const first = route([a, b, c], { attributes: { surface: [run(0, 1, 'gravel'), run(1, 2, 'asphalt')] } });
    const second = route([c, b, a], {
      attributes: { surface: [run(0, 1, 'asphalt'), run(1, 2, null)], toll: [] },
    });
    expect(mergeRoutes([first, second]).attributes).toEqual({
      surface: [run(0, 1, 'gravel'), run(1, 3, 'asphalt'), run(3, 4, null)],
    });
    expect(mergeRoutes([first, route([c, b])])).not.toHaveProperty('attributes');
    // The lines share no point: no line states the attribute between them.
    const apart = route([b, a], { attributes: { surface: [run(0, 1, 'asphalt')] } });
    expect(mergeRoutes([first, apart]).attributes).toEqual({
      surface: [run(0, 1, 'gravel'), run(1, 2, 'asphalt'), run(2, 3, null), run(3, 4, 'asphalt')],
    });
  });

  it('one route without ascent: the merged route has none, as the sum would be too low', () => {
    const [first, second] = [route([a, b], { ascentMeters: 10, descentMeters: 4 }), route([b, c])];
    for (const routes of [
      [first, second],
      [second, first],
    ]) {
      expect(mergeRoutes(routes)).not.toHaveProperty('ascentMeters');
      expect(mergeRoutes(routes)).not.toHaveProperty('descentMeters');
    }
    const both = [first, route([b, c], { ascentMeters: 1, descentMeters: 0 })];
    expect(mergeRoutes(both)).toMatchObject({ ascentMeters: 11, descentMeters: 4 });
  });

  it('rounds sums to the fourth decimal', () => {
    const parts = [0.1, 0.2, 1.2345].map((distanceMeters) => route([a, b], { distanceMeters }));
    expect(mergeRoutes(parts).distanceMeters).toBe(1.5345);
    expect(mergeRoutes(parts.slice(0, 2)).distanceMeters).toBe(0.3);
  });

  it('shifts every index of the legs and steps after the first route', () => {
    const step = {
      maneuver: { kind: 'depart', providerType: 0 },
      distanceMeters: 1,
      durationSeconds: 1,
      geometryRange: [0, 1],
    } as const;
    const leg = { distanceMeters: 1, durationSeconds: 1, geometryRange: [0, 1], steps: [step] } as const;
    const { legs } = mergeRoutes([route([a, b], { legs: [leg] }), route([b, c], { legs: [leg] })]);
    expect(legs.map(({ geometryRange, steps }) => [geometryRange, steps[0]?.geometryRange])).toEqual([
      [
        [0, 1],
        [0, 1],
      ],
      [
        [1, 2],
        [1, 2],
      ],
    ]);
  });

  it('has a bounding box around all routes, also where they meet at the date line', () => {
    const east: Coordinate = [-179, -16];
    const parts = [route([[178, -17], east]), route([east, [-175, -18]])];
    expect(mergeRoutes(parts).boundingBox).toEqual([178, -18, -175, -16]);
  });
});

describe('merging tiles', () => {
  const tile = (from: number, place: MatrixAnswer['origins'][number]) => ({
    tile: { rows: { from: 0, to: 1 }, columns: { from, to: from + 1 } },
    answer: {
      durationsSeconds: [[from]],
      origins: [place],
      destinations: [{}],
      warnings: [],
      attribution: [],
      raw: undefined,
    },
  });

  it.each([
    ['a place', { position: a }],
    ['that it has no road', { position: null }],
  ])('keeps the known place of any tile of a row: %s', (_name, known) => {
    const merge = (...tiles: readonly ReturnType<typeof tile>[]) => {
      const place: Position = [8, 49];
      const merged = blankMatrix({ origins: [place], destinations: [place, place], metrics: ['duration'] });
      for (const each of tiles) writeTile(merged, each);
      return merged;
    };
    expect(merge(tile(0, known), tile(1, {})).origins).toEqual([known]);
    expect(merge(tile(0, {}), tile(1, known)).origins).toEqual([known]);
    expect(merge(tile(0, {}), tile(1, known)).durationsSeconds).toEqual([[0, 1]]);
    // A cell without an answer is not unreachable.
    expect(merge(tile(1, known)).durationsSeconds).toEqual([[NaN, 1]]);
  });
});
