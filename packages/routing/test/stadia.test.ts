// The forms of stadiamaps/stadiamaps-api-ts a2412ee (2026-04): src/generated and __tests__/routing.test.ts.
import { headerKey, noAuth } from '@org/core';
import { createRoutingClient, encodePolyline } from '@org/routing';
import { type StadiaOptions, stadia } from '@org/routing/stadia';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { methodNames } from '../src/model/engine/method-names.ts';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

const waypoints = [
  [-149.543469, 60.534715],
  [-149.54858, 60.53499],
] as const;
const profile = 'driving';

function open(body: unknown, options: StadiaOptions = {}, status = 200) {
  const network = scriptedFetch({ body, status });
  const driver = stadia({ apiKey: 'key.1', ...options });
  const routing = createRoutingClient({ driver, limiter: false, retry: false, runtime: network.runtime });
  return { ...network, routing };
}

const summary = { time: 11.487, length: 0.176 };
const route = {
  trip: {
    legs: [{ shape: encodePolyline(waypoints, { precision: 6 }), summary, maneuvers: [] }],
    summary,
    units: 'miles',
    language: 'en-US',
  },
};
const area = [[...waypoints, [-149.54, 60.54], waypoints[0]]];
const isochrone = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { contour: 5, metric: 'time' },
      geometry: { type: 'Polygon', coordinates: area },
    },
  ],
};
const cell = (time: number | null, distance: number | null, to: number) => ({
  time,
  distance,
  from_index: 0,
  to_index: to,
});
const table = {
  units: 'kilometers',
  sources: [],
  targets: [],
  sources_to_targets: [[cell(0, 0, 0), cell(829, 1.126, 1), cell(null, null, 2)]],
};

/** A call of each method, with the answer of the service. */
const calls: readonly (readonly [path: string, body: unknown, run: (client: Client) => Promise<unknown>])[] =
  [
    ['/route/v1', route, (client) => client.directions({ profile, waypoints })],
    [
      '/isochrone/v1',
      isochrone,
      (client) => client.isochrones({ profile, locations: [waypoints[0]], ranges: [300] }),
    ],
    [
      '/matrix/v1',
      { ...table, sources_to_targets: [[cell(0, 0, 0), cell(829, 1.126, 1)]] },
      (client) => client.matrix({ profile, origins: [waypoints[0]], destinations: waypoints }),
    ],
    [
      '/nearest_roads/v1',
      [{ edges: [{ correlated_lat: 60.5347, correlated_lon: -149.5434 }], nodes: [] }],
      (client) => client.snap({ profile, positions: [waypoints[0]] }),
    ],
    [
      '/elevation/v1',
      { height: [1, null] },
      (client) => client.elevation({ positions: [waypoints[0], waypoints[1]] }),
    ],
    ['/map_match/v1', {}, (client) => client.match({ profile, trace: waypoints })],
    [
      '/trace_attributes/v1',
      {},
      (client) => client.attributes({ profile, line: waypoints, attributes: ['toll'] }),
    ],
  ];
type Client = ReturnType<typeof open>['routing'];

describe('stadia()', () => {
  it.each(calls)('R3: asks %s, with the key in the query', async (path, body, run) => {
    const { routing, sent } = open(body);
    const end = await run(routing).catch((error: unknown) => error);
    // The last two need whole answers: their request is what counts.
    if (Object.keys(Object(body)).length > 0) expect(end).not.toBeInstanceOf(Error);
    expect(sent.map(({ method, url }) => [method, url.origin, url.pathname])).toEqual([
      ['POST', 'https://api.stadiamaps.com', path],
    ]);
    expect(sent[0]?.url.searchParams.get('api_key')).toBe('key.1');
    expect(sent[0]?.headers.get('authorization')).toBe(null);
  });

  it('R3: has the methods of its paths alone', async () => {
    const { capabilities } = stadia({ apiKey: 'key.1' });
    const offered = methodNames.filter((name) => capabilities[name as 'status'] as boolean);
    expect(offered.sort()).toEqual(
      ['attributes', 'directions', 'elevation', 'isochrones', 'match', 'matrix', 'nearest', 'snap'].sort(),
    );
    // @ts-expect-error no such method
    expect(await failureOf(open({}).routing.status())).toMatchObject({ code: 'unsupported' });
  });

  it('R3: reads the rows of cells of a matrix, and leaves `verbose` out', async () => {
    const { routing, sent } = open(table);
    const destinations = [...waypoints, [10, 50] as const];
    const result = await routing.matrix({ profile, origins: [waypoints[0]], destinations });
    expect(result.durationsSeconds).toEqual([[0, 829, null]]);
    expect(result.distancesMeters).toEqual([[0, 1126, null]]);
    expect(sent[0]?.body).not.toHaveProperty('verbose');
  });

  it.each([
    [false, 'driving', 'auto', 'auto'],
    [true, 'driving', 'auto_traffic', 'auto'],
    ['premium', 'truck', 'truck_traffic_premium', 'truck'],
    [true, 'bus', 'bus_traffic', 'bus'],
    [true, 'walking', 'pedestrian', 'pedestrian'],
  ] as const)('R3: traffic %s of %s is the costing %s with the options of %s', async (...row) => {
    const [traffic, by, costing, plain] = row;
    const { routing, sent } = open(route, { traffic });
    await routing.directions({ profile: by, waypoints });
    expect(sent[0]?.body).toMatchObject({ costing, costing_options: { [plain]: {} } });
  });

  it.each(['optimal', 0, 'no', null])('refuses traffic: %j', (traffic) => {
    expect(() => stadia({ traffic: traffic as never })).toThrow(/traffic must be true, false or 'premium'/);
  });

  it.each([
    [{ departAt: '2026-05-04T08:30' }, 'depart_at'],
    [{ arriveBy: '2026-05-04T08:30' }, 'arrive_at'],
  ])('R3: writes the word of the time for %o', async (time, type) => {
    const { routing, sent } = open(route);
    await routing.directions({ profile, waypoints, ...time });
    expect(sent[0]?.body).toMatchObject({ date_time: { type, value: '2026-05-04T08:30' } });
  });

  it('R3: orders stops at /optimized_route/v1', async () => {
    const { routing, sent } = open(route);
    await failureOf(routing.directions({ profile, waypoints, optimizeOrder: true }));
    expect(sent[0]?.url.pathname).toBe('/optimized_route/v1');
  });

  it('R3: has a host in the European Union, and a key in a header', async () => {
    const auth = headerKey('authorization', { scheme: 'Stadia-Auth' });
    const { routing, sent } = open(route, { region: 'eu', auth });
    await routing.directions({ profile, waypoints });
    expect(sent[0]?.url.href).toBe('https://api-eu.stadiamaps.com/route/v1');
    expect(sent[0]?.headers.get('authorization')).toBe('Stadia-Auth key.1');
  });

  it('R3: needs no key in a browser of a registered domain', async () => {
    const { routing, sent } = open(route, { apiKey: undefined, auth: noAuth() });
    await routing.directions({ profile, waypoints });
    expect(sent[0]?.url.href).toBe('https://api.stadiamaps.com/route/v1');
  });

  // docs.stadiamaps.com/limits and /authentication (2026-11); no body of theirs is public.
  it.each([
    [401, 'authentication', ''],
    [403, 'permission', ''],
    [429, 'rate-limit', 'or the credits of the billing period are used up'],
  ])('R8: a refusal %i without a body is %s', async (status, code, words) => {
    const { routing } = open('', {}, status);
    const error = await failureOf(routing.directions({ profile, waypoints }));
    expect(error).toMatchObject({ code });
    expect(String(error)).toContain(words);
    expect(JSON.stringify(error) + String(error)).not.toContain('key.1');
  });
});

describe('valhalla({ paths })', () => {
  it('R3: has the paths, and the methods, that the host has', async () => {
    const network = scriptedFetch({ body: route });
    const paths = { route: '/osm/route/v3' } as const;
    const driver = valhalla({ baseUrl: 'https://host.example', paths });
    const routing = createRoutingClient({ driver, limiter: false, runtime: network.runtime });
    await routing.directions({ profile, waypoints });
    expect(network.sent[0]?.url.href).toBe('https://host.example/osm/route/v3');
    expect(driver.capabilities).toMatchObject({ directions: true, matrix: false, status: false });
    // @ts-expect-error no such method
    const table = routing.matrix({ profile, origins: waypoints });
    expect(await failureOf(table)).toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    const order = routing.directions({ profile, waypoints, optimizeOrder: true });
    expect(await failureOf(order)).toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
  });
});
