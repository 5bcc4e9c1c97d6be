import { maxConcurrency, perMinute, perSecond, queryKey } from '@org/core';
import { createRoutingClient, isOrgError } from '@org/routing';
import { osrm } from '@org/routing/osrm';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { osrmLimits } from '../../src/drivers/osrm/service/limits.ts';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { baseUrl, open, recording } from './open.ts';

const profile = 'driving';
const waypoints = [
  [10.0112, 50.0081],
  [10.014, 50.0081],
] as const;
const routeBody = recording('route over the roundabout').body;
const tableBody = recording('table').body;

describe('requests of OSRM', () => {
  it('an item without a value is empty, and `any` is not a restriction', async () => {
    const { routing, sent } = open([{ body: routeBody }]);
    const [from, to] = waypoints;
    await routing.directions({
      profile,
      waypoints: [
        { position: from, side: 'any' },
        { position: to, bearing: { degrees: 359.6 }, side: 'opposite' },
      ],
      continueStraight: true,
      alternatives: 2,
      avoid: { features: ['tolls', 'motorways'] },
    });
    const query = sent[0]?.url.searchParams;
    expect(query?.get('bearings')).toBe(';360,45');
    // The engine's default is `unrestricted`: Project-OSRM/osrm-backend docs/http.md, "General options".
    expect(query?.get('approaches')).toBe(';opposite');
    expect(query?.get('exclude')).toBe('toll,motorway');
    expect(query?.get('continue_straight')).toBe('true');
    expect(query?.get('alternatives')).toBe('2');
  });

  it('POST takes more places than fit into a URL', () => {
    const most = (post: boolean) => osrm({ baseUrl, post }).capabilities.caps.waypoints;
    expect([most(false), most(true)]).toEqual([250, 500]);
  });

  it('POST has the same options as JSON', async () => {
    const { routing, sent } = open([{ body: routeBody }], { post: true });
    const [from, to] = waypoints;
    await routing.directions({
      profile,
      waypoints: [
        { position: from, bearing: { degrees: 90 } },
        { position: to, snapRadiusMeters: 20 },
      ],
      avoid: { features: ['tolls'] },
    });
    expect(sent[0]?.method).toBe('POST');
    expect(sent[0]?.url.href).toBe(`${baseUrl}/route/v1/driving`);
    expect(sent[0]?.body).toEqual({
      coordinates: waypoints,
      generate_hints: false,
      geometries: 'polyline6',
      overview: 'false',
      steps: true,
      radiuses: [350, 20],
      bearings: [[90, 45], null],
      exclude: ['toll'],
      alternatives: false,
      continue_straight: false,
    });
  });

  it('POST of a table has indexes as numbers', async () => {
    const { routing, sent } = open([{ body: tableBody }], { post: true });
    const origins = [
      [10, 50],
      [10.0014, 50.0009],
    ] as const;
    const destinations = [
      [10.0014, 50.0009],
      [10.0042, 50],
    ] as const;
    await routing.matrix({ profile, origins, destinations, metrics: ['duration'] });
    expect(sent[0]?.body).toMatchObject({
      sources: [0, 1],
      destinations: [1, 2],
      annotations: ['duration'],
      radiuses: [350, 350, 350],
    });
  });

  it('a URL that proxies refuse is refused before the network, with the option that helps', async () => {
    const many = Array.from({ length: 40 }, (_, index) => [10 + index / 1000, 50] as const);
    const { routing, sent } = open([{ body: routeBody }], { maxUrlLength: 600 });
    const error = await failureOf(routing.directions({ profile, waypoints: many }));
    expect(error).toMatchObject({ code: 'limit-exceeded', outcome: 'not-sent' });
    expect(isOrgError(error) && error.message).toMatch(/maxUrlLength.*post: true/);
    expect(sent).toEqual([]);
  });

  it('250 waypoints with every option fit the longest URL', async () => {
    const { routing, sent } = open([{ body: routeBody }]);
    const many = Array.from({ length: 250 }, (_, index) => ({
      position: [-179.123_456 + index / 1e4, -50.123_456] as const,
    }));
    await failureOf(routing.directions({ profile, waypoints: many }));
    expect(sent[0]?.url.href.length).toBeLessThan(8_000);
  });

  it.each([{ continueStraight: true }, { role: 'via' }] as const)(
    'optimizeOrder with %o is refused',
    async (options) => {
      const { routing, sent } = open([{ body: routeBody }]);
      const [start, end] = waypoints;
      const middle = { position: end, ...('role' in options ? options : {}) };
      const call = routing.directions({
        profile,
        waypoints: [start, middle, end],
        optimizeOrder: true,
        ...('role' in options ? {} : options),
      });
      await expect(call).rejects.toMatchObject({ code: 'unsupported' });
      expect(sent).toEqual([]);
    },
  );

  it('the times of a track may begin at 0', async () => {
    const { routing, sent } = open([{ body: { code: 'NoMatch' } }]);
    const trace = waypoints.map((position, index) => ({ position, timeSeconds: index * 15 }));
    await failureOf(routing.match({ profile, trace }));
    expect(sent[0]?.url.searchParams.get('timestamps')).toBe('0;15');
  });

  it('more stops, or points of a track, than the server takes are refused', async () => {
    const many = Array.from({ length: 101 }, () => waypoints[0]);
    const { routing, sent } = open([{ body: routeBody }]);
    const trip = routing.directions({ profile, waypoints: many, optimizeOrder: true });
    await expect(trip).rejects.toMatchObject({ code: 'limit-exceeded' });
    await expect(routing.match({ profile, trace: many })).rejects.toThrow('caps.tracePoints');
    expect(sent).toEqual([]);
  });

  it('shortest is not a preference of OSRM: it does not compile, and is refused', async () => {
    const { routing, sent } = open([{ body: routeBody }]);
    const preference = 'shortest' as 'fastest';
    // @ts-expect-error no such preference
    routing.directions({ profile, waypoints, preference: 'shortest' }).catch(() => {});
    const call = routing.directions({ profile, waypoints, preference });
    await expect(call).rejects.toMatchObject({ code: 'unsupported' });
    expect(sent).toEqual([]);
  });
});

describe('servers and hosts', () => {
  it('FOSSGIS has a path for each profile at one host: one service, one limit', async () => {
    const { runtime, sent } = scriptedFetch({ body: routeBody });
    const host = 'https://routing.openstreetmap.de';
    const driver = osrm({
      baseUrl: { driving: `${host}/routed-car`, cycling: `${host}/routed-bike/` },
      profiles: { driving: 'driving', cycling: 'bike' },
    });
    const routing = createRoutingClient({ driver, runtime, limiter: false, userAgent: 'me@example.com' });
    await routing.directions({ profile: 'driving', waypoints });
    await routing.directions({ profile: 'cycling', waypoints });
    expect(sent.map(({ url }) => url.pathname.split('/').slice(0, 5).join('/'))).toEqual([
      '/routed-car/route/v1/driving',
      '/routed-bike/route/v1/bike',
    ]);
    expect(sent[0]?.headers.get('user-agent')).toMatch(/^org-routing\/.* me@example\.com$/);
    expectTypeOf<typeof driver.capabilities.profiles>().toEqualTypeOf<readonly ('driving' | 'cycling')[]>();
  });

  it('several hosts are several services, closed together', async () => {
    const { runtime, sent } = scriptedFetch({ body: routeBody });
    const driver = osrm({
      baseUrl: { driving: 'http://localhost:5000', walking: 'http://localhost:5001' },
    });
    const routing = createRoutingClient({ driver, runtime, limiter: false });
    await routing.directions({ profile: 'walking', waypoints });
    await routing.directions({ profile: 'driving', waypoints });
    await routing.request({ method: 'GET', path: '/nearest/v1/driving/10,50' });
    expect(sent.map(({ url }) => url.port)).toEqual(['5001', '5000', '5000']);
    await routing.close();
    await expect(routing.directions({ profile: 'walking', waypoints })).rejects.toThrow();
  });

  it("a host in Mapbox's style: its paths, labels and key; no unknown options", async () => {
    const { runtime, sent } = scriptedFetch({ body: routeBody });
    const driver = osrm({
      baseUrl: 'https://api.mapbox.com',
      profiles: { driving: 'mapbox/driving', walking: 'mapbox/walking' },
      paths: { route: '/directions/v5', table: '/directions-matrix/v1' },
      apiKey: 'pk.1',
      auth: queryKey('access_token'),
    });
    const routing = createRoutingClient({ driver, runtime, limiter: false });
    await routing.directions({ profile: 'walking', waypoints });
    expect(sent[0]?.url.pathname).toMatch(/^\/directions\/v5\/mapbox\/walking\/10\.0112,50\.0081;/);
    expect(sent[0]?.url.searchParams.get('access_token')).toBe('pk.1');
    expect(sent[0]?.url.searchParams.has('generate_hints')).toBe(false);
    expectTypeOf(routing).not.toHaveProperty('snap');
    await expect(Object(routing).nearest({})).rejects.toMatchObject({ code: 'unsupported' });
    expectTypeOf(routing).not.toHaveProperty('match');
    await expect(Object(routing).match({})).rejects.toMatchObject({ code: 'unsupported' });
    const order = routing.directions({ profile: 'driving', waypoints, optimizeOrder: true });
    await expect(order).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(sent.length).toBe(1);
  });

  it('no address, and a profile without an address, are refused', () => {
    expect(() => osrm()).toThrow('OSRM_BASE_URL');
    const onlyCar = { driving: 'http://localhost:5000' };
    expect(() => osrm({ baseUrl: onlyCar, profiles: ['driving', 'walking'] })).toThrow('"walking"');
  });

  it('OSRM_BASE_URL is the address; with a key only on this machine', async () => {
    vi.stubEnv('OSRM_BASE_URL', 'https://osrm.example.org');
    try {
      const { runtime, sent } = scriptedFetch({ body: routeBody });
      const routing = createRoutingClient({ driver: osrm(), runtime, limiter: false });
      await routing.directions({ profile, waypoints });
      expect(sent[0]?.url.host).toBe('osrm.example.org');
      expect(() => osrm({ apiKey: 'secret' })).toThrow('baseUrl');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it.each([
    ['https://router.project-osrm.org', [perSecond(1), maxConcurrency(1)]],
    ['https://routing.openstreetmap.de/routed-car', [perSecond(1), maxConcurrency(1)]],
    ['http://localhost:5000', [perMinute(100)]],
    ['not a URL', [perMinute(100)]],
  ])('the limits of %s', (address, limits) => {
    expect(osrmLimits(address)).toEqual(limits);
  });

  it('features that the data is not prepared for do not compile, and are refused', async () => {
    const { routing, sent } = open([{ body: routeBody }]);
    const avoid = { features: ['ferries' as 'tolls'] } as const;
    await expect(routing.directions({ profile, waypoints, avoid })).rejects.toMatchObject({
      code: 'unsupported',
    });
    expect(sent).toEqual([]);
  });
});
