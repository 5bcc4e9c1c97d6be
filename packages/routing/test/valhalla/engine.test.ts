import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoutingClient, type Position } from '@org/routing';
import { buildTiles, embedded, platformSupport } from '@org/routing/embedded';
import { valhalla } from '@org/routing/valhalla';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeOsmPbf } from '../../../sandbox/src/map/osm-pbf.ts';
import { createTownMap } from '../../../sandbox/src/map/town-map.ts';
import { failureOf } from '../scripted-fetch.ts';
import { corner } from '../town.ts';
import { writeElevationTile } from './elevation-tiles.ts';

const { supported } = platformSupport();
const profile = 'driving';

describe.skipIf(!supported)("Valhalla's operations, on the made-up town with heights", () => {
  let folder: string;
  const open = () =>
    createRoutingClient({
      driver: embedded({
        tilesDirectory: join(folder, 'tiles'),
        elevationDirectory: join(folder, 'heights'),
      }),
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'valhalla-town-'));
    await writeElevationTile(join(folder, 'heights'));
    await writeFile(join(folder, 'town.osm.pbf'), encodeOsmPbf(createTownMap()));
    await buildTiles({
      pbfFile: join(folder, 'town.osm.pbf'),
      tilesDirectory: join(folder, 'tiles'),
      elevationDirectory: join(folder, 'heights'),
    });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('optimizeOrder visits the stops in the order that is fastest, and states it', async () => {
    const waypoints = [corner(0, 0), corner(9, 9), corner(2, 2), corner(5, 5), corner(11, 11)];
    const given = await open().directions({ profile, waypoints });
    const best = await open().directions({ profile, waypoints, optimizeOrder: true });
    expect(given.routes[0].waypointOrder).toBe(undefined);
    expect(best.routes[0].waypointOrder).toEqual([0, 2, 3, 1, 4]);
    expect(best.routes[0].durationSeconds).toBeLessThan(given.routes[0].durationSeconds);
    // In the order of the request, each at its own place.
    for (const { distanceMeters } of best.waypoints) expect(distanceMeters).toBeLessThan(25);
    expect(best.waypoints).toHaveLength(5);
  });

  it('a via shapes the route and ends no leg', async () => {
    const via = { position: corner(5, 0), role: 'via' } as const;
    const { routes, waypoints } = await open().directions({
      profile,
      waypoints: [corner(0, 0), via, corner(5, 5)],
    });
    expect(routes[0].legs).toHaveLength(1);
    expect(routes[0].geometry.coordinates).toContainEqual(corner(5, 0));
    expect(waypoints.map(({ position }) => position !== undefined)).toEqual([true, false, true]);
  });

  it('a bearing decides on which way the route leaves', async () => {
    const firstStep = async (degrees: number) => {
      const start = { position: corner(5.5, 5), bearing: { degrees, toleranceDegrees: 30 } };
      const { routes } = await open().directions({ profile, waypoints: [start, corner(5, 3)] });
      return Math.sign((routes[0].geometry.coordinates[1]?.[0] ?? 0) - corner(5.5, 5)[0]);
    };
    expect([await firstStep(90), await firstStep(270)]).toEqual([1, -1]);
  });

  it('a side decides from which direction the route comes', async () => {
    const lastStep = async (side: 'same' | 'opposite') => {
      const place: Position = [corner(0.5, 1)[0], corner(0, 1)[1] + 0.0001];
      const { routes } = await open().directions({
        profile,
        waypoints: [corner(5, 5), { position: place, side }],
      });
      const [before, last] = routes[0].geometry.coordinates.slice(-2);
      return Math.sign((last?.[0] ?? 0) - (before?.[0] ?? 0));
    };
    expect(await lastStep('same')).toBe(-(await lastStep('opposite')));
  });

  it('avoids points in directions, matrices and isochrones', async () => {
    const avoid = { points: [corner(0, 3)] };
    const origins = [corner(0, 0)];
    const destinations = [corner(0, 5)];
    const free = await open().matrix({ profile, origins, destinations });
    const around = await open().matrix({ profile, origins, destinations, avoid });
    expect(Number(around.durationsSeconds[0]?.[0])).toBeGreaterThan(Number(free.durationsSeconds[0]?.[0]));
    const { routes } = await open().directions({ profile, waypoints: [corner(0, 0), corner(0, 5)], avoid });
    expect(routes[0].geometry.coordinates).not.toContainEqual(corner(0, 3));
    const area = async (points: Position[]) => {
      const request = { profile, locations: origins, ranges: [60], avoid: { points } } as const;
      return (await open().isochrones(request)).isochrones[0]?.areaSquareMeters ?? 0;
    };
    expect(await area([corner(0, 2.5), corner(2.5, 0)])).toBeLessThan(await area([]));
  });

  it('takes times, and warns that there are no alternatives with one', async () => {
    const request = { profile, waypoints: [corner(0, 0), corner(5, 5)] } as const;
    const depart = await open().directions({ ...request, departAt: '2026-05-04T08:30' });
    const arrive = await open().directions({ ...request, arriveBy: '2026-05-04T08:30', alternatives: 1 });
    expect(depart.warnings).toEqual([]);
    expect(arrive.warnings).toMatchObject([
      { kind: 'not-honoured', message: expect.stringMatching(/alternatives/) },
    ]);
    const strict = open().directions(
      { ...request, departAt: '2026-05-04T08:30', alternatives: 1 },
      { strict: true },
    );
    expect(await failureOf(strict)).toMatchObject({ code: 'unsupported' });
  });

  it('states heights along the route, ascent and descent', async () => {
    const waypoints = [corner(0, 0.3), corner(2.5, 5), corner(0, 0.3)];
    const { routes, warnings } = await open().directions({ profile, waypoints, elevation: true });
    const [route] = routes;
    expect(warnings).toEqual([]);
    for (const [, latitude, height = -1] of route.geometry.coordinates)
      expect(Math.abs(height - (200 + (latitude - 50) * 5000))).toBeLessThan(4);
    const [up, down] = route.legs;
    expect(up?.ascentMeters).toBeGreaterThan(18);
    expect(up?.descentMeters).toBeLessThan(1);
    expect(down?.descentMeters).toBeGreaterThan(18);
    expect(route.ascentMeters).toBeCloseTo((up?.ascentMeters ?? 0) + (down?.ascentMeters ?? 0), 3);
    expect(route.descentMeters).toBeCloseTo((up?.descentMeters ?? 0) + (down?.descentMeters ?? 0), 3);
  });

  it('the heights of places are those of the route, and null without data', async () => {
    const request = { profile, waypoints: [corner(0, 0), corner(0, 5)], elevation: true } as const;
    const [route] = (await open().directions(request)).routes;
    const positions = [corner(0, 5), corner(0, 0), [10.3, 51.5]];
    const { heightsMeters } = await open().elevation({ positions });
    expect(heightsMeters).toEqual([expect.closeTo(222.5, 0), 200, null]);
    expect(route.geometry.coordinates.at(-1)?.[2]).toBeCloseTo(222.5, -1);
  });

  it('states the attributes of a route, with the requests for them', async () => {
    const names = valhalla({ baseUrl: 'http://localhost' }).capabilities.options.attributes;
    const { routes, meta } = await open().directions({
      profile,
      waypoints: [corner(0, 0), corner(7, 5), corner(7, 6)],
      attributes: names,
    });
    const { attributes = {}, geometry } = routes[0];
    expect(meta.requests).toBe(2);
    for (const name of names) {
      const ranges = attributes[name]?.map(({ geometryRange }) => geometryRange) ?? [];
      expect(ranges[0]?.[0]).toBe(0);
      expect(ranges.at(-1)?.[1]).toBe(geometry.coordinates.length - 1);
      for (const [index, [from]] of ranges.entries()) expect(from).toBe(ranges[index - 1]?.[1] ?? 0);
    }
    const bridge = attributes.toll?.find(({ value }) => value === true)?.geometryRange;
    expect(geometry.coordinates.slice(bridge?.[0], Number(bridge?.[1]) + 1)).toEqual([
      corner(8, 5),
      corner(8, 6),
    ]);
    expect(attributes.roadClass?.map(({ value }) => value)).toEqual([
      'primary',
      'residential',
      'tertiary',
      'residential',
    ]);
    expect(attributes.speedLimit?.[0]?.value).toBe(70);
    expect(attributes.averageSpeed?.[0]?.value).toBeGreaterThan(30);
    expect(attributes.gradient?.[0]?.value).toBeGreaterThan(2);
  });

  it('states all of them along a line, and refuses others before it asks', async () => {
    const routing = open();
    const [{ geometry }] = (await routing.directions({ profile, waypoints: [corner(0, 0), corner(0, 3)] }))
      .routes;
    const { attributes } = await routing.attributes({ profile, line: geometry });
    expect(Object.keys(attributes)).toEqual(
      valhalla({ baseUrl: 'http://localhost' }).capabilities.options.attributes,
    );
    const wrong = { profile, line: geometry, attributes: ['green'] } as never;
    expect(await failureOf(routing.attributes(wrong))).toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
    });
  });

  it('states the attributes leg by leg where the route turns around', async () => {
    const waypoints = [corner(0, 0.3), corner(2.5, 0), corner(0, 0.6)];
    const { routes, meta, warnings } = await open().directions({ profile, waypoints, attributes: ['wayId'] });
    expect(meta.requests).toBe(4);
    expect(warnings).toEqual([]);
    const { attributes, geometry } = routes[0];
    expect(attributes?.wayId?.map(({ value }) => value)).toEqual([17, 1, 17]);
    expect(attributes?.wayId?.at(-1)?.geometryRange[1]).toBe(geometry.coordinates.length - 1);
  });

  it('states the attributes of a line; one off the roads is an error that names match()', async () => {
    const { routes } = await open().directions({ profile, waypoints: [corner(0, 0), corner(5, 5)] });
    const line = routes[0].geometry;
    const { attributes } = await open().attributes({ profile, line, attributes: ['toll'] });
    expect(attributes).toEqual({ toll: [{ geometryRange: [0, line.coordinates.length - 1], value: false }] });
    const error = await failureOf(open().attributes({ profile, line: [corner(0, 0), corner(5, 5.4)] }));
    expect(error).toMatchObject({ code: 'no-route', message: expect.stringContaining('match()') });
  });

  it('matches a track; a point far off is left out, and a gap makes two routes', async () => {
    const track = [corner(0, 0.1), corner(1.2, 0.05), corner(4, -0.1), corner(5, 2)];
    const { routes, points } = await open().match({ profile, trace: track, steps: true, language: 'de' });
    expect(routes).toHaveLength(1);
    expect(routes[0]).toMatchObject({ confidence: 1 });
    expect(routes[0]?.distanceMeters).toBeCloseTo(700, -2);
    expect(routes[0]?.legs[0]?.steps[0]?.instruction).toMatch(/fahren/);
    expect(points.map((point) => point?.routeIndex)).toEqual([0, 0, 0, 0]);
    for (const point of points) expect(point?.distanceMeters).toBeLessThan(11);
    const gap = [corner(0, 0.1), corner(2, 0), corner(-50, 20), corner(3, 0), corner(4, 0)];
    const apart = await open().match({ profile, trace: gap });
    expect(apart.points.map((point) => point?.routeIndex ?? null)).toEqual([0, 0, null, 1, 1]);
    expect(apart.routes.map(({ legs }) => legs[0]?.steps)).toEqual([[], []]);
    const off = open().match({ profile, trace: [corner(0, 0), corner(-90, 50)] });
    expect(await failureOf(off)).toMatchObject({ code: 'no-route' });
  });

  it('states the roads that a search visits, and the status', async () => {
    const { edges } = await open().expansion({ profile, position: corner(0, 0), range: 10 });
    expect(edges.length).toBeGreaterThan(3);
    for (const { durationSeconds, distanceMeters, geometry } of edges) {
      expect(durationSeconds).toBeGreaterThan(0);
      expect(distanceMeters).toBeGreaterThan(0);
      expect(geometry.coordinates.length).toBeGreaterThan(1);
    }
    const byLength = await open().expansion({
      profile,
      position: corner(0, 0),
      range: 1000,
      rangeType: 'distance',
    });
    expect(byLength.edges.length).toBeGreaterThan(edges.length);
    const { isReady, version, dataAt, boundingBox } = await open().status();
    expect({ isReady, version, boundingBox }).toEqual({
      isReady: true,
      version: '3.6.1',
      boundingBox: [10, 50, 10.25, 50.25],
    });
    expect(dataAt?.getFullYear()).toBeGreaterThan(2000);
  });
});

describe.skipIf(!supported)('without heights', () => {
  it('a route has none, and a warning', async () => {
    const { prepareTown } = await import('../../../sandbox/src/map/prepare.ts');
    const { tilesDirectory } = await prepareTown();
    const routing = createRoutingClient({ driver: embedded({ tilesDirectory }) });
    const waypoints = [corner(0, 0), corner(5, 5)];
    const { routes, warnings } = await routing.directions({ profile, waypoints, elevation: true });
    expect(routes[0].geometry.coordinates.every((point) => point.length === 2)).toBe(true);
    expect(routes[0]).not.toHaveProperty('ascentMeters');
    expect(warnings).toMatchObject([
      { kind: 'not-honoured', message: expect.stringMatching(/elevation data/) },
    ]);
    const known = await routing.directions({ profile, waypoints, attributes: ['gradient'] });
    expect(known.routes[0].attributes?.gradient).toEqual([{ geometryRange: [0, 10], value: null }]);
  });
});
