import { isOrgError } from '@org/core';
import { createRoutingClient, type DirectionsResult, encodePolyline } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

const places = [
  [8.6815, 49.41461],
  [8.68787, 49.42032],
] as const;

const total = { distance: 1365.2, duration: 263.3 };
const ring = [places[0], places[1], [8.68, 49.42], places[0]];
const area = { type: 'Polygon', coordinates: [ring] };
const table = [
  [0, 5],
  [6, 0],
];
const leg = { length: 1.365, time: 263.3 };

type Client = ReturnType<typeof open>;

const calls = {
  directions: (routing: Client) => routing.directions({ profile: 'driving', waypoints: places }),
  isochrones: (routing: Client) =>
    routing.isochrones({ profile: 'driving', locations: places.slice(0, 1), ranges: [300, 600] }),
  matrix: (routing: Client) => routing.matrix({ profile: 'driving', origins: places }),
  snap: (routing: Client) => routing.snap({ profile: 'driving', positions: places }),
} as const;

const answers: Record<'openrouteservice' | 'valhalla', Record<keyof typeof calls, unknown>> = {
  openrouteservice: {
    directions: {
      routes: [
        {
          summary: total,
          segments: [
            { ...total, steps: [{ ...total, type: 11, instruction: 'Go', name: 'Elm', way_points: [0, 2] }] },
          ],
          geometry: 'ihrlHkr~s@c]i^qDoG',
          way_points: [0, 2],
        },
      ],
    },
    isochrones: {
      features: [
        { properties: { group_index: 0, value: 300, center: places[0] }, geometry: area },
        { properties: { group_index: 0, value: 600 }, geometry: area },
      ],
    },
    matrix: { durations: table, distances: table, sources: [null, null], destinations: [null, null] },
    snap: { locations: [{ location: places[0], name: 'Elm', snapped_distance: 1 }, null] },
  },
  valhalla: {
    directions: {
      trip: {
        legs: [
          {
            shape: encodePolyline(places, { precision: 6 }),
            summary: leg,
            maneuvers: [{ type: 1, ...leg, begin_shape_index: 0, end_shape_index: 1 }],
          },
        ],
        summary: leg,
        units: 'kilometers',
      },
    },
    isochrones: {
      features: [
        { properties: { contour: 10 }, geometry: area },
        { properties: { contour: 5 }, geometry: area },
        { properties: { type: 'snapped' }, geometry: { type: 'MultiPoint', coordinates: [places[0]] } },
      ],
    },
    matrix: { sources_to_targets: { durations: table, distances: table } },
    snap: [
      { edges: [{ correlated_lat: 49.41461, correlated_lon: 8.6815 }], nodes: [] },
      { edges: null, nodes: null },
    ],
  },
};

const drivers = {
  openrouteservice: () => openrouteservice({ apiKey: 'test' }),
  valhalla: () => valhalla({ baseUrl: 'https://valhalla.example.com' }),
};

function open(engine: keyof typeof drivers, body: unknown) {
  const { runtime } = scriptedFetch({ body });
  return createRoutingClient({ driver: drivers[engine](), limiter: false, runtime });
}

const engines = ['openrouteservice', 'valhalla'] as const;
const names = ['directions', 'isochrones', 'matrix', 'snap'] as const;
const cases = engines.flatMap((engine) => names.map((name) => [engine, name] as const));

describe('R2: a 200 without a valid body is never a success', () => {
  it.each(cases)('%s, %s', async (engine, name) => {
    for (const body of [
      {},
      [],
      null,
      7,
      'ok',
      { success: false },
      { error: { code: 2010 } },
      { features: [] },
    ]) {
      // An area may be left out for each location: that is the service's way to say that no road is near.
      if (engine === 'openrouteservice' && name === 'isochrones' && JSON.stringify(body).includes('features'))
        continue;
      const error = await failureOf(calls[name](open(engine, body)));
      expect(isOrgError(error) && error.code, JSON.stringify(body)).toBe('response-format');
    }
  });

  it.each([
    ['valhalla', []],
    ['valhalla', [{}, {}]],
    ['openrouteservice', { locations: [] }],
    ['openrouteservice', { locations: [null, null, null] }],
  ] as const)('%s: a wrong number of places is an error', async (engine, body) => {
    const error = await failureOf(calls.snap(open(engine, body)));
    expect(isOrgError(error) && error.code).toBe('response-format');
  });

  it('openrouteservice: a wrong number of places of a matrix is an error', async () => {
    const body = { durations: table, distances: table, sources: [null], destinations: [null, null] };
    const error = await failureOf(calls.matrix(open('openrouteservice', body)));
    expect(isOrgError(error) && error.code).toBe('response-format');
  });
});

describe('R5: a bad response is a ResponseFormatError and nothing else', () => {
  it.each(cases)('%s, %s: a response with any value in any place', async (engine, name) => {
    const good = answers[engine][name];
    const places = pathsOf(good);
    const junk = fc.oneof(
      fc.constantFrom(undefined, null, '', 'x', '\u0000', -1, 1.5, 1e9, 1e308, true, [], {}, [[]], [null]),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), junk, async (path, value) => {
        const result = await calls[name](open(engine, replaceAt(good, path, value))).catch(
          (error: unknown) => error,
        );
        const ending = isOrgError(result) ? result.code : 'success';
        // Areas of no location at all, and a matrix of which no row leads anywhere, are answers.
        expect([
          'success',
          'response-format',
          ...(name === 'isochrones' ? ['point-not-found'] : []),
        ]).toContain(ending);
        if (name === 'directions' && ending === 'success') expectIndexesInside(result as DirectionsResult);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['a foreign character', 'ihrl\u0007'],
    ['a cut end', 'ihrlHkr~s@c]i^qDo'],
    ['nothing in it', ''],
  ])('openrouteservice: a line with %s', async (_name, geometry) => {
    const [route] = (answers.openrouteservice.directions as { routes: object[] }).routes;
    const error = await failureOf(
      calls.directions(open('openrouteservice', { routes: [{ ...route, geometry }] })),
    );
    expect(isOrgError(error) && error.code).toBe('response-format');
  });
});

describe('R2: a line that cannot be the route', () => {
  const [wireRoute] = (answers.openrouteservice.directions as { routes: { segments: unknown }[] }).routes;
  const codeOf = async (more: object) => {
    const call = calls.directions(open('openrouteservice', { routes: [{ ...wireRoute, ...more }] }));
    return call.then(
      () => 'success',
      (error: unknown) => isOrgError(error) && error.code,
    );
  };

  it('a line that does not end at the last waypoint', async () => {
    expect(await codeOf({ way_points: [0, 1] })).toBe('response-format');
    expect(await codeOf({ way_points: [0, 2] })).toBe('success');
  });

  it('a line that begins 150 km from the first waypoint; 90 km is within a possible radius', async () => {
    const line = (latitude: number) => encodePolyline([[8.6815, latitude], [8.683, 49.418], places[1]]);
    expect(await codeOf({ geometry: line(49.41461 + 150 / 111.2) })).toBe('response-format');
    expect(await codeOf({ geometry: line(49.41461 + 90 / 111.2) })).toBe('success');
  });
});

describe('the indexes of a step', () => {
  it('valhalla: those of a later leg count from the beginning of the route', async () => {
    const middle = [8.684, 49.417] as const;
    const wireLeg = (from: readonly [number, number], to: readonly [number, number]) => ({
      shape: encodePolyline([from, to], { precision: 6 }),
      summary: leg,
      maneuvers: [{ type: 1, ...leg, begin_shape_index: 0, end_shape_index: 1 }],
    });
    const trip = { legs: [wireLeg(places[0], middle), wireLeg(middle, places[1])], summary: leg };
    const waypoints = [places[0], middle, places[1]];
    const { routes } = await open('valhalla', { trip }).directions({ profile: 'driving', waypoints });
    expect(
      routes[0].legs.map(({ geometryRange, steps }) => [geometryRange, steps[0]?.geometryRange]),
    ).toEqual([
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

  it('openrouteservice: those outside their leg are clamped to the leg', async () => {
    const segment = (from: number, to: number) => ({
      ...total,
      steps: [{ ...total, type: 11, way_points: [from, to] }],
    });
    const route = {
      summary: total,
      geometry: 'ihrlHkr~s@c]i^qDoG',
      way_points: [0, 1, 2],
      segments: [segment(0, 2), segment(0, 2)],
    };
    const waypoints = [places[0], [8.68651, 49.41943], places[1]] as const;
    const { routes } = await open('openrouteservice', { routes: [route] }).directions({
      profile: 'driving',
      waypoints,
    });
    expect(routes[0].legs.map(({ steps }) => steps[0]?.geometryRange)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it.each(engines)('%s: those beyond the end of their leg are clamped to its end', async (engine) => {
    const body = JSON.parse(
      JSON.stringify(answers[engine].directions)
        .replace('"way_points":[0,2]}]', '"way_points":[0,99]}]')
        .replace('"end_shape_index":1', '"end_shape_index":99'),
    );
    const [route] = (await calls.directions(open(engine, body))).routes;
    const last = route.geometry.coordinates.length - 1;
    expect(route.legs[0]?.steps[0]?.geometryRange).toEqual([0, last]);
  });
});

describe('the range of an isochrone', () => {
  const rangesOf = async (engine: keyof typeof drivers, values: number[], request: object) => {
    const features = values.map((value) =>
      engine === 'valhalla'
        ? { properties: { contour: value }, geometry: area }
        : { properties: { group_index: 0, value }, geometry: area },
    );
    const { isochrones, warnings, missing } = await open(engine, { features }).isochrones({
      profile: 'driving',
      locations: places.slice(0, 1),
      ranges: [600],
      ...request,
    });
    return { ranges: isochrones.map(({ range }) => range), warnings, missing };
  };

  it('is the stated one for rings that provider options request', async () => {
    const request = { providerOptions: { interval: 200 } };
    const { ranges, warnings } = await rangesOf('openrouteservice', [200, 400, 600], request);
    expect(ranges).toEqual([200, 400, 600]);
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      [10, 301, 600],
      [0.16, 5.01, 10],
    ],
    [
      [10, 10.5],
      [0.16, 0.17],
    ],
    [
      [7, 333],
      [7 / 60, 5.55],
    ],
  ])('%j is recognised in the cut numbers of Valhalla: %j minutes', async (ranges, minutes) => {
    expect((await rangesOf('valhalla', minutes, { ranges })).ranges).toEqual(ranges);
  });

  it('is the stated one if the difference is larger than the cut', async () => {
    expect((await rangesOf('valhalla', [5], { ranges: [301] })).ranges).toEqual([300]);
  });

  it.each([
    ['valhalla', [5]],
    ['openrouteservice', [300]],
  ] as const)('%s: a missing range is reported', async (engine, values) => {
    const { ranges, warnings, missing } = await rangesOf(engine, [...values], { ranges: [300, 600] });
    expect({ ranges, missing }).toEqual({ ranges: [300], missing: [] });
    expect(warnings).toEqual([
      { kind: 'not-honoured', message: 'The service gave no area of range 600 for location 0.' },
    ]);
  });

  it('direction "to" has a warning with Valhalla, and none with openrouteservice', async () => {
    const request = { ranges: [300], direction: 'to' };
    expect((await rangesOf('valhalla', [5], request)).warnings).toMatchObject([
      { kind: 'notice', message: expect.stringContaining('too large') },
    ]);
    expect((await rangesOf('openrouteservice', [300], request)).warnings).toEqual([]);
    expect((await rangesOf('valhalla', [5], { ranges: [300] })).warnings).toEqual([]);
  });
});

function expectIndexesInside({ routes }: DirectionsResult): void {
  for (const { geometry, legs } of routes) {
    const ranges = legs.flatMap((one) => [one.geometryRange, ...one.steps.map((step) => step.geometryRange)]);
    for (const index of ranges.flat()) expect(geometry.coordinates[index], `index ${index}`).toBeDefined();
  }
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]))];
}

function replaceAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) };
  copy[key] = replaceAt(copy[key], rest, put);
  return copy;
}
