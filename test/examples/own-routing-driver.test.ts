import { createRoutingClient, isOrgError, type RoutingDriver } from '@org/routing';
import { testRoutingDriver } from '@org/routing/testing';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { osrm } from '../../examples/own-routing-driver.ts';
import { type OsrmReply, startOsrm } from './osrm-stand-in.ts';

const home = [10.0003, 50.0004] as const;
const work = [10.0071, 50.0045] as const;
const gym = [10.0126, 50.0081] as const;
const island = [10.105, 50.005] as const;
const remote = [10.3, 50.3] as const;
const profile = 'driving';

describe('the contract', () => {
  let server: Awaited<ReturnType<typeof startOsrm>>;

  beforeAll(async () => {
    server = await startOsrm();
  });
  afterAll(() => server[Symbol.dispose]());

  testRoutingDriver(
    { describe, it, expect },
    {
      name: 'osrm',
      createDriver: (caps) => osrm({ baseUrl: server.url, profile, caps }),
      places: () => ({ connected: [home, work, gym, [10.0154, 50.0099]], remote }),
    },
  );
});

/** A client of a stand-in that answers with these replies, then as OSRM does. */
async function open(...replies: readonly OsrmReply[]) {
  const server = await startOsrm();
  server.replies.push(...replies);
  const routing = createRoutingClient({ driver: osrm({ baseUrl: server.url, profile, limits: [] }) });
  const close = async () => {
    await routing.close();
    server[Symbol.dispose]();
  };
  return { routing, requests: server.requests, [Symbol.asyncDispose]: close };
}

describe('requests', () => {
  it('directions: longitude first in the path, a radius for each place, whole lines', async () => {
    await using scene = await open();
    const waypoints = [home, { position: work, snapRadiusMeters: 20 }] as const;
    await scene.routing.directions({ profile, waypoints, alternatives: 2, continueStraight: true });
    expect(scene.requests).toEqual([
      {
        path: '/route/v1/driving/10.000300,50.000400;10.007100,50.004500',
        query: {
          radiuses: '350;20',
          alternatives: '2',
          continue_straight: 'true',
          geometries: 'polyline6',
          overview: 'false',
          steps: 'true',
        },
      },
    ]);
  });

  it('a matrix: each place once, and the requested annotations', async () => {
    await using scene = await open();
    const origins = [home, work];
    await scene.routing.matrix({ profile, origins, destinations: [work], metrics: ['distance'] });
    await scene.routing.matrix({ profile, origins });
    expect(scene.requests.map(({ query }) => query)).toEqual([
      { radiuses: '350;350', sources: '0;1', destinations: '1', annotations: 'distance' },
      { radiuses: '350;350', sources: '0;1', destinations: '0;1', annotations: 'duration,distance' },
    ]);
    expect(scene.requests[0]?.path).toBe('/table/v1/driving/10.000300,50.000400;10.007100,50.004500');
  });

  it('more than 100 places are several requests, which give the same cells', async () => {
    await using scene = await open();
    const origins = Array.from({ length: 70 }, (_, index) => [10 + index / 10_000, 50] as const);
    const { durationsSeconds, meta } = await scene.routing.matrix({ profile, origins });
    expect(meta.requests).toBe(3);
    for (const origin of [origins[0], origins[69]]) {
      if (origin === undefined) continue;
      const alone = await scene.routing.matrix({ profile, origins: [origin], destinations: origins });
      expect(durationsSeconds[origins.indexOf(origin)]).toEqual(alone.durationsSeconds[0]);
    }
  });

  it('snapping: one place in each request, with its radius', async () => {
    await using scene = await open();
    const { points } = await scene.routing.snap({ profile, positions: [home, remote], radiusMeters: 100 });
    expect(points).toEqual([
      { position: [10.0003, 50.0004], distanceMeters: 0, name: 'Main Street' },
      { position: null },
    ]);
    expect(scene.requests).toEqual([
      { path: '/nearest/v1/driving/10.000300,50.000400', query: { radiuses: '100' } },
      { path: '/nearest/v1/driving/10.300000,50.300000', query: { radiuses: '100' } },
    ]);
  });

  it('providerOptions are further options of the query', async () => {
    await using scene = await open();
    const request = { profile, waypoints: [home, work], providerOptions: { exclude: 'toll' } } as const;
    const call = scene.routing.directions(request);
    await expect(call).rejects.toMatchObject({ code: 'bad-request', providerCode: 'InvalidValue' });
    expect(scene.requests[0]?.query['exclude']).toBe('toll');
    const twice = scene.routing.directions({ ...request, providerOptions: { steps: false } });
    await expect(twice).rejects.toThrow('providerOptions.steps');
  });
});

describe('results', () => {
  it('a route has names, maneuvers and ranges; a waypoint its name and distance', async () => {
    await using scene = await open();
    const { routes, waypoints } = await scene.routing.directions({ profile, waypoints: [home, work, gym] });
    expect(routes[0].legs.map(({ geometryRange }) => geometryRange)).toEqual([
      [0, 3],
      [3, 6],
    ]);
    expect(routes[0].legs[1]?.steps.map(({ maneuver, name }) => ({ ...maneuver, name }))).toEqual([
      { kind: 'depart', direction: 'right', providerType: 'depart', name: 'Main Street' },
      { kind: 'turn', direction: 'sharp-left', providerType: 'end of road', name: 'Main Street' },
      { kind: 'arrive', providerType: 'arrive', name: 'Main Street' },
    ]);
    expect(waypoints[1]).toEqual({ position: work, distanceMeters: 0, name: 'Main Street' });
  });

  it('alternatives follow the best route', async () => {
    await using scene = await open();
    const { routes } = await scene.routing.directions({ profile, waypoints: [home, work], alternatives: 1 });
    expect(routes).toHaveLength(2);
  });

  it.each([
    [
      { type: 'rotary', modifier: 'right', exit: 2 },
      { kind: 'roundabout', direction: 'right', exit: 2 },
    ],
    [
      { type: 'exit roundabout', modifier: 'right' },
      { kind: 'roundabout-exit', direction: 'right' },
    ],
    [
      { type: 'on ramp', modifier: 'slight right' },
      { kind: 'ramp-on', direction: 'slight-right' },
    ],
    [
      { type: 'new name', modifier: 'straight' },
      { kind: 'continue', direction: 'straight' },
    ],
    [{ type: 'turn', modifier: 'uturn' }, { kind: 'u-turn' }],
    [
      { type: 'invented later', modifier: 'left' },
      { kind: 'turn', direction: 'left' },
    ],
  ])('the maneuver %o is %o', async (maneuver, expected) => {
    const step = { distance: 0, duration: 0, geometry: '??', name: '', maneuver };
    const leg = { distance: 0, duration: 0, steps: [step] };
    const places = [home, home].map((location) => ({ location, distance: 0, name: '' }));
    const body = { code: 'Ok', routes: [{ distance: 0, duration: 0, legs: [leg] }], waypoints: places };
    await using scene = await open({ status: 200, body });
    const { routes } = await scene.routing.directions({ profile, waypoints: [home, home] });
    expect(routes[0].legs[0]?.steps[0]?.maneuver).toEqual({ ...expected, providerType: maneuver.type });
  });

  it('a matrix has null where no way leads', async () => {
    await using scene = await open();
    const { durationsSeconds } = await scene.routing.matrix({ profile, origins: [home, island] });
    expect(durationsSeconds).toEqual([
      [0, null],
      [null, 0],
    ]);
  });
});

describe('errors', () => {
  it.each([
    ['NoRoute', 'no-route'],
    ['NoTable', 'no-route'],
    ['TooBig', 'limit-exceeded'],
    ['NotImplemented', 'unsupported'],
    ['DisabledDataset', 'unsupported'],
    ['InvalidQuery', 'bad-request'],
    ['InvalidOptions', 'bad-request'],
    ['toString', 'bad-request'],
  ])('%s is %s, and is not repeated', async (providerCode, code) => {
    const body = { code: providerCode, message: 'Impossible between 10.0003,50.0004' };
    await using scene = await open({ status: 400, body });
    const error = await scene.routing
      .directions({ profile, waypoints: [home, work] })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code, providerCode, status: 400, provider: 'osrm' });
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/10\.0003|50\.0004/);
    expect(scene.requests).toHaveLength(1);
  });

  it('the message may be missing', async () => {
    await using scene = await open({ status: 400, body: { code: 'TooBig' } });
    const call = scene.routing.directions({ profile, waypoints: [home, work] });
    await expect(call).rejects.toThrow('Set `caps`');
  });

  it('NoSegment names the waypoint', async () => {
    await using scene = await open();
    const call = scene.routing.directions({ profile, waypoints: [home, work, remote] });
    await expect(call).rejects.toMatchObject({ code: 'point-not-found', pointIndex: 2 });
  });

  it('places on land and on an island have no route', async () => {
    await using scene = await open();
    const call = scene.routing.directions({ profile, waypoints: [home, island] });
    await expect(call).rejects.toMatchObject({ code: 'no-route', providerCode: 'NoRoute' });
  });

  it.each([
    { code: 'Ok', waypoints: [] },
    { code: 'Ok', routes: [{ distance: 1, legs: [] }], waypoints: [{ location: home }, { location: work }] },
    {
      code: 'Ok',
      routes: [{ distance: 1, duration: 1 }],
      waypoints: [{ location: home }, { location: work }],
    },
  ])('a response in another form is an error without coordinates: %j', async (body) => {
    await using scene = await open({ status: 200, body });
    const error = await scene.routing
      .directions({ profile, waypoints: [home, work] })
      .catch((thrown) => thrown);
    expect(isOrgError(error) && error.code).toBe('response-format');
    expect(JSON.stringify(error)).not.toMatch(/10\.0003|50\.0004/);
  });

  it('what OSRM does not have is refused before a request', async () => {
    await using scene = await open();
    const request = { profile, waypoints: [home, work] } as const;
    const shortest = scene.routing.directions({ ...request, preference: 'shortest' });
    await expect(shortest).rejects.toMatchObject({ code: 'unsupported' });
    const cycling = scene.routing.directions({ ...request, profile: 'cycling' as 'driving' });
    await expect(cycling).rejects.toMatchObject({ code: 'unsupported' });
    expect(scene.requests).toEqual([]);
  });
});

it('the types of a client follow from the capabilities', () => {
  const driver = osrm({ baseUrl: 'https://osrm.example', profile: 'cycling' });
  expectTypeOf(driver).toExtend<RoutingDriver>();
  const routing = createRoutingClient({ driver });
  expectTypeOf(routing).toHaveProperty('directions');
  expectTypeOf(routing).not.toHaveProperty('isochrones');
  expectTypeOf<Parameters<typeof routing.snap>[0]['profile']>().toEqualTypeOf<'cycling'>();
});
