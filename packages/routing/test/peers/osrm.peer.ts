import { UnsupportedError } from '@org/core';
import { createRoutingClient, NoRouteError, PointNotFoundError } from '@org/routing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { osrm as exampleDriver } from '../../../../examples/own-routing-driver.ts';
import { osrm } from '../../src/drivers/osrm/index.ts';
import { type ContractPlaces, testRoutingDriver } from '../../src/testing/index.ts';
import { corner } from '../town.ts';
import { townMap } from './support/maps.ts';
import { obtain } from './support/obtain.ts';
import { installOsrm, startOsrm } from './support/osrm.ts';
import type { PeerServer } from './support/process.ts';

const engine = await obtain('OSRM', installOsrm);
const places: ContractPlaces = {
  connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
  remote: [10.3, 50.3],
};

describe.skipIf(engine === undefined)('OSRM on the made-up town', () => {
  let car: PeerServer;
  let foot: PeerServer;
  beforeAll(async () => {
    if (engine === undefined) return;
    car = await startOsrm(engine, townMap(), { profile: 'car' });
    foot = await startOsrm(engine, townMap(), { profile: 'foot' });
  });
  afterAll(() => Promise.all([car?.close(), foot?.close()]));

  const contract = (name: string, createDriver: Parameters<typeof testRoutingDriver>[1]['createDriver']) =>
    testRoutingDriver({ describe, it, expect }, { name, createDriver, places: () => places });

  contract('osrm with GET', (caps) => osrm({ baseUrl: car.url, limits: [], caps }));
  contract('osrm with POST', (caps) => osrm({ baseUrl: car.url, limits: [], caps, post: true }));
  contract('osrm with ten places in one nearest request', (caps) =>
    osrm({ baseUrl: car.url, limits: [], caps: { snapPositions: 10, ...caps } }),
  );
  contract('osrm of the example', (caps) =>
    exampleDriver({ baseUrl: car.url, profile: 'driving', limits: [], caps }),
  );

  describe.each([{ post: false }, { post: true }])('the driver, post: $post', ({ post }) => {
    const open = () => {
      const driver = osrm({
        baseUrl: { driving: car.url, walking: foot.url },
        avoid: ['tolls', 'motorways'],
        limits: [],
        post,
      });
      return createRoutingClient({ driver, retry: false });
    };
    // From one bank to the other, near the toll bridge.
    const banks = [corner(8, 5), corner(8, 6)] as const;

    it('avoids tolls, in directions and in a matrix', async () => {
      const routing = open();
      const [direct, free] = await Promise.all([
        routing.directions({ profile: 'driving', waypoints: banks }),
        routing.directions({ profile: 'driving', waypoints: banks, avoid: { features: ['tolls'] } }),
      ]);
      expect(free.routes[0].distanceMeters).toBeGreaterThan(direct.routes[0].distanceMeters + 500);
      const table = await routing.matrix({
        profile: 'driving',
        origins: [banks[0]],
        destinations: [banks[1]],
        avoid: { features: ['tolls'] },
      });
      expect(table.distancesMeters[0]?.[0]).toBeCloseTo(free.routes[0].distanceMeters, 0);
      const both = { features: ['tolls', 'motorways'] } as const;
      await expect(
        routing.directions({ profile: 'driving', waypoints: banks, avoid: both }),
      ).rejects.toBeInstanceOf(UnsupportedError);
    });

    it('has a leg from stop to stop: a via ends none', async () => {
      const waypoints = [corner(0, 0), { position: corner(5, 5), role: 'via' as const }, corner(11, 11)];
      const [best] = (await open().directions({ profile: 'driving', waypoints })).routes;
      const stops = await open().directions({
        profile: 'driving',
        waypoints: [corner(0, 0), corner(5, 5), corner(11, 11)],
      });
      expect([best.legs.length, stops.routes[0].legs.length]).toEqual([1, 2]);
      expect(best.distanceMeters).toBeCloseTo(stops.routes[0].distanceMeters, 0);
    });

    it('honours bearings and sides', async () => {
      const start = [10.0007, 50] as const; // in the middle of a two-way street
      const heading = async (degrees: number) => {
        const from = { position: start, bearing: { degrees, toleranceDegrees: 20 } };
        const { routes } = await open().directions({
          profile: 'driving',
          waypoints: [from, corner(5, 2)],
        });
        const [first, second] = routes[0].geometry.coordinates;
        return Math.sign((second?.[0] ?? 0) - (first?.[0] ?? 0));
      };
      expect([await heading(90), await heading(270)]).toEqual([1, -1]);
      const arrival = async (side: 'same' | 'opposite') => {
        const to = { position: [10.0105, 50.00001] as const, side };
        const { routes } = await open().directions({ profile: 'driving', waypoints: [corner(0, 0), to] });
        return routes[0].distanceMeters;
      };
      expect(await arrival('same')).not.toBe(await arrival('opposite'));
    });

    it('routes over 250 stops that have all options, as over 250 that have none', async () => {
      const at = (index: number) => corner((index * 5) % 12, (index * 7) % 12);
      const stops = Array.from({ length: 250 }, (_, index) => at(index));
      const any = { bearing: { degrees: 359.6, toleranceDegrees: 180 }, snapRadiusMeters: 1_000.123 };
      const waypoints = stops.map((position, index) => ({ position, ...(index % 124 === 0 ? {} : any) }));
      const sided = stops.map((position) => ({ position, side: 'same' as const }));
      const plain = (await open().directions({ profile: 'driving', waypoints: stops })).routes[0];
      const full = (await open().directions({ profile: 'driving', waypoints })).routes[0];
      expect([plain.legs.length, full.legs.length]).toEqual([249, 249]);
      expect(full.distanceMeters).toBeCloseTo(plain.distanceMeters, 0);
      expect((await open().directions({ profile: 'driving', waypoints: sided })).routes[0].legs).toHaveLength(
        249,
      );
    });

    it('orders the stops between start and end', async () => {
      const waypoints = [corner(0, 0), corner(11, 0), corner(3, 0), corner(7, 0), corner(11, 5)];
      const { routes, waypoints: snapped } = await open().directions({
        profile: 'driving',
        waypoints,
        optimizeOrder: true,
      });
      expect(routes[0].waypointOrder).toEqual([0, 2, 3, 1, 4]);
      expect(routes[0].legs).toHaveLength(4);
      expect(snapped.map(({ position }) => position)).toEqual(waypoints);
    });

    it('states the average speed along the whole line, also where it turns around', async () => {
      const waypoints = [corner(0, 0.3), corner(2.5, 0), corner(0, 0.6)] as const;
      const request = { profile: 'driving', waypoints, attributes: ['averageSpeed'] } as const;
      const [{ attributes, geometry }] = (await open().directions(request)).routes;
      const runs = attributes?.averageSpeed ?? [];
      expect(runs.map(({ geometryRange: [from] }) => from)).toEqual([
        0,
        ...runs.slice(0, -1).map(({ geometryRange: [, to] }) => to),
      ]);
      expect(runs.at(-1)?.geometryRange[1]).toBe(geometry.coordinates.length - 1);
      expect(Number(runs[0]?.value)).toBeGreaterThan(20);
    });

    it('states the average speed also where neighbouring waypoints are equal', async () => {
      const [here, there] = [corner(2, 2.4), corner(5, 5)];
      for (const waypoints of [
        [here, here],
        [here, here, there],
        [there, here, here],
        [there, here, here, here, there],
      ]) {
        const request = { profile: 'driving', waypoints, attributes: ['averageSpeed'] } as const;
        const [{ attributes, geometry, legs }] = (await open().directions(request)).routes;
        expect(legs).toHaveLength(waypoints.length - 1);
        expect(attributes?.averageSpeed?.at(-1)?.geometryRange[1]).toBe(geometry.coordinates.length - 1);
      }
    });

    it('answers each profile from its own server', async () => {
      const [drive, walk] = await Promise.all(
        (['driving', 'walking'] as const).map((profile) => open().directions({ profile, waypoints: banks })),
      );
      expect(walk?.routes[0].durationSeconds).toBeGreaterThan(drive?.routes[0].durationSeconds ?? Infinity);
    });

    it('matches a track; one that follows no roads is an error', async () => {
      const trace = [0, 1, 2, 3, 4].map((column) => [10 + 0.0014 * column, 50.00002] as const);
      const { routes, points } = await open().match({ profile: 'driving', trace, steps: true });
      expect(routes[0]?.distanceMeters).toBeCloseTo(400, -2);
      expect(points.map((point) => point?.routeIndex)).toEqual([0, 0, 0, 0, 0]);
      const timed = trace.map((position, index) => ({ position, timeSeconds: 10 * index }));
      expect((await open().match({ profile: 'driving', trace: timed })).routes).toHaveLength(1);
      const far = [10.3, 50.3] as const;
      const apart = open().match({ profile: 'driving', trace: [corner(0, 0), [10.0014, 50.00003], far] });
      await expect(apart).rejects.toBeInstanceOf(NoRouteError);
      const nowhere = open().match({ profile: 'driving', trace: [far, [10.31, 50.31]] });
      await expect(nowhere).rejects.toBeInstanceOf(PointNotFoundError);
    });

    it('finds the nearest roads, and none far from every road', async () => {
      const { points } = await open().nearest({ profile: 'driving', position: corner(0, 0), limit: 2 });
      expect(points.map(({ name }) => name).sort()).toEqual(['South Ring', 'West Ring']);
      const none = await open().nearest({ profile: 'driving', position: [10.3, 50.3] });
      expect(none.points).toEqual([]);
    });

    it('says which waypoint has no road near', async () => {
      const waypoints = [corner(0, 0), corner(1, 1), [10.3, 50.3]] as const;
      const call = open().directions({ profile: 'driving', waypoints });
      await expect(call).rejects.toBeInstanceOf(PointNotFoundError);
      await expect(call).rejects.toMatchObject({ pointIndex: 2, providerCode: 'NoSegment' });
    });
  });
});
