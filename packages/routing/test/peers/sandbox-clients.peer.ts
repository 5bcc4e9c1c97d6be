// Clients of other authors against the sandbox, by its base URL.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { type RoutingService, startRoutingService } from '../../../sandbox/src/routing/service.ts';
import { corner } from '../town.ts';
import { installCallers } from './support/client-packages.ts';
import { obtain } from './support/obtain.ts';

const load = await obtain('Clients of routing services', installCallers);

const [station, library, theatre] = [corner(0, 0), corner(5, 5), corner(5, 6)];
const latLon = ([longitude, latitude]: readonly [number, number]) => [latitude, longitude];

function packageOf(name: Parameters<NonNullable<typeof load>>[0]): unknown {
  if (load === undefined) throw new Error('The clients are not installed.');
  return load(name);
}

type Call = (request: object) => Promise<Record<string, never>>;

interface OrsClient {
  readonly calculate: Call;
  readonly geocode: Call;
  readonly reverseGeocode: Call;
  readonly lineElevation: Call;
}

type OrsClass = new (options: object) => OrsClient;

interface RoutingJs {
  directions(
    locations: unknown,
    profile: string,
  ): Promise<{
    readonly directions: readonly {
      readonly feature: { readonly properties: { readonly distance: number } };
    }[];
  }>;
  matrix(locations: unknown, profile: string): Promise<{ readonly durations: readonly number[][] }>;
  reachability(
    location: unknown,
    profile: string,
    ranges: readonly number[],
  ): Promise<{
    readonly isochrones: readonly unknown[];
  }>;
}

interface GraphHopperClient {
  readonly doRequest: Call;
}

type Constructor<Client> = new (options: object) => Client;

describe.skipIf(load === undefined)('clients of other authors, with the sandbox as their base URL', () => {
  let service: RoutingService;
  beforeAll(async () => {
    service = await startRoutingService(await prepareTown());
  });
  afterAll(() => service.close());

  const openrouteservice = (name: string): OrsClient => {
    const { [name]: create } = packageOf('openrouteservice-js') as Record<string, OrsClass>;
    if (create === undefined) throw new Error(`openrouteservice-js has no ${name}.`);
    return new create({ api_key: service.apiKey, host: service.openrouteserviceUrl });
  };

  it('openrouteservice-js: directions, isochrones, matrix, snap', async () => {
    const profile = 'driving-car';
    const directions = openrouteservice('Directions');
    const route = await directions.calculate({ profile, coordinates: [station, library], format: 'json' });
    expect(route).toMatchObject({ routes: [{ summary: { distance: 1000 } }] });
    const isochrones = openrouteservice('Isochrones');
    const areas = await isochrones.calculate({ profile, locations: [station], range: [60, 120] });
    expect(areas['features']).toHaveLength(2);
    const matrix = openrouteservice('Matrix');
    const table = await matrix.calculate({ profile, locations: [station, library] });
    expect(table).toMatchObject({
      durations: [
        [0, 87],
        [expect.any(Number), 0],
      ],
    });
    const snap = openrouteservice('Snap');
    const places = await snap.calculate({ profile, locations: [station], radius: 100, format: 'json' });
    expect(places).toMatchObject({ locations: [{ location: station }] });
  });

  it('openrouteservice-js: geocoding by name and by place, and errors of what is absent', async () => {
    const found = await openrouteservice('Geocode').geocode({ text: 'Market Hall' });
    expect(found).toMatchObject({ features: [{ properties: { name: 'Market Hall' } }] });
    const near = await openrouteservice('Geocode').reverseGeocode({
      point: { lat_lng: latLon(library) },
      boundary_circle: { lat_lng: latLon(library), radius: 1 },
    });
    expect(near['features']?.[0]).toMatchObject({ properties: { name: 'Library' } });
    const line = { format_in: 'polyline', format_out: 'polyline', geometry: [station, library] };
    await expect(openrouteservice('Elevation').lineElevation(line)).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ['@routingjs/ors', 'ORS', 'driving-car', 'openrouteserviceUrl', 1000],
    ['@routingjs/osrm', 'OSRM', 'driving', 'osrmUrl', 1000],
    // Kilometres.
    ['@routingjs/valhalla', 'Valhalla', 'auto', 'url', 1],
  ] as const)('%s: directions and a matrix', async (name, className, profile, url, distance) => {
    const { [className]: create } = packageOf(name) as Record<string, Constructor<RoutingJs>>;
    if (create === undefined) throw new Error(`${name} has no ${className}.`);
    const client = new create({ apiKey: service.apiKey, baseUrl: service[url] });
    const places = [station, library].map(latLon);
    const { directions } = await client.directions(places, profile);
    expect(directions[0]?.feature.properties.distance).toBe(distance);
    const { durations } = await client.matrix(places, profile);
    expect(durations[0]).toEqual([0, 87]);
    if (className === 'OSRM') return;
    const { isochrones } = await client.reachability(latLon(station), profile, [60, 120]);
    expect(isochrones).toHaveLength(2);
  });

  it('graphhopper-js-api-client: routes, matrices and isochrones', async () => {
    packageOf('graphhopper-js-api-client');
    const classes = globalThis as unknown as Record<string, Constructor<GraphHopperClient>>;
    const open = (name: 'Routing' | 'Matrix' | 'Isochrone') => {
      const create = classes[`GraphHopper${name}`]; // the package exports nothing
      if (create === undefined) throw new Error(`graphhopper-js-api-client has no ${name}.`);
      return new create({ key: service.apiKey, host: service.graphhopperUrl });
    };
    const route = await open('Routing').doRequest({ points: [station, library], profile: 'car' });
    expect(route).toMatchObject({ paths: [{ distance: 1000, points: { type: 'LineString' } }] });
    const table = await open('Matrix').doRequest({ points: [library, theatre], profile: 'foot' });
    expect(table['times']).toMatchObject([
      [0, 211],
      [expect.any(Number), 0],
    ]);
    const areas = await open('Isochrone').doRequest({
      point: latLon(library).join(','),
      time_limit: 300,
      buckets: 2,
    });
    expect(areas['polygons']).toHaveLength(2);
  });
});
