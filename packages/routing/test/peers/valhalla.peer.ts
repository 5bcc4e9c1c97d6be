import { createRoutingClient } from '@org/routing';
import { valhalla } from '@org/routing/valhalla';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRoutingDriver } from '../../src/testing/index.ts';
import { failureOf } from '../scripted-fetch.ts';
import { corner } from '../town.ts';
import { fixturesOf } from '../valhalla/fixtures.ts';
import { extract, townMap } from './support/maps.ts';
import { obtain } from './support/obtain.ts';
import type { PeerServer } from './support/process.ts';
import { installValhalla, startValhalla } from './support/valhalla.ts';

const engine = await obtain('Valhalla', installValhalla);
const profile = 'driving';

describe.skipIf(engine === undefined)('Valhalla 3.9.1 on the made-up town', () => {
  let server: PeerServer;
  const open = () => createRoutingClient({ driver: valhalla({ baseUrl: server.url, limits: [] }) });

  beforeAll(async () => {
    if (engine) server = await startValhalla(engine, townMap());
  });
  afterAll(() => server?.close());

  testRoutingDriver(
    { describe, it, expect },
    {
      name: 'valhalla',
      createDriver: (caps) => valhalla({ baseUrl: server.url, limits: [], caps }),
      places: () => ({
        connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
        remote: [10.3, 50.3],
      }),
    },
  );

  it('answers as the recorded fixtures say', async () => {
    const { version, calls } = fixturesOf(open());
    expect((await open().status()).version).toBe(version);
    for (const { name, body, send } of calls) {
      const { raw } = await send();
      expect(raw?.[0], name).toEqual(body);
    }
  });

  it('optimises the order, and has vias, times and heights', async () => {
    const waypoints = [corner(0, 0), corner(9, 9), corner(2, 2), corner(5, 5), corner(11, 11)];
    const { routes, warnings } = await open().directions({
      profile,
      waypoints,
      optimizeOrder: true,
      elevation: true,
      departAt: '2026-05-04T08:30',
    });
    expect(routes[0].waypointOrder).toEqual([0, 2, 3, 1, 4]);
    expect(routes[0].ascentMeters).toBeGreaterThan(40);
    expect(warnings).toEqual([]);
    const via = { position: corner(5, 0), role: 'via' } as const;
    const shaped = await open().directions({ profile, waypoints: [corner(0, 0), via, corner(5, 5)] });
    expect(shaped.routes[0].legs).toHaveLength(1);
  });

  it('warns that a stock server ignores exclusions', async () => {
    const waypoints = [corner(7, 5), corner(7, 6)];
    const { warnings } = await open().directions({ profile, waypoints, avoid: { features: ['tolls'] } });
    expect(warnings).toMatchObject([{ kind: 'not-honoured', providerCode: '208' }]);
    const strict = open().directions(
      { profile, waypoints, avoid: { features: ['tolls'] } },
      { strict: true },
    );
    expect(await failureOf(strict)).toMatchObject({ code: 'unsupported' });
  });

  it('states attributes, where the route turns around too', async () => {
    const waypoints = [corner(0, 0.3), corner(2.5, 0), corner(0, 0.6)];
    const { routes } = await open().directions({ profile, waypoints, attributes: ['wayId', 'gradient'] });
    expect(routes[0].attributes?.wayId?.map(({ value }) => value)).toEqual([17, 1, 17]);
    expect(routes[0].attributes?.gradient?.length).toBeGreaterThan(1);
  });

  it('matches a track with a gap', async () => {
    const trace = [corner(0, 0.1), corner(2, 0), corner(-50, 20), corner(3, 0), corner(4, 0)];
    const { points, routes } = await open().match({ profile, trace });
    expect(points.map((point) => point?.routeIndex ?? null)).toEqual([0, 0, null, 1, 1]);
    expect(routes).toHaveLength(2);
  });

  it.each([
    ['an island', [corner(0, 0), corner(20.5, 20)], 'no-route', '442'],
    ['a place off the roads', [corner(0, 0), [10.3, 50.3]], 'point-not-found', '171'],
    ['null island', [corner(0, 0), [0, 0]], 'point-not-found', '154'],
  ] as const)('%s has its error', async (_name, waypoints, code, providerCode) => {
    const error = await failureOf(open().directions({ profile, waypoints }));
    expect(error).toMatchObject({ code, providerCode });
  });
});

const heidelberg = extract('heidelberg');

describe.skipIf(engine === undefined || heidelberg === undefined)('Valhalla 3.9.1 on Heidelberg', () => {
  let server: PeerServer;

  beforeAll(async () => {
    if (engine && heidelberg) server = await startValhalla(engine, heidelberg);
  });
  afterAll(() => server?.close());

  it.each(['driving', 'cycling', 'truck'] as const)('attributes of %s cover the whole line', async (each) => {
    const routing = createRoutingClient({ driver: valhalla({ baseUrl: server.url, limits: [] }) });
    const waypoints = [
      [8.681, 49.414],
      [8.69, 49.41],
      [8.694, 49.4201],
    ] as const;
    const request = { profile: each, waypoints, attributes: ['surface', 'roadClass'] } as const;
    const { routes, warnings } = await routing.directions(request);
    const { attributes, geometry } = routes[0];
    expect(warnings).toEqual([]);
    expect(attributes?.roadClass?.at(-1)?.geometryRange[1]).toBe(geometry.coordinates.length - 1);
    expect(attributes?.roadClass?.filter(({ value }) => value === null)).toEqual([]);
  });
});
