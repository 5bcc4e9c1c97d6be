import { createManualRuntime } from '@org/core/testing';
import { createRoutingClient } from '@org/routing';
import { type OpenrouteserviceOptions, openrouteservice } from '@org/routing/openrouteservice';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pathOf, pathsOf } from '../../src/drivers/openrouteservice/service/paths.ts';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { directionsAnswer, end, openHosted, openServer, start } from './support.ts';

const waypoints = [start, end];
const profile = 'driving';
const box = [8.68, 49.41, 8.69, 49.42] as [number, number, number, number];

afterEach(() => void vi.unstubAllEnvs());

/** Calls every operation once, and returns the addresses of the requests. */
async function addressesWith(options: Omit<OpenrouteserviceOptions, 'baseUrl'>): Promise<string[]> {
  const { routing, sent } = openHosted([{ body: 'not of interest' }], options);
  const vehicles = [{ id: 'van', profile, start }] as const;
  await Promise.allSettled([
    routing.directions({ profile, waypoints }),
    routing.roundTrip({ profile, start, lengthMeters: 1000 }),
    routing.isochrones({ profile, locations: [start], ranges: [300] }),
    routing.matrix({ profile, origins: waypoints }),
    routing.snap({ profile, positions: [start] }),
    routing.exportGraph({ profile, boundingBox: box }),
    routing.elevation({ positions: [start] }),
    routing.elevation({ positions: waypoints }),
    routing.geocode({ text: 'Heidelberg' }),
    routing.geocode({ text: 'Heid', isPartial: true }),
    routing.geocode({ address: { locality: 'Heidelberg' } }),
    routing.reverseGeocode({ position: start }),
    routing.pois({ around: start, bufferMeters: 200 }),
    routing.optimize({ jobs: [{ id: 'a', position: end }], vehicles }),
  ]);
  return sent.map(({ method, url }) => `${method} ${url.origin}${url.pathname}`).sort();
}

describe('the hosted service', () => {
  it('on its new host has a path for each service', async () => {
    const base = 'https://api.heigit.org';
    expect(await addressesWith({})).toEqual([
      `GET ${base}/pelias/v1/autocomplete`,
      `GET ${base}/pelias/v1/reverse`,
      `GET ${base}/pelias/v1/search`,
      `GET ${base}/pelias/v1/search/structured`,
      `POST ${base}/openelevationservice/v0/line`,
      `POST ${base}/openelevationservice/v0/point`,
      `POST ${base}/openpoiservice/v0/pois`,
      `POST ${base}/openrouteservice/v2/directions/driving-car/json`,
      `POST ${base}/openrouteservice/v2/directions/driving-car/json`,
      `POST ${base}/openrouteservice/v2/export/driving-car/json`,
      `POST ${base}/openrouteservice/v2/isochrones/driving-car`,
      `POST ${base}/openrouteservice/v2/matrix/driving-car`,
      `POST ${base}/openrouteservice/v2/snap/driving-car/json`,
      `POST ${base}/vroom/v0`,
    ]);
  });

  it('on its old host has all services below one address', async () => {
    const base = 'https://api.openrouteservice.org';
    const addresses = await addressesWith({ host: 'api.openrouteservice.org' });
    expect([...new Set(addresses.map((address) => address.split('/').slice(0, 4).join('/')))]).toEqual([
      `GET ${base}/geocode`,
      `POST ${base}/elevation`,
      `POST ${base}/optimization`,
      `POST ${base}/pois`,
      `POST ${base}/v2`,
    ]);
  });

  it('has other paths by option, without a slash at their end', async () => {
    const paths = { engine: '/ors/v2/', optimization: '/vroom/v0/optimization' };
    const addresses = await addressesWith({ paths });
    expect(addresses).toContain('POST https://api.heigit.org/ors/v2/snap/driving-car/json');
    expect(addresses).toContain('POST https://api.heigit.org/vroom/v0/optimization');
    expect(addresses).toContain('GET https://api.heigit.org/pelias/v1/search');
  });

  it('R8: another host is refused', () => {
    const options = { apiKey: 'key', host: 'api.evil.example' } as object;
    expect(() => openrouteservice(options)).toThrow('host must be');
  });

  it('states the rates of its plans as data', () => {
    const { rates: standard } = openrouteservice({ apiKey: 'key' }).capabilities;
    expect(standard).toEqual({
      directions: { perDay: 2000, perMinute: 40 },
      isochrones: { perDay: 500, perMinute: 20 },
      matrix: { perDay: 500, perMinute: 40 },
      snap: { perDay: 2000, perMinute: 100 },
      exportGraph: { perDay: 100, perMinute: 5 },
      elevation: { perDay: 200, perMinute: 40 },
      geocode: { perDay: 1000, perMinute: 100 },
      reverseGeocode: { perDay: 1000, perMinute: 100 },
      optimize: { perDay: 500, perMinute: 40 },
      pois: { perDay: 500, perMinute: 60 },
    });
    const { rates } = openrouteservice({ apiKey: 'key', plan: 'collaborative' }).capabilities;
    expect(rates).toEqual({
      directions: { perDay: 10_000, perMinute: 60 },
      isochrones: { perDay: 2500, perMinute: 40 },
      matrix: { perDay: 2500, perMinute: 60 },
      snap: { perDay: 10_000, perMinute: 150 },
      exportGraph: { perDay: 500, perMinute: 10 },
      elevation: { perDay: 1000, perMinute: 60 },
      geocode: { perDay: 5000, perMinute: 150 },
      reverseGeocode: { perDay: 5000, perMinute: 150 },
      optimize: { perDay: 2500, perMinute: 60 },
      pois: { perDay: 2500, perMinute: 90 },
    });
  });

  it('sends five exports a minute of the standard plan, and others meanwhile', async () => {
    const network = scriptedFetch({ body: { nodes: [], edges: [] } });
    const clock = createManualRuntime();
    const runtime = { ...clock, fetch: network.runtime.fetch ?? clock.fetch };
    const routing = createRoutingClient({ driver: openrouteservice({ apiKey: 'planted-key' }), runtime });
    const exports = Array.from({ length: 6 }, () => routing.exportGraph({ profile, boundingBox: box }));
    await clock.settle();
    expect(network.sent).toHaveLength(5);
    const heights = failureOf(routing.elevation({ positions: [start] }));
    await clock.settle();
    expect(network.sent).toHaveLength(6);
    await heights;
    await clock.advance(61_000);
    await Promise.all(exports);
    expect(network.sent).toHaveLength(7);
    await routing.close();
  });
});

describe('a server of the user', () => {
  it('has the engine below its address, and its status', async () => {
    const { routing, sent } = openServer([{ body: { engine: { version: '9.10.0' } } }]);
    await routing.status();
    expect(sent[0]).toMatchObject({ method: 'GET' });
    expect(sent[0]?.url.href).toBe('https://ors.example.com/ors/v2/status');
  });

  it('R8: refuses the methods of other services without a request', async () => {
    const { routing, sent } = openServer([]);
    for (const name of ['elevation', 'optimize', 'geocode', 'reverseGeocode', 'pois'])
      await expect(Object(routing)[name]({}), name).rejects.toMatchObject({ code: 'unsupported' });
    expect(sent).toEqual([]);
    const session = openrouteservice({ baseUrl: 'https://ors.example.com/ors' }).open({});
    const execute = session.execute as unknown as (name: string, query: unknown) => Promise<unknown>;
    const error = await failureOf(execute('pois', { around: start }));
    expect(error).toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(String(error)).toContain('paths.pois');
    await session.close();
  });

  it('matches features to its edges by a request of your own', async () => {
    const answer = { graph_timestamp: '2026-01-01T00:00:00Z', edge_ids: [[17, 18], []] };
    const { routing, sent } = openServer([{ body: answer }]);
    const json = { key: 'closures', features: { type: 'FeatureCollection', features: [] } };
    const path = '/v2/match/driving-car';
    const response = await routing.request({ method: 'POST', path, json });
    expect(response.json()).toEqual(answer);
    expect(sent[0]).toMatchObject({ method: 'POST', body: json });
    expect(sent[0]?.url.href).toBe('https://ors.example.com/ors/v2/match/driving-car');
  });

  it('has the services that `paths` names', async () => {
    const network = scriptedFetch({ body: { features: [] } });
    const driver = openrouteservice({
      baseUrl: 'https://maps.example.com',
      paths: { engine: '/ors/v2', geocoding: '/pelias/v1' },
    });
    const routing = createRoutingClient({ driver, limiter: false, runtime: network.runtime });
    expect((await routing.geocode({ text: 'Heidelberg' })).places).toEqual([]);
    expect(network.sent[0]?.url.pathname).toBe('/pelias/v1/search');
    expect(await failureOf(routing.pois({ around: start }))).toMatchObject({ code: 'unsupported' });
    expect(network.sent).toHaveLength(1);
  });

  it('accepts smaller requests by default, and has no published rates', () => {
    const { caps, rates } = openrouteservice({ baseUrl: 'http://localhost:8082/ors' }).capabilities;
    expect(caps).toMatchObject({ isochroneLocations: 2, isochroneRanges: 1, matrixCells: 2500 });
    expect(rates).toBe(undefined);
  });
});

describe('an address in the environment', () => {
  it('stands for the whole service, below one address', async () => {
    vi.stubEnv('OPENROUTESERVICE_BASE_URL', 'http://localhost:1/ors');
    const addresses = await addressesWith({});
    expect(addresses).toContain('POST http://localhost:1/ors/v2/snap/driving-car/json');
    expect(addresses).toContain('GET http://localhost:1/ors/geocode/search');
  });

  it('does not change a chosen host', async () => {
    vi.stubEnv('OPENROUTESERVICE_BASE_URL', 'http://localhost:1/ors');
    const { routing, sent } = openHosted([{ body: directionsAnswer }], { host: 'api.heigit.org' });
    await routing.directions({ profile, waypoints });
    expect(sent[0]?.url.origin).toBe('https://api.heigit.org');
  });
});

it('the path of a service has no slash at its end', () => {
  expect(pathOf({ pois: '/pois//' }, 'pois')).toBe('/pois');
  expect(pathOf(pathsOf('engine', { pois: '/pois' }), 'pois')).toBe('/pois');
});
