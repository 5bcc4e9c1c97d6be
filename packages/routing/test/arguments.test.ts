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
    'route.geometry must be a LineString, not an object',
  ],
  [
    'a line',
    async () => (await import('@org/routing/results')).lengthOf(null as never),
    'line must be a list of [longitude, latitude], not null',
  ],
])('%s of another kind is named', async (_name, call, message) => {
  expect(String(await thrownBy(call))).toContain(message);
});

const wrongItems: readonly (readonly [content: object, error: string])[] = [
  [{ waypoints: [null] }, 'waypoints[0] must be an object, not null'],
  [{ origins: [null] }, 'origins[0] must be an object, not null'],
  [{ destinations: [undefined] }, 'destinations[0] must be an object, not undefined'],
  [{ points: [undefined] }, 'points[0] must be an object, not undefined'],
  [{ points: [null, {}, { position: null }, { position: ['8', 49] }] }, 'points[3].position must be [long'],
  [
    { isochrones: [{ geometry: { type: 'Point', coordinates: [8, 49] } }] },
    '[0].geometry must be a Polygon or',
  ],
  ...[[null], [[null]], [[[8]]], line].map(
    (coordinates) =>
      [{ isochrones: [{ geometry: { type: 'Polygon', coordinates } }] }, '[0].geometry.coordinates'] as const,
  ),
  [{ isochrones: [{ geometry: { type: 'MultiPolygon', coordinates: [line] } }] }, '[0].geometry.coordinates'],
  ...[[null, null], [[8]], [[8, '49']], [line]].map(
    (coordinates) =>
      [
        { routes: [{ legs: [], geometry: { type: 'LineString', coordinates } }] },
        's must be a list of [l',
      ] as const,
  ),
  [{ routes: [{ legs: [], geometry: { type: 'Polygon', coordinates: [line] } }] }, 'must be a LineString'],
  [{ lines: [null] }, 'lines[0] must be a list of [longitude, latitude], not null'],
];

it.each(wrongItems)('%j is named in every file and picture of it', async (content, error) => {
  const { toGeoJson, toGpx, toKml } = await import('@org/routing/results');
  const { drawMap, drawText } = await import('@org/routing/picture');
  for (const call of [toGeoJson, toGpx, toKml, drawMap, drawText] as readonly ((
    given: object,
  ) => unknown)[]) {
    const thrown = await thrownBy(() => call(content));
    expect(thrown, call.name).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(error),
    });
  }
});

it('the check of a line of 100 000 points takes time in proportion to them', async () => {
  const { routeFeature } = await import('@org/routing/results');
  const coordinates = Array.from({ length: 100_000 }, (_, at) => [8 + at / 1e6, 49]);
  const long = { ...route, geometry: { type: 'LineString', coordinates } } as never;
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    routeFeature(long);
    return performance.now() - start;
  });
  // In proportion to their square it takes minutes.
  expect(Math.min(...times)).toBeLessThan(1_000);
});

it('a result without its attribution is a file without it', async () => {
  const { toKml } = await import('@org/routing/results');
  expect(toKml({ meta: {} as never })).not.toContain('<description>');
});

const wrongLines: readonly (readonly unknown[])[] = [[null], [5], [[8]], [['8', '49']], [[8, Number.NaN]]];

it.each(wrongLines)('a line with %j is refused by every function on lines', async (item) => {
  const results = await import('@org/routing/results');
  const wrong = [[8, 49], item] as never;
  const calls = [
    () => results.lengthOf(wrong),
    () => results.distancesAlong(wrong),
    () => results.simplifyLine(wrong, { toleranceMeters: 1 }),
    () => results.closestPoint(wrong, [8, 49]),
    () => results.closestPoint([[8, 49]], item as never),
    () => results.splitLine(wrong, [0]),
    () => results.boxOfLine(wrong),
    () => results.boxOfPoints(wrong),
  ];
  for (const call of calls) {
    const thrown = await thrownBy(call);
    expect(thrown, String(call)).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('[longitude, latitude]'),
    });
  }
});

it.each([[[null]], [[{}]], [[{ distanceMeters: 1, durationSeconds: '2' }]]])(
  'totalOf() names what is wrong with %j',
  async (legs) => {
    const { totalOf } = await import('@org/routing/results');
    expect(await thrownBy(() => totalOf(legs as never))).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('legs[0]'),
    });
  },
);
