import { type CredentialSource, fromValue, isOrgError, queryKey } from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import { createRoutingClient, encodePolyline } from '@org/routing';
import { type OpenrouteserviceOptions, openrouteservice } from '@org/routing/openrouteservice';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failureOf, type ScriptedAnswer, scriptedFetch } from './scripted-fetch.ts';

const start = [8.681495, 49.41461] as const;
const end = [8.687872, 49.420318] as const;
const request = { profile: 'driving', waypoints: [start, end] } as const;

const route = {
  routes: [
    {
      summary: { distance: 1365.2, duration: 263.3 },
      segments: [
        {
          distance: 1365.2,
          duration: 263.3,
          steps: [
            {
              distance: 1365.2,
              duration: 263.3,
              type: 11,
              instruction: 'Head west on Elm Street',
              name: 'Elm Street',
              way_points: [0, 2],
            },
            {
              distance: 0,
              duration: 0,
              type: 10,
              instruction: 'Arrive at your destination',
              name: '-',
              way_points: [2, 2],
            },
          ],
        },
      ],
      geometry: 'ihrlHkr~s@c]i^qDoG',
      way_points: [0, 2],
      warnings: [{ code: 2, message: 'There may be tolls' }],
    },
  ],
  metadata: { attribution: 'openrouteservice.org | OpenStreetMap contributors' },
};

afterEach(() => {
  vi.unstubAllEnvs();
});

function open(answers: readonly ScriptedAnswer[], options: OpenrouteserviceOptions = {}) {
  const network = scriptedFetch(...answers);
  const driver = openrouteservice({ apiKey: 'planted-key', ...options });
  return { ...network, routing: createRoutingClient({ driver, limiter: false, runtime: network.runtime }) };
}

describe('openrouteservice requests', () => {
  it('use the hosted service with the bare key in the Authorization header', async () => {
    const { routing, sent } = open([{ body: route }]);
    await routing.directions({
      ...request,
      alternatives: 2,
      language: 'uk',
      snapRadiusMeters: 200,
      avoid: { features: ['tolls', 'steps'] },
    });
    expect(sent[0]?.url.href).toBe('https://api.heigit.org/openrouteservice/v2/directions/driving-car/json');
    expect(sent[0]?.headers.get('authorization')).toBe('planted-key');
    expect(sent[0]?.body).toEqual({
      coordinates: [start, end],
      radiuses: [200, 200],
      geometry: true,
      elevation: false,
      units: 'm',
      language: 'ua',
      instructions: true,
      alternative_routes: { target_count: 3 },
      // Steps mean nothing to a car, and naming them would be refused.
      options: { avoid_features: ['tollways'] },
    });
  });

  it('have the key in the query with queryKey()', async () => {
    const { routing, sent } = open([{ body: route }], { auth: queryKey('api_key') });
    await routing.directions(request);
    expect(sent[0]?.url.searchParams.get('api_key')).toBe('planted-key');
    expect(sent[0]?.headers.get('authorization')).toBe(null);
  });

  it.each([
    [
      'OPENROUTESERVICE_API_KEY',
      { OPENROUTESERVICE_API_KEY: 'own-key', ROUTING_API_KEY: 'general-key' },
      'own-key',
    ],
    ['ROUTING_API_KEY', { ROUTING_API_KEY: 'general-key' }, 'general-key'],
  ])('take the key from %s', async (_name, environment, key) => {
    vi.stubEnv('OPENROUTESERVICE_API_KEY', undefined);
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const { routing, sent } = open([{ body: route }], { apiKey: undefined });
    await routing.directions(request);
    expect(sent[0]?.headers.get('authorization')).toBe(key);
  });

  it('are not sent without a key; the error names the sources of the key', async () => {
    vi.stubEnv('OPENROUTESERVICE_API_KEY', undefined);
    vi.stubEnv('ROUTING_API_KEY', undefined);
    const { routing, sent } = open([{ body: route }], { apiKey: undefined });
    const error = await failureOf(routing.directions(request));
    expect(error).toMatchObject({
      code: 'credential',
      message: expect.stringContaining('OPENROUTESERVICE_API_KEY'),
    });
    expect(sent).toEqual([]);
  });

  it('security: to another host have no key from the environment', async () => {
    vi.stubEnv('OPENROUTESERVICE_API_KEY', 'key-of-the-hosted-service');
    const { routing, sent } = open([{ body: route }], {
      apiKey: undefined,
      baseUrl: 'https://ors.example.com/ors/',
    });
    await routing.directions(request);
    expect(sent[0]?.url.href).toBe('https://ors.example.com/ors/v2/directions/driving-car/json');
    expect(JSON.stringify([...(sent[0]?.headers ?? [])])).not.toContain('key-of-the-hosted-service');
  });

  it('for a matrix have each place once, with indexes as strings', async () => {
    const body = { durations: [[0, 5]], sources: [null], destinations: [null, null] };
    const { routing, sent } = open([{ body }]);
    await routing.matrix({
      profile: 'truck',
      origins: [start],
      destinations: [start, end],
      metrics: ['duration'],
    });
    expect(sent[0]?.body).toEqual({
      locations: [start, end],
      sources: ['0'],
      destinations: ['0', '1'],
      metrics: ['duration'],
      units: 'm',
    });
  });

  it('for a place and itself have it twice: the service requires two places', async () => {
    const { routing, sent } = open([{ body: { durations: [[0]], distances: [[0]] } }]);
    await routing.matrix({ profile: 'walking', origins: [start] });
    expect(sent[0]?.body).toMatchObject({ locations: [start, start], sources: ['0'], destinations: ['0'] });
  });

  it('for trucks have the kind of vehicle, its size and the features to avoid', async () => {
    const { routing, sent } = open([{ body: route }]);
    const areas = [
      [
        [8.6, 49.4],
        [8.7, 49.4],
        [8.7, 49.5],
      ] as const,
    ];
    await routing.directions({
      ...request,
      profile: 'bus',
      vehicle: { heightMeters: 3.2, weightTonnes: 18 },
      avoid: { areas },
    });
    expect(sent[0]?.url.pathname).toMatch(/driving-hgv/);
    expect(sent[0]?.body).toMatchObject({
      options: {
        vehicle_type: 'bus',
        profile_params: { restrictions: { height: 3.2, weight: 18 } },
        avoid_polygons: { type: 'MultiPolygon', coordinates: [[[...(areas[0] ?? []), [8.6, 49.4]]]] },
      },
    });
  });
});

describe('openrouteservice responses', () => {
  it('become routes in metres and seconds, [lon, lat], with snapped waypoints', async () => {
    const { routing } = open([{ body: route }]);
    const { routes, waypoints, warnings, meta } = await routing.directions(request);
    expect(routes).toEqual([
      {
        distanceMeters: 1365.2,
        durationSeconds: 263.3,
        boundingBox: [8.6815, 49.41461, 8.68787, 49.42032],
        geometry: {
          type: 'LineString',
          coordinates: [
            [8.6815, 49.41461],
            [8.68651, 49.41943],
            [8.68787, 49.42032],
          ],
        },
        legs: [
          {
            distanceMeters: 1365.2,
            durationSeconds: 263.3,
            geometryRange: [0, 2],
            steps: [
              {
                maneuver: { kind: 'depart', providerType: 11 },
                instruction: 'Head west on Elm Street',
                name: 'Elm Street',
                distanceMeters: 1365.2,
                durationSeconds: 263.3,
                geometryRange: [0, 2],
              },
              {
                maneuver: { kind: 'arrive', providerType: 10 },
                instruction: 'Arrive at your destination',
                distanceMeters: 0,
                durationSeconds: 0,
                geometryRange: [2, 2],
              },
            ],
          },
        ],
      },
    ]);
    expect(waypoints.map(({ position }) => position)).toEqual([
      [8.6815, 49.41461],
      [8.68787, 49.42032],
    ]);
    expect(warnings).toEqual([{ kind: 'notice', message: 'There may be tolls', providerCode: '2' }]);
    expect(meta.attribution).toEqual(['openrouteservice.org', 'OpenStreetMap contributors']);
  });

  it('with elevation have three numbers a point, ascent and descent', async () => {
    const [plain] = route.routes;
    const summary = { ...plain?.summary, ascent: 1.5, descent: 114.8 };
    const { routing, sent } = open([
      { body: { routes: [{ ...plain, summary, geometry: 'ihrlHkr~s@egUc]i^ta@qDoG}H' }] } },
    ]);
    const { routes } = await routing.directions({ ...request, elevation: true });
    expect(sent[0]?.body).toMatchObject({ elevation: true });
    expect(routes[0].geometry.coordinates[0]).toEqual([8.6815, 49.41461, 113.95]);
    expect(routes[0]).toMatchObject({ ascentMeters: 1.5, descentMeters: 114.8 });
  });

  it("report the day's quota, and nothing waits for it", async () => {
    const resetAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);
    const headers = {
      'x-ratelimit-limit': '2000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(resetAt.getTime() / 1000),
    };
    const { routing, sent } = open([{ body: route, headers }]);
    const { meta } = await routing.directions(request);
    expect(meta.quota).toEqual({ limit: 2000, remaining: 0, resetAt });
    await routing.directions(request);
    expect(sent).toHaveLength(2);
  });

  it('of a matrix keep null for unreachable places', async () => {
    const place = { location: [8.6815, 49.4146], name: 'Elm Street', snapped_distance: 0.02 };
    const body = {
      durations: [[0, null]],
      distances: [[0, null]],
      sources: [place],
      destinations: [place, null],
    };
    const { routing } = open([{ body }]);
    const result = await routing.matrix({ profile: 'driving', origins: [start], destinations: [start, end] });
    expect(result.durationsSeconds).toEqual([[0, null]]);
    expect(result.origins).toEqual([
      { position: [8.6815, 49.4146], name: 'Elm Street', distanceMeters: 0.02 },
    ]);
    expect(result.destinations[1]).toEqual({ position: null });
  });

  it('of a matrix for buses have a warning: it is one of trucks', async () => {
    const { routing } = open([{ body: { durations: [[0]] } }]);
    const { warnings } = await routing.matrix({ profile: 'bus', origins: [start], metrics: ['duration'] });
    expect(warnings).toMatchObject([{ kind: 'not-honoured' }]);
  });

  it('of isochrones are grouped by location, with the missing locations', async () => {
    const feature = (group_index: number, value: number) => ({
      properties: { group_index, value, center: [8.68, 49.41] },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [8, 49],
            [9, 49],
            [9, 50],
            [8, 49],
          ],
        ],
      },
    });
    const { routing, sent } = open([
      { body: { features: [feature(2, 600), feature(0, 600), feature(0, 300), feature(2, 300)] } },
    ]);
    const locations = [start, end, start];
    const { isochrones, missing } = await routing.isochrones({
      profile: 'truck',
      locations,
      ranges: [300, 600],
      direction: 'to',
    });
    expect(isochrones.map(({ locationIndex, range }) => [locationIndex, range])).toEqual([
      [0, 300],
      [0, 600],
      [2, 300],
      [2, 600],
    ]);
    expect(missing).toEqual([1]);
    expect(sent[0]?.body).toEqual({
      locations,
      range: [300, 600],
      range_type: 'time',
      location_type: 'destination',
    });
  });

  it('of snapping keep the order of the request', async () => {
    const place = { location: [8.6815, 49.4146], name: '-', snapped_distance: 1.2 };
    const { routing, sent } = open([{ body: { locations: [null, place] } }]);
    const { points } = await routing.snap({ profile: 'walking', positions: [start, end], radiusMeters: 50 });
    expect(points).toEqual([{ position: null }, { position: [8.6815, 49.4146], distanceMeters: 1.2 }]);
    expect(sent[0]?.body).toEqual({ locations: [start, end], radius: 50 });
  });

  it.each([
    ['six digits', 2, encodePolyline([start, end, end], { precision: 6 })],
    [
      'heights that were not requested',
      3,
      encodePolyline(
        [start, end, end, end].map(([longitude, latitude]) => [longitude, latitude, 113] as const),
        { elevation: true },
      ),
    ],
    [
      'its axes swapped',
      2,
      encodePolyline([start, end, end].map(([longitude, latitude]) => [latitude, longitude] as const)),
    ],
  ])('R2: a line with %s is an error, not a route elsewhere', async (_name, last, geometry) => {
    const body = { routes: [{ ...route.routes[0], geometry, way_points: [0, last] }] };
    const error = await failureOf(open([{ body }]).routing.directions(request));
    expect(isOrgError(error) && ['response-format', 'invalid-polyline'].includes(error.code)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['a page', '<html>hello</html>'],
    ['another shape', { routes: 'none' }],
    ['no route at all', { routes: [] }],
    ['a broken line', { routes: [{ ...route.routes[0], geometry: '_p~iF~ps|' }] }],
  ])('R5: %s instead of a response is a typed error', async (_name, body) => {
    const error = await failureOf(open([{ body }]).routing.directions(request));
    expect(isOrgError(error) && ['response-format', 'invalid-polyline'].includes(error.code)).toBe(true);
  });
});

describe('R3: openrouteservice refusals', () => {
  const engine = (code: number, message: string) => ({ error: { code, message }, info: {} });
  const home = 'specified coordinate 1: 8.6878720 49.4203180.';

  it.each<[string, ScriptedAnswer, string, number]>([
    ['no key', { status: 401, body: { error: 'Authorization field missing' } }, 'authentication', 1],
    [
      'an unknown key',
      { status: 403, body: { error: 'Access to this API has been disallowed' } },
      'authentication',
      1,
    ],
    ['a used-up day', { status: 403, body: { error: 'Quota exceeded' } }, 'quota-exceeded', 1],
    ['some other 403', { status: 403, body: '<html>blocked</html>' }, 'permission', 1],
    ['too many a minute', { status: 429, body: { error: 'Rate limit exceeded' } }, 'rate-limit', 3],
    [
      'no road near',
      {
        status: 404,
        body: engine(2010, `Could not find routable point within a radius of 350.0 meters of ${home}`),
      },
      'point-not-found',
      1,
    ],
    [
      'no way',
      { status: 404, body: engine(2009, 'Unable to find a route between points 1 (8.681 49.414) and 2.') },
      'no-route',
      1,
    ],
    [
      'too much',
      { status: 400, body: engine(2004, 'Request parameters exceed the server configuration limits.') },
      'limit-exceeded',
      1,
    ],
    [
      'a parameter it does not know',
      { status: 400, body: engine(2012, "Unknown parameter 'x'.") },
      'bad-request',
      1,
    ],
    [
      'an option it does not have',
      { status: 500, body: engine(2018, 'custom_model not enabled') },
      'unsupported',
      1,
    ],
    ['a failure of the engine', { status: 500, body: engine(2099, '') }, 'server', 1],
    ['a message that is null', { status: 500, body: { error: { code: 2099, message: null } } }, 'server', 1],
    ['a wrong base URL', { status: 405, body: {} }, 'configuration', 1],
    ['a gateway that is down', { status: 502, body: '<html>bad gateway</html>' }, 'server', 3],
  ])('%s', async (_name, answer, code, attempts) => {
    const { routing, sent } = open([answer]);
    const error = await failureOf(routing.directions(request));
    expect(isOrgError(error) && error.code).toBe(code);
    expect(sent.filter(({ url }) => url.pathname.includes('/directions/'))).toHaveLength(attempts);
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/planted-key|8\.68|49\.4/);
  });

  it('of a key: one retry with the rotated key', async () => {
    const values = ['planted-key', 'new-key'];
    const apiKey: CredentialSource = {
      description: 'a store',
      load: (context) => fromValue(values.shift() ?? '').load(context),
    };
    const refusal = { status: 403, body: { error: 'Access to this API has been disallowed' } };
    const { routing, sent } = open([refusal, { body: route }], { apiKey });
    expect((await routing.directions(request)).routes).toHaveLength(1);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['planted-key', 'new-key']);
  });

  it('name the waypoint without a road near, if the response does', async () => {
    const body = engine(2010, `Could not find routable point within a radius of 350.0 meters of ${home}`);
    expect(await failureOf(open([{ status: 404, body }]).routing.directions(request))).toMatchObject({
      pointIndex: 1,
    });
  });

  it('a Retry-After above the limit ends the call at once, with its length in the error', async () => {
    const { routing, sent } = open([{ status: 429, body: {}, headers: { 'retry-after': '7200' } }]);
    expect(await failureOf(routing.directions(request))).toMatchObject({
      code: 'rate-limit',
      retryAfterMs: 7_200_000,
    });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['headerKey', {}],
    ['queryKey', { auth: queryKey('api_key') }],
  ])('R4: no error contains the key (%s)', async (_name, options) => {
    for (const status of [400, 401, 403, 404, 429, 500, 503]) {
      const { routing } = open([{ status, body: { error: 'the key planted-key is bad' } }], options);
      const error = await failureOf(routing.directions(request));
      expect(`${error} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toContain('planted-key');
    }
  });
});

describe('the rates of the standard plan', () => {
  it('hold for each endpoint separately: isochrones do not wait for directions', async () => {
    const network = scriptedFetch({ body: route });
    const clock = createManualRuntime();
    const runtime = { ...clock, fetch: network.runtime.fetch ?? clock.fetch };
    const routing = createRoutingClient({ driver: openrouteservice({ apiKey: 'planted-key' }), runtime });
    const calls = Array.from({ length: 41 }, () => routing.directions(request));
    await clock.settle();
    expect(network.sent).toHaveLength(40);
    const rings = failureOf(routing.isochrones({ profile: 'walking', locations: [start], ranges: [300] }));
    await clock.settle();
    expect(network.sent).toHaveLength(41);
    expect(network.sent[40]?.url.pathname).toMatch(/isochrones/);
    await rings;
    await clock.advance(61_000);
    await Promise.all(calls);
    expect(network.sent).toHaveLength(42);
    await routing.close();
  });
});
