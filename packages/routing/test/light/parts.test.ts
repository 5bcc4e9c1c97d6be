import { ConfigurationError, createRoutingClient as createFull, UnsupportedError } from '@org/routing';
import { failover } from '@org/routing/failover';
import * as google from '@org/routing/google/directions';
import { createRoutingClient as createGraphHopper, graphhopper } from '@org/routing/graphhopper/directions';
import { openrouteservice as fullOpenrouteservice } from '@org/routing/openrouteservice';
import {
  createRoutingClient,
  isochrones,
  matrix,
  openrouteservice,
  snap,
} from '@org/routing/openrouteservice/directions';
import { createRoutingClient as createOsrm, osrm } from '@org/routing/osrm/directions';
import { valhalla as fullValhalla } from '@org/routing/valhalla';
import * as valhalla from '@org/routing/valhalla/directions';
import { describe, expect, it } from 'vitest';
import { directionsAnswer, end, start } from '../openrouteservice/support.ts';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';

const driver = openrouteservice({ apiKey: 'key.1' });
const waypoints = [start, end] as const;
const profile = 'driving';

describe('the parts of a light client', () => {
  it('it has `directions` alone', () => {
    expect(Object.keys(createRoutingClient({ driver })).sort()).toEqual([
      'capabilities',
      'close',
      'directions',
      'provider',
      'quota',
    ]);
  });

  it('capabilities are those of its methods', () => {
    expect(createRoutingClient({ driver }).capabilities).toMatchObject({ directions: true, matrix: false });
    const { capabilities } = createRoutingClient({ driver, use: matrix });
    expect(capabilities).toMatchObject({ directions: true, matrix: true, snap: false, rawRequests: false });
  });

  it.each(['roundTrip', 'geocode', 'optimize', 'estimate', 'request', 'status', 'withOptions'])(
    'without a compiler, %s is an error that names the full entry',
    (name) => {
      const routing = createRoutingClient({ driver });
      const read = () => Reflect.get(routing, name);
      expect(read).toThrow(UnsupportedError);
      expect(read).toThrow(`has no \`${name}\``);
      expect(read).toThrow("import the driver from '@org/routing/openrouteservice'");
    },
  );

  it.each(['matrix', 'isochrones', 'snap'])(
    'without the part, %s is an error that names the part',
    (name) => {
      const read = () => Reflect.get(createRoutingClient({ driver }), name);
      expect(read).toThrow(`import { ${name} } from '@org/routing/openrouteservice/directions'`);
      expect(read).toThrow(`use: ${name}`);
    },
  );

  it('an entry without the part names the full entry', () => {
    const read = () => Reflect.get(google.createRoutingClient({ driver: google.google() }), 'snap');
    expect(read).toThrow("import the driver from '@org/routing/google'");
  });

  it('with parts, it has their methods', () => {
    const routing = createRoutingClient({ driver, use: [matrix, isochrones, snap] });
    expect(routing.matrix.stream).toBeTypeOf('function');
    expect(routing.isochrones).toBeTypeOf('function');
    expect(routing.snap).toBeTypeOf('function');
  });

  it('attributes of Valhalla are there: its directions need them', () => {
    const routing = valhalla.createRoutingClient({
      driver: valhalla.valhalla({ baseUrl: 'http://localhost' }),
    });
    expect(routing.attributes).toBeTypeOf('function');
    expect(routing.capabilities.attributes).toBe(true);
  });

  it('a part of another engine is refused', () => {
    const use = valhalla.matrix;
    expect(() => createRoutingClient({ driver, use: use as never })).toThrow(ConfigurationError);
  });

  it.each([
    { of: 'a service', full: fullOpenrouteservice({ apiKey: 'key.1' }) },
    {
      of: 'failover()',
      full: failover([
        fullOpenrouteservice({ apiKey: 'key.1' }),
        fullValhalla({ baseUrl: 'http://localhost' }),
      ]),
    },
  ])('a full driver of $of is refused, and the error names the import', ({ full }) => {
    const create = () => createRoutingClient({ driver: full as never });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow("'@org/routing/openrouteservice/directions'");
    expect(create).toThrow("createRoutingClient from '@org/routing'");
  });

  it('a light driver works with the full client too', async () => {
    const { runtime, sent } = scriptedFetch({ body: directionsAnswer });
    await using routing = createFull({ driver, runtime, limiter: false });
    const { routes } = await routing.directions({ profile, waypoints });
    expect(routes).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  it.each([
    { options: { driver, limitr: false }, words: 'limiter' },
    { options: { driver, use: {} }, words: 'use takes parts' },
    { options: { driver: openrouteservice }, words: 'with the parentheses' },
    { options: { driver, maxParallelParts: 0 }, words: 'maxParallelParts' },
    { options: { driver, cache: {} }, words: 'cache' },
    { options: { driver, dailyCap: 5 }, words: 'dailyCap' },
  ])('a wrong option is refused: $words', ({ options, words }) => {
    expect(() => createRoutingClient(options as never)).toThrow(words);
  });

  it('an unknown option of a call and of the driver is refused', async () => {
    const routing = createRoutingClient({ driver });
    const call = routing.directions({ profile, waypoints }, { idempotencykey: 'a' } as never);
    expect(await failureOf(call)).toMatchObject({ code: 'configuration' });
    expect(() => openrouteservice({ apikey: 'key' } as never)).toThrow('apiKey');
  });

  it('the caller may change a request after the call', async () => {
    const { runtime, sent } = scriptedFetch({ body: directionsAnswer });
    const routing = createRoutingClient({ driver, runtime });
    const own = [[...start], [...end]] as [[number, number], [number, number]];
    const calling = routing.directions({ profile, waypoints: own });
    own[0][0] = 0;
    await calling;
    expect(sent[0]?.body).toMatchObject({ coordinates: [start, end] });
  });

  it('a used-up quota pauses the client, as in the full entry', async () => {
    const headers = { 'x-ratelimit-limit': '2000', 'x-ratelimit-remaining': '0' };
    const { runtime, sent } = scriptedFetch({ status: 403, headers, body: { error: 'Quota exceeded' } });
    const routing = createRoutingClient({ driver, runtime, retry: false });
    const first = await failureOf(routing.directions({ profile, waypoints }));
    expect(first).toMatchObject({ code: 'quota-exceeded' });
    const second = await failureOf(routing.directions({ profile, waypoints }));
    expect(second).toMatchObject({ code: 'quota-exceeded', outcome: 'not-sent' });
    expect(sent).toHaveLength(1);
    expect(routing.quota()).toMatchObject([{ provider: 'openrouteservice', requests: 1 }]);
  });

  it('a closed client sends nothing', async () => {
    const routing = createRoutingClient({ driver });
    await routing.close();
    const calling = routing.directions({ profile, waypoints });
    expect(await failureOf(calling)).toMatchObject({ code: 'closed', outcome: 'not-sent' });
  });

  it('osrm writes no instructions with another package', () => {
    const baseUrl = 'http://localhost:5000';
    const create = () => osrm({ baseUrl, instructions: 'osrm-text-instructions' } as never);
    expect(create).toThrow("'@org/routing/osrm'");
    expect(createOsrm({ driver: osrm({ baseUrl }) }).provider).toBe('osrm');
  });

  it('a part whose service a server does not have rejects', async () => {
    const own = graphhopper({ baseUrl: 'http://localhost:8989' });
    const { matrix: use } = await import('@org/routing/graphhopper/directions');
    const routing = createGraphHopper({ driver: own, use });
    const calling = (routing as unknown as { matrix(request: object): Promise<unknown> }).matrix({
      profile,
      origins: [start],
    });
    expect(await failureOf(calling)).toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
  });
});
