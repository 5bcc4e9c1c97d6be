import { createRoutingClient } from '@org/routing';
import { failover } from '@org/routing/failover';
import { google } from '@org/routing/google';
import { graphhopper } from '@org/routing/graphhopper';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

const baseUrl = 'https://engine.example.com';
const places = [
  [8.68, 49.41],
  [8.69, 49.42],
] as const;
const request = { profile: 'driving', origins: places, snapRadiusMeters: 40 } as const;

function network() {
  const { runtime, sent } = scriptedFetch({ body: 'not looked at' });
  return { sent, options: { runtime, limiter: false, retry: false } as const };
}

describe('snapRadiusMeters of a matrix', () => {
  it('is the cut-off of each location of Valhalla', async () => {
    const { sent, options } = network();
    const routing = createRoutingClient({ driver: valhalla({ baseUrl }), ...options });
    await failureOf(routing.matrix(request));
    const location = { search_cutoff: 40 };
    expect(sent[0]?.body).toMatchObject({ sources: [location, location], targets: [location, location] });
  });

  it('is the radius of each place of OSRM', async () => {
    const { sent, options } = network();
    const routing = createRoutingClient({ driver: osrm({ baseUrl }), ...options });
    await failureOf(routing.matrix(request));
    expect(sent[0]?.url.searchParams.get('radiuses')).toBe('40;40');
  });

  it('is also that of the look-up of places without a road', async () => {
    const { runtime, sent } = scriptedFetch({ status: 400, body: { code: 'NoSegment', message: 'No road' } });
    const driver = osrm({ baseUrl });
    const routing = createRoutingClient({ driver, runtime, limiter: false, retry: false });
    const { origins } = await routing.matrix(request);
    expect(origins).toEqual([{ position: null }, { position: null }]);
    // A place with its numbers swapped is looked up too, within the default.
    const nearest = sent.filter(({ url }) => url.pathname.startsWith('/nearest/v1/driving/8.6'));
    expect(nearest.map(({ url }) => url.searchParams.get('radiuses'))).toEqual(['40', '40', '40', '40']);
  });

  it.each([
    ['openrouteservice', () => openrouteservice({ apiKey: 'test' })],
    ['graphhopper', () => graphhopper({ apiKey: 'test' })],
    ['google', () => google({ apiKey: 'test' })],
  ] as const)('is an UnsupportedError of %s, before anything is sent', async (name, createDriver) => {
    const { sent, options } = network();
    const driver = createDriver() as unknown as ReturnType<typeof valhalla>;
    const error = await failureOf(createRoutingClient({ driver, ...options }).matrix(request));
    expect(error).toMatchObject({ code: 'unsupported', provider: name, outcome: 'not-sent' });
    expect(String(error)).toContain('snapRadiusMeters');
    expect(sent).toEqual([]);
  });

  it('does not compile for an engine without it', () => {
    const { options } = network();
    const service = createRoutingClient({ driver: openrouteservice({ apiKey: 'test' }), ...options });
    const both = createRoutingClient({
      driver: failover([valhalla({ baseUrl }), osrm({ baseUrl })]),
      ...options,
    });
    const calls = () => [
      // @ts-expect-error openrouteservice has no radius in matrices
      service.matrix(request),
      both.matrix(request),
    ];
    expect(calls).toBeTypeOf('function');
  });

  it.each([0, -1, Number.NaN])('is not %d', async (snapRadiusMeters) => {
    const { options } = network();
    const routing = createRoutingClient({ driver: valhalla({ baseUrl }), ...options });
    const issues = [{ path: 'snapRadiusMeters' }];
    const error = await failureOf(routing.matrix({ ...request, snapRadiusMeters }));
    expect(error).toMatchObject({ code: 'invalid-input', issues });
  });
});
