import { encodePolyline, isOrgError } from '@org/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../scripted-fetch.ts';
import { directionsAnswer, end, middle, openHosted, openServer, route, start } from './support.ts';

const waypoints = [start, end];
const request = { profile: 'driving', waypoints } as const;
const withExtras = (extras: unknown) => [{ body: { routes: [{ ...route, extras }] } }];

describe('directions', () => {
  it('without steps have a leg all the same', async () => {
    const { segments: _, ...bare } = route;
    const { routing } = openHosted([{ body: { routes: [bare] } }]);
    const { routes } = await routing.directions({ ...request, steps: false });
    expect(routes[0].legs).toEqual([
      { distanceMeters: 1365.2, durationSeconds: 263.3, geometryRange: [0, 2], steps: [] },
    ]);
  });

  it('without steps over three waypoints have their legs, and no steps', async () => {
    const step = { distance: 1, duration: 1, type: 6, way_points: [0, 1] };
    const segments = [
      { distance: 1000, duration: 200, steps: [step] },
      { distance: 365.2, duration: 63.3, steps: [step] },
    ];
    const body = { routes: [{ ...route, segments, way_points: [0, 1, 2] }] };
    const three = [start, middle, end];
    const { routes } = await openHosted([{ body }]).routing.directions({
      profile: 'driving',
      waypoints: three,
      steps: false,
    });
    expect(
      routes[0].legs.map(({ distanceMeters, geometryRange, steps }) => [
        distanceMeters,
        geometryRange,
        steps,
      ]),
    ).toEqual([
      [1000, [0, 1], []],
      [365.2, [1, 2], []],
    ]);
  });

  it('have the attributes along the whole line', async () => {
    const { routing } = openHosted(
      withExtras({
        surface: {
          values: [
            [0, 1, 3],
            [1, 2, 0],
          ],
        },
        waytype: { values: [[0, 2, 1]] },
        tollways: {
          values: [
            [0, 1, 0],
            [1, 2, 1],
          ],
        },
        steepness: {
          values: [
            [0, 1, -4],
            [1, 2, 5],
          ],
        },
        osmId: { values: [[0, 2, 23_456_789_012]] },
      }),
    );
    const attributes = ['surface', 'roadClass', 'toll', 'gradient', 'wayId'] as const;
    const { routes, warnings } = await routing.directions({ ...request, attributes });
    expect(routes[0].attributes).toEqual({
      surface: [
        { geometryRange: [0, 1], value: 'asphalt' },
        { geometryRange: [1, 2], value: null },
      ],
      roadClass: [{ geometryRange: [0, 2], value: 'state road' }],
      toll: [
        { geometryRange: [0, 1], value: false },
        { geometryRange: [1, 2], value: true },
      ],
      gradient: [
        { geometryRange: [0, 1], value: -10 },
        { geometryRange: [1, 2], value: 16 },
      ],
      wayId: [{ geometryRange: [0, 2], value: 23_456_789_012 }],
    });
    expect(warnings).toEqual([]);
  });

  it('have the classes of the service as they are', async () => {
    const classes = { suitability: 7, green: 3, noise: 10, shadow: 0, traildifficulty: 2 };
    const extras = Object.entries(classes).map(([name, value]) => [name, { values: [[0, 2, value]] }]);
    const { routing, sent } = openHosted(withExtras(Object.fromEntries(extras)));
    const attributes = ['suitability', 'green', 'noise', 'shadow', 'trailDifficulty'] as const;
    const { routes, warnings } = await routing.directions({ ...request, profile: 'hiking', attributes });
    const runOf = (value: number) => [{ geometryRange: [0, 2], value }];
    expect(routes[0].attributes).toEqual({
      suitability: runOf(7),
      green: runOf(3),
      noise: runOf(10),
      shadow: runOf(0),
      trailDifficulty: runOf(2),
    });
    expect(sent[0]?.body).toMatchObject({ extra_info: Object.keys(classes) });
    expect(warnings).toEqual([]);
  });

  it('have null where an attribute has gaps, or unknown values', async () => {
    const { routing } = openHosted(withExtras({ surface: { values: [[1, 2, 99]] } }));
    const { routes } = await routing.directions({ ...request, attributes: ['surface'] });
    expect(routes[0].attributes).toEqual({
      surface: [
        { geometryRange: [0, 1], value: null },
        { geometryRange: [1, 2], value: null },
      ],
    });
  });

  it('have null and a warning for an attribute that the profile does not have', async () => {
    const routes = [
      { ...route, warnings: [{ code: 4, message: 'Extra info requested but not available.' }] },
    ];
    const { routing } = openHosted([{ body: { routes } }]);
    const result = await routing.directions({ ...request, profile: 'walking', attributes: ['toll'] });
    expect(result.routes[0].attributes).toEqual({ toll: [{ geometryRange: [0, 2], value: null }] });
    expect(result.warnings.map(({ kind }) => kind)).toEqual(['not-honoured', 'not-honoured']);
    const strict = openHosted([{ body: { routes } }]).routing.directions(
      { ...request, attributes: ['toll'] },
      { strict: true },
    );
    expect(await failureOf(strict)).toMatchObject({ code: 'unsupported' });
  });

  it.each([
    [
      'overlap',
      [
        [0, 2, 1],
        [1, 2, 1],
      ],
    ],
    ['go backwards', [[1, 0, 1]]],
    ['leave the line', [[0, 3, 1]]],
    ['are not numbers', [[0, 1, 'asphalt']]],
  ])('R5: runs that %s are a typed error', async (_name, values) => {
    const { routing } = openHosted(withExtras({ surface: { values } }));
    const error = await failureOf(routing.directions({ ...request, attributes: ['surface'] }));
    expect(error).toMatchObject({ code: 'response-format', outcome: 'sent' });
  });

  it('warn of a tolerance of a bearing, which the service ignores', async () => {
    const bearing = { degrees: 30, toleranceDegrees: 10 };
    const { routing } = openHosted([{ body: directionsAnswer }]);
    const { warnings } = await routing.directions({
      profile: 'driving',
      waypoints: [{ position: start, bearing }, end],
    });
    expect(warnings).toMatchObject([
      { kind: 'not-honoured', message: expect.stringContaining('toleranceDegrees') },
    ]);
  });

  it('of a round trip end where they start', async () => {
    const line = encodePolyline([start, middle, end, start]);
    const body = { routes: [{ ...route, geometry: line, way_points: [0, 3] }] };
    const { routes, waypoints: snapped } = await openHosted([{ body }]).routing.roundTrip({
      profile: 'walking',
      start,
      lengthMeters: 3000,
    });
    const { coordinates } = routes[0].geometry;
    expect(coordinates.at(-1)).toEqual(coordinates[0]);
    expect(snapped).toHaveLength(1);
    expect(routes[0].legs).toMatchObject([{ geometryRange: [0, 3] }]);
  });
});

const longitude = fc.double({ min: 40, max: 89, noNaN: true });
const latitude = fc.double({ min: -30, max: 30, noNaN: true });
const places = fc.array(fc.tuple(longitude, latitude), { minLength: 3, maxLength: 20 });

describe('R2: the line of another service is an error, never a route elsewhere', () => {
  it.each<[string, (line: readonly (readonly [number, number])[]) => string]>([
    ['swapped axes', (line) => encodePolyline(line.map(([lon, lat]) => [lat, lon] as const))],
    ['six digits', (line) => encodePolyline(line, { precision: 6 })],
    [
      'elevations',
      (line) =>
        encodePolyline(
          line.map(([lon, lat]) => [lon, lat, 100] as const),
          { elevation: true },
        ),
    ],
  ])('%s', async (_name, encode) => {
    await fc.assert(
      fc.asyncProperty(places, async (line) => {
        const [first = start] = line;
        const ends = [first, line.at(-1) ?? end] as const;
        const body = { routes: [{ ...route, geometry: encode(line), way_points: [0, line.length - 1] }] };
        const { routing } = openHosted([{ body }]);
        const error = await failureOf(routing.directions({ profile: 'driving', waypoints: ends }));
        return isOrgError(error) && error.code === 'response-format';
      }),
      { numRuns: 60 },
    );
  });
});

describe('R2: places with swapped axes are an error', () => {
  const swapped = { location: [start[1], start[0]] };

  it.each<[string, object, (routing: ReturnType<typeof openHosted>['routing']) => Promise<unknown>]>([
    [
      'of snap',
      { locations: [swapped] },
      (routing) => routing.snap({ profile: 'driving', positions: [start] }),
    ],
    [
      'of a matrix',
      { durations: [[0]], distances: [[0]], sources: [swapped], destinations: [swapped] },
      (routing) => routing.matrix({ profile: 'driving', origins: [start] }),
    ],
    [
      'of isochrones',
      {
        features: [
          {
            properties: { group_index: 0, value: 60, center: swapped.location },
            geometry: { type: 'Polygon', coordinates: [[start, middle, end, start]] },
          },
        ],
      },
      (routing) => routing.isochrones({ profile: 'driving', locations: [start], ranges: [60] }),
    ],
  ])('%s', async (_name, body, call) => {
    const { routing } = openHosted([{ body }]);
    expect(await failureOf(call(routing))).toMatchObject({ code: 'response-format' });
  });
});

describe('isochrones', () => {
  const ring = [
    [8, 49],
    [9, 49],
    [9, 50],
    [8, 49],
  ];
  const feature = (value: number, more: object = {}) => ({
    properties: { group_index: 0, value, ...more },
    geometry: { type: 'Polygon', coordinates: [ring] },
  });

  it('of an interval are labelled by the value that the service states', async () => {
    const { routing } = openHosted([{ body: { features: [feature(200), feature(400), feature(600)] } }]);
    const { isochrones } = await routing.isochrones({
      profile: 'walking',
      locations: [start],
      ranges: [600],
      providerOptions: { interval: 200 },
    });
    expect(isochrones.map(({ range }) => range)).toEqual([200, 400, 600]);
  });

  it('have their attributes, and a warning where the service has none', async () => {
    const locations = [start];
    const attributes = ['population', 'reachFactor'] as const;
    const call = { profile: 'walking', locations, ranges: [600], attributes } as const;
    const full = feature(600, { total_pop: 5120, reachfactor: 0.41 });
    const { isochrones, warnings } = await openHosted([{ body: { features: [full] } }]).routing.isochrones(
      call,
    );
    expect(isochrones).toMatchObject([{ population: 5120, reachFactor: 0.41 }]);
    expect(warnings).toEqual([]);
    const bare = await openHosted([{ body: { features: [feature(600)] } }]).routing.isochrones(call);
    expect(bare.warnings).toMatchObject([{ kind: 'not-honoured' }, { kind: 'not-honoured' }]);
  });
});

describe('the export of a graph', () => {
  const boundingBox = [8.68, 49.41, 8.69, 49.42] as [number, number, number, number];
  const nodes = [{ nodeId: 7, location: [8.68, 49.41] }];

  it('has its weights as numbers', async () => {
    const edges = [{ fromId: 7, toId: 8, weight: '123.4' }];
    const { routing } = openHosted([{ body: { nodes, edges, nodes_count: 1, edges_count: 1 } }]);
    expect(await routing.exportGraph({ profile: 'driving', boundingBox })).toMatchObject({
      nodes: [{ id: 7, position: [8.68, 49.41] }],
      edges: [{ from: 7, to: 8, weight: 123.4 }],
    });
  });

  it.each(['', 'heavy'])('R5: the weight "%s" is a typed error', async (weight) => {
    const { routing } = openHosted([{ body: { nodes, edges: [{ fromId: 7, toId: 8, weight }] } }]);
    const error = await failureOf(routing.exportGraph({ profile: 'driving', boundingBox }));
    expect(error).toMatchObject({ code: 'response-format' });
  });
});

describe('the status', () => {
  it('of an engine that is ready names its profiles', async () => {
    const body = {
      engine: { build_date: '2023-12-15T14:31:27Z', version: '8.0' },
      profiles: { 'profile 1': { profiles: 'driving-car' }, 'profile 2': { profiles: 'foot-walking, hike' } },
      services: ['routing', 'isochrones'],
    };
    expect(await openServer([{ body }]).routing.status()).toMatchObject({
      isReady: true,
      version: '8.0',
      providerProfiles: ['driving-car', 'foot-walking', 'hike'],
    });
  });

  it('of an engine that loads its maps says so', async () => {
    const { routing } = openServer([{ body: { engine: { version: '9.10.0' } } }]);
    const status = await routing.status();
    expect(status).toMatchObject({ isReady: false, version: '9.10.0' });
    expect(status).not.toHaveProperty('providerProfiles');
  });
});
