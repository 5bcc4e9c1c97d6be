import { InvalidInputError } from '@org/core';
import * as pictures from '@org/routing/picture';
import * as results from '@org/routing/results';
import { describe, expect, it } from 'vitest';
import type { Coordinate, Isochrone, Route } from '../src/index.ts';
import { sampleRoute } from './sample-route.ts';

type Cells = readonly (readonly (number | null)[])[];

/** A kind of result: its places in their order, and its table. */
interface Kind {
  readonly line: readonly Coordinate[];
  readonly table: Cells;
}

const line: Coordinate[] = [
  [8.68, 49.41],
  [8.69, 49.41],
  [8.69, 49.42],
];
const [start] = line as [Coordinate];
const table: Cells = [
  [0, 300, 100],
  [300, 0, 200],
  [100, 200, 0],
];

const kinds: Readonly<Record<string, Kind>> = {
  plain: { line, table },
  partial: { line, table: table.map(([first = 0, ...rest]) => [first, Number.NaN, ...rest.slice(1)]) },
  unreachable: { line, table: table.map((row) => row.map(() => null)) },
  'all failed': { line, table: table.map((row) => row.map(() => Number.NaN)) },
  empty: { line: [], table: [] },
  'rows without columns': { line, table: [[], [], []] },
  'one cell': { line: line.slice(0, 2), table: [[7]] },
  'zero length': { line: [start, start], table: [[0, 0]] },
  'one place': { line: [start], table: [[0]] },
  'over the date line': {
    line: [
      [179.9, -17],
      [-179.9, -17.1],
    ],
    table: [[0, 60]],
  },
  '3-D': { line: line.map(([x, y], at): Coordinate => [x, y, 100 + at]), table },
  duplicates: { line: [...line, ...line], table: [[5, 5, 5, 5, 5, 5]] },
  'at the poles': {
    line: [
      [0, 90],
      [180, -90],
    ],
    table: [[1, 2]],
  },
  antipodes: {
    line: [
      [0, 0],
      [180, 0],
    ],
    table: [[1, 2]],
  },
};

function routeOf({ line: coordinates }: Kind): Route {
  const last = Math.max(0, coordinates.length - 1);
  const [leg] = sampleRoute.legs;
  const step = leg?.steps[0];
  const range = [0, last] as const;
  return {
    ...sampleRoute,
    distanceMeters: 0,
    durationSeconds: 0,
    geometry: { type: 'LineString', coordinates: [...coordinates] as Route['geometry']['coordinates'] },
    legs: leg && step ? [{ ...leg, geometryRange: range, steps: [{ ...step, geometryRange: range }] }] : [],
    attributes: { surface: [{ geometryRange: range, value: 'asphalt' }] },
  };
}

function isochroneOf({ line: coordinates }: Kind): Isochrone {
  const ring = [...coordinates, ...coordinates.slice(0, 1)];
  return {
    locationIndex: 0,
    range: 300,
    areaSquareMeters: 0,
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

function contentOf(kind: Kind) {
  const points = kind.line.map((position) => ({ position }));
  return {
    routes: [routeOf(kind)],
    isochrones: [isochroneOf(kind)],
    waypoints: points,
    points: [...points, { position: null }, {}, null],
    origins: points,
    destinations: points,
    durationsSeconds: kind.table,
    distancesMeters: kind.table,
    meta: { attribution: ['© OpenStreetMap contributors'] },
  };
}

type Run = (kind: Kind) => unknown;
const sizes = [
  { width: 100, height: 100 },
  { width: 800, height: 500 },
];

/** Every public function, with everything of a result that it takes. */
const runs: Readonly<Record<string, Run>> = {
  distanceBetween: ({ line: places }) =>
    places.map((place) => results.distanceBetween(places[0] as Coordinate, place)),
  areaOf: (kind) => results.areaOf(isochroneOf(kind).geometry),
  encodeFlatPolyline: ({ line: places }) =>
    results.encodeFlatPolyline(places.flatMap((place) => place.slice(0, 2))),
  decodeFlatPolyline: ({ line: places }) => [
    ...results.decodeFlatPolyline(results.encodeFlatPolyline(places.flatMap((place) => place.slice(0, 2)))),
  ],
  closestPoint: ({ line: places }) => results.closestPoint(places, start),
  pointAlong: ({ line: places }) => [0, 10, 1e9].map((meters) => results.pointAlong(places, meters)),
  splitLine: ({ line: places }) => results.splitLine(places, [results.lengthOf(places) / 2]),
  boxOfLine: ({ line: places }) => results.boxOfLine(places),
  boxOfPoints: ({ line: places }) => results.boxOfPoints(places),
  distancesAlong: ({ line: places }) => results.distancesAlong(places),
  lengthOf: ({ line: places }) => results.lengthOf(places),
  toGeoJson: (kind) => results.toGeoJson(contentOf(kind), { legs: true, steps: true }),
  routeFeature: (kind) => results.routeFeature(routeOf(kind)),
  legFeatures: (kind) => results.legFeatures(routeOf(kind)),
  stepFeatures: (kind) => results.stepFeatures(routeOf(kind)),
  isochroneFeature: (kind) => results.isochroneFeature(isochroneOf(kind)),
  pointFeatures: (kind) => results.pointFeatures(contentOf(kind).points),
  toGpx: (kind) => results.toGpx(contentOf(kind)),
  toKml: (kind) => results.toKml(contentOf(kind)),
  nearestDestinations: ({ table: durationsSeconds }) => {
    const found = results.nearestDestinations({ durationsSeconds }, 0, { skipFailed: true });
    const values = found.map(({ durationSeconds }) => Number(durationSeconds));
    expect(values).toEqual([...values].sort((a, b) => a - b));
    return found;
  },
  toCsv: (kind) => (['long', 'wide'] as const).map((layout) => results.toCsv(contentOf(kind), { layout })),
  simplifyLine: ({ line: places }) => results.simplifyLine(places, { toleranceMeters: 1 }),
  simplifyRoute: (kind) => results.simplifyRoute(routeOf(kind), { toleranceMeters: 1 }),
  totalOf: (kind) => results.totalOf(routeOf(kind).legs),
  drawMap: (kind) => sizes.map((size) => pictures.drawMap(contentOf(kind), { ...size, labels: ['a', 'b'] })),
  drawHeatMap: (kind) => sizes.map((size) => pictures.drawHeatMap(contentOf(kind), size)),
  drawText: (kind) => [
    pictures.drawText(contentOf(kind)),
    pictures.drawText(contentOf(kind), { columns: 1, rows: 1 }),
  ],
};

const exported = Object.entries({ ...results, ...pictures }).filter(
  ([, value]) => typeof value === 'function',
);

/** The texts and numbers of an output that no reader can use. */
function faultsOf(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (typeof value === 'string')
    return [
      ...value.matchAll(
        /.{0,60}(\bNaN|Infinity\b|undefined|\[object|d="MZ?"|="-\d+(\.\d+)?" (height|fill)).{0,20}/g,
      ),
    ]
      .map(([found]) => `${path}: ${found}`)
      .concat([...value.matchAll(/(?:width|height)="(?:0|-[\d.]+)"/g)].map(([found]) => `${path}: ${found}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => faultsOf(each, `${path}.${name}`));
}

describe('every result function on every kind of result', () => {
  it('the table has every exported function', () => {
    expect(Object.keys(runs).sort()).toEqual(exported.map(([name]) => name).sort());
  });

  for (const [name, run] of Object.entries(runs))
    it.each(Object.keys(kinds))(`${name}(): %s`, (kind) => {
      let output: unknown;
      try {
        output = run(kinds[kind] as Kind);
      } catch (error) {
        // A refusal says what is missing.
        if (!InvalidInputError.isInstance(error)) throw error;
        expect(error.message).toMatch(/^[A-Z].*\.$/);
        return;
      }
      expect(faultsOf(output)).toEqual([]);
    });

  it('only what has no line or no row is refused', () => {
    const refused = Object.entries(runs).flatMap(([name, run]) =>
      Object.entries(kinds).flatMap(([kind, content]) => {
        try {
          run(content);
          return [];
        } catch {
          return [`${name}: ${kind}`];
        }
      }),
    );
    expect(refused).toEqual([
      'closestPoint: empty',
      'pointAlong: empty',
      'splitLine: empty',
      'nearestDestinations: empty',
    ]);
  });
});
