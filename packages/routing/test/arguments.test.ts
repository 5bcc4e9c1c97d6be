import { expect, it } from 'vitest';

const matrix = { durationsSeconds: [[0, 1]] };
const line = [
  [8, 49],
  [9, 50],
];
const route = { legs: [], geometry: { type: 'LineString', coordinates: line } };

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
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
