import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMatrixTiles, planSlices } from './plans.ts';

const sizeOf = ({ from, to }: { from: number; to: number }) => to - from;

describe('planSlices', () => {
  it.each([
    [2000, 2000, [2000]],
    [2001, 2000, [1000, 1001]],
    [4001, 2000, [1333, 1334, 1334]],
    [5001, 5000, [2500, 2501]],
  ])('splits %i by %i into even parts', (length, most, sizes) => {
    expect(planSlices(length, most).map(sizeOf)).toEqual(sizes);
  });

  it('covers everything once, in order, within the cap, evenly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 600 }), (length, most) => {
        const slices = planSlices(length, most);
        expect(slices[0]?.from).toBe(0);
        expect(slices.at(-1)?.to).toBe(length);
        slices.slice(1).forEach((slice, index) => {
          expect(slice.from).toBe(slices[index]?.to);
        });
        const sizes = slices.map(sizeOf);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('without a cap there is one slice', () => {
  expect(planSlices(7, Infinity)).toEqual([{ from: 0, to: 7 }]);
});

describe('planMatrixTiles', () => {
  it.each([
    [50, 50, 3500, 1, 1, 50, 50],
    [60, 60, 3500, 1, 2, 60, 30],
    [100, 100, 3500, 1, 3, 100, 34],
    [100, 100, 2500, 2, 2, 50, 50],
    [101, 101, 2500, 1, 5, 101, 21],
    [200, 200, 2500, 4, 4, 50, 50],
    [7, 7, 25, 1, 3, 7, 3],
    [20, 20, 25, 4, 4, 5, 5],
    [1, 5000, 3500, 1, 2, 1, 2500],
    [3501, 1, 3500, 2, 1, 1751, 1],
    [2500, 1, 2500, 1, 1, 2500, 1],
    [1, 2500, 2500, 1, 1, 1, 2500],
    // Two tiles either way: side by side they would name 210 places, one above the other 120.
    [100, 10, 500, 2, 1, 50, 10],
    [10, 100, 500, 1, 2, 10, 50],
    [1000, 1000, 2500, 20, 20, 50, 50],
    [10_000, 10_000, 2500, 200, 200, 50, 50],
  ])(
    '%i × %i with a cap of %i cells takes %i × %i requests of at most %i × %i',
    (rows, columns, matrixCells, rowBands, columnBands, height, width) => {
      const plan = planMatrixTiles({ rows, columns, shape: 'tiles', caps: { matrixCells } });
      const tiles = [...plan];
      expect(plan).toMatchObject({ rowBands, columnBands, length: rowBands * columnBands });
      expect(tiles).toHaveLength(plan.length);
      expect(Math.max(...tiles.map((tile) => sizeOf(tile.rows)))).toBe(height);
      expect(Math.max(...tiles.map((tile) => sizeOf(tile.columns)))).toBe(width);
    },
  );

  it.each([
    [100, 100, 'tiles', 2, 2, 50, 50],
    [10, 200, 'tiles', 1, 3, 10, 67],
    [1, 500, 'tiles', 1, 6, 1, 84],
    [3, 120, 'rows', 3, 2, 1, 60],
  ] as const)(
    '%i × %i with a cap of 100 places in %s takes %i × %i requests of at most %i × %i',
    (rows, columns, shape, rowBands, columnBands, height, width) => {
      const caps = { matrixCells: 10_000, matrixPlaces: 100 };
      const plan = planMatrixTiles({ rows, columns, shape, caps });
      const tiles = [...plan];
      expect(plan).toMatchObject({ rowBands, columnBands });
      expect(tiles).toHaveLength(rowBands * columnBands);
      expect(Math.max(...tiles.map((tile) => sizeOf(tile.rows)))).toBe(height);
      expect(Math.max(...tiles.map((tile) => sizeOf(tile.columns)))).toBe(width);
    },
  );

  it('covers every cell once within the caps, in rows or in tiles', () => {
    const size = fc.integer({ min: 1, max: 40 });
    const shape = fc.constantFrom('tiles', 'rows');
    const caps = fc.record({
      matrixCells: fc.integer({ min: 1, max: 200 }),
      matrixPlaces: fc.option(fc.integer({ min: 2, max: 60 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(size, size, caps, shape, (rows, columns, { matrixCells, matrixPlaces }, kind) => {
        const caps = { matrixCells, matrixPlaces };
        const tiles = [...planMatrixTiles({ rows, columns, shape: kind, caps })];
        const seen = new Set<string>();
        for (const tile of tiles) {
          if (matrixPlaces)
            expect(sizeOf(tile.rows) + sizeOf(tile.columns)).toBeLessThanOrEqual(matrixPlaces);
          expect(sizeOf(tile.rows) * sizeOf(tile.columns)).toBeLessThanOrEqual(matrixCells);
          if (kind === 'rows') expect(sizeOf(tile.rows)).toBe(1);
          for (let row = tile.rows.from; row < tile.rows.to; row += 1) {
            for (let column = tile.columns.from; column < tile.columns.to; column += 1)
              seen.add(`${row},${column}`);
          }
        }
        expect(seen.size).toBe(rows * columns);
        expect(tiles.reduce((sum, tile) => sum + sizeOf(tile.rows) * sizeOf(tile.columns), 0)).toBe(
          rows * columns,
        );
      }),
    );
  });
});
