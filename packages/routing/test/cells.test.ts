import { readdirSync, readFileSync } from 'node:fs';
import { InvalidInputError } from '@org/core';
import { drawHeatMap, drawMap } from '@org/routing/picture';
import { nearestDestinations, toCsv } from '@org/routing/results';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const root = new URL('../src/', import.meta.url);

// A file that names a table either carries it or fills it. Only `results/cells.ts` says what a cell means.
const carriers = [
  ...['calls/matrix.ts', 'calls/matrix-tiles.ts', 'split/matrix-tables.ts', 'model/reach/matrix.ts'],
  ...['drivers/generic/decode.ts', 'drivers/graphhopper/decode.ts', 'drivers/openrouteservice/decode.ts'],
  ...[
    'drivers/osrm/decode.ts',
    'drivers/valhalla/decode.ts',
    'drivers/google/decode.ts',
    'wire/plausible.ts',
  ],
  ...['testing/matrix-contract.ts', 'cli/matrix-bands.ts', 'cli/matrix-blanks.ts'],
  // Ask whether a result has tables at all.
  ...['picture/map.ts', 'picture/desire-lines.ts'],
];

describe('a missing cell has one meaning', () => {
  it('no other file reads the tables of a matrix', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) =>
        /\b(durationsSeconds|distancesMeters)\b/.test(readFileSync(new URL(file, root), 'utf8')),
      );
    expect(files.sort()).toEqual(['results/cells.ts', ...carriers].sort());
    for (const file of ['picture/map.ts', 'picture/desire-lines.ts', 'cli/matrix-bands.ts'])
      expect(readFileSync(new URL(file, root), 'utf8')).not.toMatch(/(durations|distances)\w+\??\.?\[/);
  });

  const cell = fc.oneof(fc.nat(5_000), fc.constant(null), fc.constant(Number.NaN));
  const partial = fc.array(cell, { minLength: 1, maxLength: 8 });

  it('the nearest destinations of a row with failed cells are refused, never guessed', () => {
    fc.assert(
      fc.property(partial, fc.option(fc.nat(5_000), { nil: undefined }), fc.nat(4), (row, max, count) => {
        const matrix = { durationsSeconds: [row] };
        const ask = (skipFailed?: boolean) => nearestDestinations(matrix, 0, { max, count, skipFailed });
        const known = row.flatMap((value, at) =>
          value === null || Number.isNaN(value) || value > (max ?? 5_000) ? [] : [{ value, at }],
        );
        const nearest = [...known].sort((a, b) => a.value - b.value).slice(0, count);
        expect(ask(true).map(({ destinationIndex }) => destinationIndex)).toEqual(
          nearest.map(({ at }) => at),
        );
        if (row.some((value) => Number.isNaN(value))) expect(() => ask()).toThrow(InvalidInputError);
        else expect(ask()).toEqual(ask(true));
      }),
    );
  });

  it('the refusal counts the cells and names the option', () => {
    const run = () => nearestDestinations({ durationsSeconds: [[300, Number.NaN, 100]] }, 0);
    expect(run).toThrow(
      'The nearest destinations of origin 0 are unknown: 1 of 3 cells failed. ' +
        'Request the failed parts again, or set skipFailed for the nearest known destinations.',
    );
    for (const options of [{ count: -1 }, { count: Number.NaN }, { max: Number.NaN }, { max: -1 }])
      expect(() => nearestDestinations({ durationsSeconds: [[1]] }, 0, options)).toThrow(InvalidInputError);
  });

  it('a partial result means the same after JSON, which writes null for NaN', () => {
    const matrix = {
      durationsSeconds: [
        [300, null, Number.NaN],
        [1, 2, 3],
      ],
      failures: [{ rows: [0, 1] as const, columns: [2, 3] as const }],
    };
    const restored = JSON.parse(JSON.stringify(matrix)) as typeof matrix;
    expect(restored.durationsSeconds[0]).toEqual([300, null, null]);
    expect(toCsv(restored)).toBe(toCsv(matrix));
    expect(drawHeatMap(restored)).toBe(drawHeatMap(matrix));
    expect(() => nearestDestinations(restored, 0)).toThrow(/1 of 3 cells failed/);
    expect(nearestDestinations(restored, 1)).toHaveLength(3);
  });

  it('files tell unreachable from failed', () => {
    const matrix = { durationsSeconds: [[300, null, Number.NaN]], distancesMeters: [[Number.NaN, null, 7]] };
    expect(toCsv(matrix)).toBe(
      'origin,destination,duration_seconds,distance_meters\r\n0,0,300,failed\r\n0,1,,\r\n0,2,failed,7\r\n',
    );
    expect(toCsv(matrix, { layout: 'wide', header: false })).toBe('0,300,,failed\r\n');
  });

  it('a heat map keeps the colours of the known cells of a partial matrix', () => {
    const colors = (row: (number | null)[]) =>
      [...drawHeatMap({ durationsSeconds: [row] }, { legend: false }).matchAll(/fill="(#\w+)"><title>/g)].map(
        ([, color]) => color,
      );
    const whole = colors([100, 300, 200]);
    expect(new Set(whole).size).toBe(3);
    expect(colors([100, 300, Number.NaN]).slice(0, 2)).toEqual(whole.slice(0, 2));
    const svg = drawHeatMap({ durationsSeconds: [[100, null, Number.NaN]] });
    for (const word of ['no route', 'failed']) expect(svg).toContain(`>${word}</text>`);
    const none = drawHeatMap({ durationsSeconds: [[Number.NaN]] });
    expect(none).toContain('no cell has a value');
  });

  it('a map states how many pairs failed', () => {
    const places = [8, 9].map((longitude) => ({ position: [longitude, 49] as [number, number] }));
    const matrix = { durationsSeconds: [[0, Number.NaN]], origins: places.slice(0, 1), destinations: places };
    expect(drawMap(matrix)).toContain('>1 failed</text>');
  });
});
