// Every function of the entries for programs, with each kind of value as its first argument, and as the next
// ones of those that take several: it returns, or throws an error of this package that names what it got.
import { readFileSync } from 'node:fs';
import { isOrgError } from '@org/routing';
import { describe, expect, it } from 'vitest';

const api: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('../api.json', import.meta.url), 'utf8'),
);

/** Entries of driver authors, whose arguments are typed values of our own, and tests. */
const kits = ['./driver', './tables', './testing'];
/** Arithmetic that runs for every point of a line. */
const arithmetic = ['distanceBetween', 'areaOf'];

const values: readonly unknown[] = [null, undefined, 5, Number.NaN, 'x', true, {}, [], () => {}];
const line = [
  [8, 49],
  [9, 50],
];
const matrix = { durationsSeconds: [[0, 1]] };
const route = { legs: [], geometry: { type: 'LineString', coordinates: line } };
/** The first argument of the functions that take further ones. */
const first: Readonly<Record<string, unknown>> = {
  pointAlong: line,
  closestPoint: line,
  splitLine: line,
  simplifyLine: line,
  simplifyRoute: route,
  nearestDestinations: matrix,
  toCsv: matrix,
  drawHeatMap: matrix,
  drawMap: { routes: [route] },
  drawText: { routes: [route] },
  toGeoJson: { routes: [route] },
  toGpx: { routes: [route] },
  toKml: { routes: [route] },
  cleanTrack: [],
  readTrack: '{"type":"Point","coordinates":[8,49]}',
  readPlaces: '{"type":"Point","coordinates":[8,49]}',
  encodePolyline: line,
  decodePolyline: '_p~iF~ps|U',
  encodeFlatPolyline: [8, 49],
  decodeFlatPolyline: '_p~iF~ps|U',
};

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

const entries = Object.entries(api).filter(([entry]) => !kits.includes(entry));

describe.each(entries)('%s', (entry, names) => {
  it('wrong arguments are errors of this package', async () => {
    const module = await import(/* @vite-ignore */ `@org/routing${entry.slice(1)}`);
    const functions = Object.keys(names).filter((name) => {
      const made = module[name];
      return typeof made === 'function' && !/^class\b/.test(String(made)) && !arithmetic.includes(name);
    });
    for (const name of functions)
      for (const value of values) {
        const given = Object.hasOwn(first, name) ? [[value], [first[name], value]] : [[value]];
        for (const list of given) {
          const thrown = await thrownBy(() => module[name](...list));
          const shown = list.map((each) => JSON.stringify(each) ?? String(each));
          const title = `${name}(${shown}): ${String(thrown)}`;
          if (thrown !== undefined) expect(isOrgError(thrown) || isSentence(thrown), title).toBe(true);
        }
      }
  });
});

/** A TypeError that is not one of the platform. */
function isSentence(error: unknown): boolean {
  return /^TypeError: \w+\(\) needs /.test(String(error));
}

it.each<[string, () => Promise<unknown>, string]>([
  [
    'a title',
    async () => (await import('@org/routing/picture')).drawMap({}, { title: 5 as never }),
    'title must be a text',
  ],
  [
    'a title',
    async () => (await import('@org/routing/picture')).drawHeatMap(matrix, { title: 5 as never }),
    'title',
  ],
  [
    'a name',
    async () => (await import('@org/routing/results')).toKml({}, { name: 5 as never }),
    'name must be a text',
  ],
  [
    'a list',
    async () => (await import('@org/routing/results')).toGpx({ routes: 5 as never }),
    'result.routes must be a list',
  ],
  [
    'a route of GPX',
    async () => (await import('@org/routing/results')).toGpx({ routes: [null as never] }),
    'result.routes[0] must be an object, not null',
  ],
  [
    'a route of KML',
    async () => (await import('@org/routing/results')).toKml({ routes: [route as never, null as never] }),
    'result.routes[1] must be an object, not null',
  ],
  [
    'an area',
    async () => (await import('@org/routing/results')).toKml({ isochrones: [null as never] }),
    'result.isochrones[0] must be an object, not null',
  ],
  [
    'the route of a picture',
    async () => (await import('@org/routing/picture')).drawMap({ routes: [null as never] }),
    'content.routes[0] must be an object, not null',
  ],
  [
    'a geometry',
    async () => (await import('@org/routing/results')).routeFeature({ ...route, geometry: {} } as never),
    'route.geometry.coordinates must be a list, not undefined',
  ],
  [
    'a line',
    async () => (await import('@org/routing/results')).lengthOf(null as never),
    'line must be a list, not null',
  ],
])('%s of another kind is named', async (_name, call, message) => {
  expect(String(await thrownBy(call))).toContain(message);
});
