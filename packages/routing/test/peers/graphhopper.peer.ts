import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestCaps } from '../../src/driver.ts';
import { distanceBetween } from '../../src/driver.ts';
import { graphhopper } from '../../src/drivers/graphhopper/index.ts';
import { createRoutingClient, isOrgError } from '../../src/index.ts';
import { type ContractPlaces, testRoutingDriver } from '../../src/testing/index.ts';
import { corner } from '../town.ts';
import { installGraphHopper, startGraphHopper } from './support/graphhopper.ts';
import { extract, townMap } from './support/maps.ts';
import { obtain } from './support/obtain.ts';
import type { PeerServer } from './support/process.ts';

const engine = await obtain('GraphHopper', installGraphHopper);
const heidelberg = extract('heidelberg');

const townPlaces: ContractPlaces = {
  connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
  remote: [10.3, 50.3],
};

describe.skipIf(engine === undefined)('GraphHopper on the made-up town', () => {
  let server: PeerServer;
  beforeAll(async () => {
    if (engine) server = await startGraphHopper(engine, townMap());
  });
  afterAll(() => server?.close());

  for (const profile of ['driving', 'walking'] as const) {
    testRoutingDriver(
      { describe, it, expect },
      {
        name: `graphhopper, ${profile}`,
        // Only cars have contraction hierarchies on this server.
        createDriver: (caps) =>
          graphhopper({ baseUrl: server.url, caps, flexibleMode: profile === 'walking' }),
        places: () => townPlaces,
        profile,
      },
    );
  }
});

describe.skipIf(engine === undefined || heidelberg === undefined)('GraphHopper on Heidelberg', () => {
  let server: PeerServer;
  beforeAll(async () => {
    if (engine && heidelberg) server = await startGraphHopper(engine, heidelberg);
  });
  afterAll(() => server?.close());

  const open = (caps: Partial<RequestCaps> = {}) =>
    createRoutingClient({ driver: graphhopper({ baseUrl: server.url, caps }), limiter: false });
  const a = [8.681495, 49.41461] as const;
  const b = [8.686507, 49.41943] as const;
  const c = [8.687872, 49.420318] as const;
  const between = { profile: 'driving', waypoints: [a, c] } as const;
  const many = [a, b, c, [8.692803, 49.409465], [8.675, 49.409], [8.6729, 49.4176]] as const;

  it('a route in chunks equals one request', async () => {
    const whole = (await open().directions({ profile: 'driving', waypoints: many })).routes[0];
    const split = (await open({ waypoints: 3 }).directions({ profile: 'driving', waypoints: many }))
      .routes[0];
    expect(split.distanceMeters).toBeCloseTo(whole.distanceMeters, 2);
    expect(split.durationSeconds).toBeCloseTo(whole.durationSeconds, 2);
    expect(split.geometry).toEqual(whole.geometry);
    expect(split.legs.map(({ geometryRange }) => geometryRange)).toEqual(
      whole.legs.map(({ geometryRange }) => geometryRange),
    );
  });

  it('every option of a route is honoured', async () => {
    const routing = open();
    const { routes } = await routing.directions({
      ...between,
      waypoints: [{ position: a, bearing: { degrees: 0 } }, { position: b, role: 'via' }, c],
      avoid: {
        features: ['tolls', 'motorways', 'ferries', 'fords', 'steps', 'tunnels', 'bridges', 'unpaved'],
        countries: ['FR'],
      },
      vehicle: {
        heightMeters: 2,
        widthMeters: 2,
        lengthMeters: 5,
        weightTonnes: 2,
        axleLoadTonnes: 1,
        hazardous: true,
      },
      preference: 'shortest',
      continueStraight: true,
      attributes: ['surface', 'roadClass', 'toll', 'gradient', 'speedLimit', 'wayId'],
      elevation: true,
      language: 'de',
    });
    const [route] = routes;
    expect(route.legs.length).toBe(1);
    expect(Object.keys(route.attributes ?? {}).length).toBe(6);
    expect(route.geometry.coordinates[0]?.length).toBe(3);
    expect(route.legs[0]?.steps.at(-1)?.instruction).toBe('Ziel erreicht');
  });

  it('an avoided area changes the route, and so does a side; a closed country has no roads', async () => {
    const routing = open();
    const plain = (await routing.directions(between)).routes[0];
    const [west, south, east, north] = [8.6855, 49.417, 8.6875, 49.4195];
    const area = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ] as const;
    const around = (await routing.directions({ ...between, avoid: { areas: [area] } })).routes[0];
    expect(around.distanceMeters).toBeGreaterThan(plain.distanceMeters);
    const isInside = ([x, y]: readonly number[]) =>
      Number(x) > west && Number(x) < east && Number(y) > south && Number(y) < north;
    expect(around.geometry.coordinates.some(isInside)).toBe(false);
    const closed = routing.directions({ ...between, avoid: { countries: ['DE'] } });
    expect(await closed.catch((error) => isOrgError(error) && error.code)).toBe('point-not-found');
    const sides = [a, { position: b, side: 'same' }, { position: c, side: 'opposite' }] as const;
    expect((await routing.directions({ profile: 'driving', waypoints: sides })).routes.length).toBe(1);
  });

  it('alternatives, round trips and isochrones in any steps', async () => {
    const routing = open();
    const { routes } = await routing.directions({ ...between, alternatives: 2 });
    expect(routes.length).toBeGreaterThan(1);
    const { routes: trips } = await routing.roundTrip({
      profile: 'driving',
      start: a,
      lengthMeters: 3000,
      seed: 4,
    });
    const [trip] = trips;
    expect(
      distanceBetween(trip.geometry.coordinates[0] ?? a, trip.geometry.coordinates.at(-1) ?? a),
    ).toBeLessThan(1);
    const areas = async (ranges: readonly number[]) => {
      const { isochrones } = await routing.isochrones({ profile: 'walking', locations: [a], ranges });
      return isochrones.map(({ areaSquareMeters }) => areaSquareMeters);
    };
    const [small = 0, middle = 0, large = 0] = await areas([300, 600, 900]);
    expect(small < middle && middle < large).toBe(true);
    const [, , alone = 0] = await areas([100, 250, 900]);
    expect(Math.abs(alone - large) / large).toBeLessThan(0.001);
  });

  it('a track is matched, and the state of the server is known', async () => {
    const routing = open();
    const [route] = (await routing.directions(between)).routes;
    const trace = route.geometry.coordinates.map(([x, y]) => [x + 0.00003, y - 0.00003] as const);
    const { routes, points } = await routing.match({ profile: 'driving', trace, steps: true });
    expect(Math.abs((routes[0]?.distanceMeters ?? 0) - route.distanceMeters)).toBeLessThan(20);
    expect(points.every((point) => (point?.distanceMeters ?? 99) < 10)).toBe(true);
    expect(await routing.status()).toMatchObject({ isReady: true, version: '11.0' });
    const { points: nearest } = await routing.nearest({ profile: 'driving', position: a });
    expect(nearest[0]?.distanceMeters).toBeLessThan(1);
  });

  it('refusals of the engine have their classes', async () => {
    const routing = open();
    const codeOf = async (call: Promise<unknown>) =>
      call.then(
        () => 'none',
        (error) => (isOrgError(error) ? error.code : String(error)),
      );
    const off = routing.directions({ ...between, waypoints: [a, [30, 10]] });
    expect(await codeOf(off)).toBe('point-not-found');
    expect(await codeOf(routing.directions({ ...between, profile: 'hiking' }))).toBe('unsupported');
    expect(await codeOf(routing.directions({ ...between, profile: 'walking' }))).toBe('unsupported');
    const broken = routing.match({ profile: 'driving', trace: [a, [30, 10]] });
    expect(await codeOf(broken)).toBe('no-route');
    expect(
      await codeOf(routing.isochrones({ profile: 'walking', locations: [[30, 10]], ranges: [300] })),
    ).toBe('point-not-found');
  });
});
