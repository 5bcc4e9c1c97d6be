import { headerKey, queryKey } from '@org/core';
import { createRoutingClient, encodePolyline } from '@org/routing';
import * as full from '@org/routing/generic';
import { type GenericService, generic } from '@org/routing/generic';
import * as light from '@org/routing/generic/directions';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { testEntries } from '../contract-of-entries.ts';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { acmeTable } from './acme-table.ts';
import { startAcme } from './stand-in.ts';

const profile = 'driving';
const waypoints = [
  [10.0003, 50.0004],
  [10.0126, 50.0081],
] as const;

let server: Awaited<ReturnType<typeof startAcme>>;
beforeAll(async () => {
  server = await startAcme();
});
afterAll(() => server[Symbol.dispose]());

testEntries(
  { describe, it, expect },
  {
    name: 'generic',
    full,
    light,
    createDriver: (entry, caps) =>
      entry.generic(
        { ...acmeTable, limits: [], caps: { ...acmeTable.caps, ...caps } },
        { baseUrl: server.url, apiKey: 'good' },
      ),
    places: () => ({
      connected: [waypoints[0], [10.0071, 50.0045], waypoints[1], [10.0154, 50.0099]],
      remote: [10.3, 50.3],
    }),
  },
);

function open<const Service extends GenericService>(service: Service, body: unknown, status = 200) {
  const network = scriptedFetch({ status, body });
  const driver = generic(service, { apiKey: 'secret-canary' });
  return { ...network, routing: createRoutingClient({ driver, limiter: false, runtime: network.runtime }) };
}

const line = { type: 'LineString', coordinates: waypoints };
const plain = {
  name: 'plain',
  baseUrl: 'https://plain.example',
  profiles: { driving: 'car' },
  directions: {
    path: '/v1/directions',
    method: 'GET',
    fields: { waypoints: 'points', profile: 'vehicle' },
    routes: { items: 'routes', distance: 'm', duration: 's', geometry: 'line' },
  },
} as const satisfies GenericService;
const plainBody = { routes: [{ m: 1230, s: 100, line }] };

describe('a single route', () => {
  it('R2: is read where the service has no list', async () => {
    const summary = { length: 1.23, time: 100 };
    const shape = encodePolyline(waypoints, { precision: 6 });
    const table = {
      ...plain,
      units: { distance: 'km' },
      directions: {
        ...plain.directions,
        geometry: 'polyline6',
        routes: {
          items: 'trip',
          distance: 'summary.length',
          duration: 'summary.time',
          legs: {
            items: 'legs',
            distance: 'summary.length',
            duration: 'summary.time',
            geometry: 'shape',
          },
        },
      },
    } as const satisfies GenericService;
    const { routing } = open(table, { trip: { summary, legs: [{ summary, shape }] } });
    const { routes } = await routing.directions({ profile, waypoints });
    expect(routes).toHaveLength(1);
    expect(routes[0]).toMatchObject({ distanceMeters: 1230, durationSeconds: 100 });
    const error = await failureOf(open(table, { trip: null }).routing.directions({ profile, waypoints }));
    expect(error).toMatchObject({ code: 'response-format' });
  });
});

describe('requests', () => {
  it('have the fields at their places, in the words and the units of the service', async () => {
    const { routing, sent } = open(acmeTable, { data: { routes: [] } });
    await failureOf(
      routing.directions({
        profile,
        waypoints,
        alternatives: 2,
        preference: 'fastest',
        avoid: { features: ['tolls'] },
        providerOptions: { trip: { note: 'x' } },
      }),
    );
    expect(sent[0]?.url.href).toBe('https://api.acme.example/v1/car/directions');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret-canary');
    expect(sent[0]?.body).toEqual({
      version: 2,
      trip: {
        stops: [
          [50.0004, 10.0003],
          [50.0081, 10.0126],
        ],
        mode: 'quick',
        avoid: ['toll-roads'],
        more: 2,
        note: 'x',
      },
    });
  });

  it('isochrones and snaps have minutes and kilometres', async () => {
    const isochrones = open(acmeTable, { areas: [] });
    await failureOf(isochrones.routing.isochrones({ profile, locations: waypoints, ranges: [300, 600] }));
    expect(isochrones.sent[0]?.body).toMatchObject({ limits: [5, 10], unit: 'time', way: 'from', by: 'car' });
    const snap = open(acmeTable, { points: [{ at: null }] });
    await snap.routing.snap({ profile, positions: [waypoints[0]], radiusMeters: 500 });
    expect(snap.sent[0]?.body).toMatchObject({ radius: 0.5 });
  });

  it('GET is a query', async () => {
    const { routing, sent } = open(plain, plainBody);
    const { routes, meta } = await routing.directions({ profile, waypoints });
    const { searchParams, pathname } = sent[0]?.url ?? new URL('about:blank');
    expect([sent[0]?.method, pathname]).toEqual(['GET', '/v1/directions']);
    expect(searchParams.get('points')).toBe('10.0003,50.0004;10.0126,50.0081');
    expect(searchParams.get('vehicle')).toBe('car');
    expect(routes[0]).toMatchObject({ distanceMeters: 1230, durationSeconds: 100, geometry: line });
    expect(meta.attribution).toEqual(['© OpenStreetMap contributors']);
  });

  it('places may be objects; the key goes to a header or a query', async () => {
    const positions = { longitude: 'x', latitude: 'y' } as const;
    const directions = { ...plain.directions, method: 'POST' } as const;
    for (const auth of [headerKey('x-api-key'), queryKey('key')]) {
      const { routing, sent } = open({ ...plain, positions, directions, auth }, plainBody);
      await routing.directions({ profile, waypoints });
      expect(sent[0]?.body).toMatchObject({
        points: [
          { x: 10.0003, y: 50.0004 },
          { x: 10.0126, y: 50.0081 },
        ],
      });
      const { headers, url } = sent[0] ?? { headers: new Headers(), url: new URL('about:blank') };
      expect([headers.get('x-api-key'), url.searchParams.get('key')]).toContain('secret-canary');
      expect(headers.get('authorization')).toBe(null);
    }
  });

  it('any other endpoint is a request of the client: GET /v1/resources with the key as bearer', async () => {
    const driver = generic(acmeTable, { baseUrl: server.url, apiKey: 'good' });
    await using routing = createRoutingClient({ driver });
    const response = await routing.request({ method: 'GET', path: '/v1/resources' });
    expect(response.json()).toEqual({ resources: ['map'] });
  });

  it('avoid is sent in each operation with a field for it, and refused in the others', async () => {
    const avoid = { features: ['tolls'] } as const;
    const { routing, sent } = open(acmeTable, { areas: [] });
    const area = routing.isochrones({ profile, locations: [waypoints[0]], ranges: [300], avoid });
    expect(await failureOf(area)).toMatchObject({ code: 'unsupported' });
    const directions = { ...acmeTable.directions, fields: { waypoints: 'trip.stops' } } as const;
    const matrix = { ...acmeTable.matrix, fields: { ...acmeTable.matrix.fields, avoid: 'without' } } as const;
    const other = open({ ...acmeTable, directions, matrix }, {});
    expect(await failureOf(other.routing.directions({ profile, waypoints, avoid }))).toMatchObject({
      code: 'unsupported',
    });
    expect([...sent, ...other.sent]).toEqual([]);
    await failureOf(other.routing.matrix({ profile, origins: waypoints, avoid }));
    expect(other.sent[0]?.body).toMatchObject({ without: ['toll-roads'] });
  });

  it('what the table lacks does not compile, and is refused before a request', async () => {
    const { routing, sent } = open(plain, plainBody);
    expectTypeOf(routing).not.toHaveProperty('matrix');
    expectTypeOf<Parameters<typeof routing.directions>[0]['profile']>().toEqualTypeOf<'driving'>();
    const preference = 'fastest' as 'recommended';
    const refusals = [
      routing.directions({ profile, waypoints, preference }),
      routing.directions({ profile, waypoints, snapRadiusMeters: 5 }),
      routing.directions({ profile, waypoints, avoid: { features: ['tolls' as never] } }),
      routing.directions({ profile: 'walking' as 'driving', waypoints }),
    ];
    for (const call of refusals) await expect(call).rejects.toMatchObject({ code: 'unsupported' });
    const { rangeType: _, direction: __, ...fields } = acmeTable.isochrones.fields;
    const bare = open({ ...acmeTable, isochrones: { ...acmeTable.isochrones, fields } }, {});
    const reach = { profile, locations: [waypoints[0]], ranges: [300] } as const;
    for (const option of [{ rangeType: 'distance' }, { direction: 'to' }] as const)
      await expect(bare.routing.isochrones({ ...reach, ...option })).rejects.toMatchObject({
        code: 'unsupported',
      });
    expect([...sent, ...bare.sent]).toEqual([]);
  });
});

describe('keys', () => {
  it.each([
    ['the service of the table', undefined, 'Bearer from-environment'],
    ['another address', 'https://elsewhere.example', undefined],
  ])('R4: a key of the environment goes to %s: %s', async (_, baseUrl, expected) => {
    vi.stubEnv('PLAIN_API_KEY', 'from-environment');
    try {
      const { runtime, sent } = scriptedFetch({ body: plainBody });
      const driver = generic(plain, baseUrl === undefined ? {} : { baseUrl });
      const routing = createRoutingClient({ driver, runtime, limiter: false });
      const call = routing.directions({ profile, waypoints });
      if (expected === undefined) await expect(call).rejects.toMatchObject({ outcome: 'not-sent' });
      else await call;
      expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(
        expected === undefined ? [] : [expected],
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('R5: responses in another form', () => {
  it.each([
    ['HTML', '<html></html>'],
    ['no list', { routes: {} }],
    ['no distance', { routes: [{ s: 1, line }] }],
    ['no line', { routes: [{ m: 1230, s: 100 }] }],
    ['a line of texts', { routes: [{ m: 1230, s: 100, line: [['a', 'b']] }] }],
    ['R2: kilometres for metres', { routes: [{ m: 1.23, s: 100, line }] }],
    ['R2: milliseconds for seconds', { routes: [{ m: 1230, s: 100_000, line }] }],
    ['R2: swapped axes', { routes: [{ m: 1230, s: 100, line: waypoints.map(([x, y]) => [y, x]) }] }],
  ])('%s is a ResponseFormatError', async (_, body) => {
    const { routing } = open(plain, body);
    const error = await failureOf(routing.directions({ profile, waypoints }));
    expect(error).toMatchObject({ code: 'response-format' });
    expect(JSON.stringify(error)).not.toMatch(/10\.0003|50\.0004/);
  });

  it('so are a snapped place with swapped axes, and an area of no location', async () => {
    const snap = open(acmeTable, { points: [{ at: [10.0003, 50.0004] }] });
    await expect(snap.routing.snap({ profile, positions: [waypoints[0]] })).rejects.toMatchObject({
      code: 'response-format',
    });
    const ring = [
      [10, 50],
      [10.1, 50],
      [10.1, 50.1],
      [10, 50],
    ];
    const area = { place: 7, limit: 5, shape: { type: 'Polygon', coordinates: [ring] } };
    const reach = open(acmeTable, { areas: [area] });
    const call = reach.routing.isochrones({ profile, locations: [waypoints[0]], ranges: [300] });
    await expect(call).rejects.toMatchObject({ code: 'response-format' });
  });
});

describe('R3: failures', () => {
  it.each([
    [400, 'NO_WAY', 'no-route'],
    [400, 'NO_ROAD', 'point-not-found'],
    [422, 'TOO_MUCH', 'limit-exceeded'],
    [403, 'QUOTA', 'quota-exceeded'],
    [429, 'QUOTA', 'quota-exceeded'],
    [400, 'toString', 'bad-request'],
    [401, 'ANY', 'authentication'],
    [403, 'ANY', 'permission'],
    [429, 'ANY', 'rate-limit'],
    [503, 'ANY', 'server'],
    // The status comes first: a proxy may answer in the service's name.
    [503, 'NO_WAY', 'server'],
    [401, 'NO_WAY', 'authentication'],
    [429, 'NO_WAY', 'rate-limit'],
  ])('status %i with %s is %s, without coordinates and key', async (status, providerCode, code) => {
    const message = 'at 10.0003,50.0004 with secret-canary';
    const { snap: _, ...table } = acmeTable;
    const { routing } = open(table, { error: { code: providerCode, message } }, status);
    const error = await failureOf(routing.directions({ profile, waypoints }));
    expect(error).toMatchObject({ code, providerCode, status, provider: 'acme' });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/10\.0003|50\.0004|canary/);
  });
});
