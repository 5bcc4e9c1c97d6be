import { encodePolyline } from '@org/routing';
import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../src/map/prepare.ts';
import { locateGridPoint } from '../src/map/town-map.ts';
import type { Position } from '../src/routing/engine/position.ts';
import { type RoutingService, startRoutingService } from '../src/routing/service.ts';

const support = platformSupport();

const station = locateGridPoint([0, 0]);
const library = locateGridPoint([5, 5]);
const theatre = locateGridPoint([5, 6]);
const island = locateGridPoint([20.5, 20]);
const sea: Position = [10.1, 50.1];

interface Summary {
  readonly distance: number;
  readonly duration: number;
}
interface Segment extends Summary {
  readonly steps: readonly (Summary & {
    type: number;
    name: string;
    way_points: [number, number];
    exit_number?: number;
  })[];
}
interface GeoJsonAnswer {
  readonly features: readonly {
    readonly properties: {
      readonly summary: Summary;
      readonly segments: readonly Segment[];
      readonly way_points: readonly number[];
    };
    readonly geometry: { readonly type: string; readonly coordinates: readonly Position[] };
  }[];
}

describe.skipIf(!support.supported)(`openrouteservice's API ${support.reason ?? ''}`, () => {
  let service: RoutingService;
  let tilesDirectory: string;
  beforeAll(async () => {
    ({ tilesDirectory } = await prepareTown());
    service = await startRoutingService({ tilesDirectory });
  });
  afterAll(() => service.close());

  const post = (
    path: string,
    body: unknown,
    on = service,
    headers: Record<string, string> = { authorization: on.apiKey },
  ) =>
    fetch(`${on.openrouteserviceUrl}/v2${path}`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const geojson = async (body: object, profile = 'driving-car') =>
    (await (await post(`/directions/${profile}/geojson`, body)).json()) as GeoJsonAnswer;

  describe('directions', () => {
    it('describe the way: segments, steps and geometry that fit together', async () => {
      const { features } = await geojson({ coordinates: [station, library, theatre] });
      const [route] = features;
      const { summary, segments, way_points } = route?.properties ?? { segments: [], way_points: [] };
      const points = route?.geometry.coordinates ?? [];
      expect(segments).toHaveLength(2);
      const sum = (metric: 'distance' | 'duration') =>
        segments.reduce((total, segment) => total + segment[metric], 0);
      expect(sum('distance')).toBeCloseTo(summary?.distance ?? 0, 0);
      expect(sum('duration')).toBeCloseTo(summary?.duration ?? 0, 0);
      expect(way_points).toEqual([0, expect.any(Number), points.length - 1]);
      expect(points[way_points[1] ?? 0]?.map((degrees) => degrees.toFixed(4))).toEqual(
        library.map((degrees) => degrees.toFixed(4)),
      );
      const ranges = segments.flatMap(({ steps }) => steps.map((step) => step.way_points));
      ranges.slice(1).forEach(([from], index) => {
        expect(from).toBe(ranges[index]?.[1]);
      });
      expect(segments.map(({ steps }) => [steps[0]?.type, steps.at(-1)?.type])).toEqual([
        [11, 10],
        [11, 10],
      ]);
      expect(segments[1]?.steps.map(({ name }) => name)).toEqual([
        'South Quay',
        'Old Bridge',
        'North Quay',
        '-',
      ]);
    });

    it('are the same as JSON, with the line encoded to five decimals', async () => {
      const body = { coordinates: [library, theatre] };
      const answer = await post('/directions/driving-car', body);
      const json = (await answer.json()) as {
        routes: { geometry: string; summary: Summary }[];
        bbox: number[];
      };
      const { features } = await geojson(body);
      expect(json.routes[0]?.summary).toEqual(features[0]?.properties.summary);
      expect(json.routes[0]?.geometry).toBe(encodePolyline(features[0]?.geometry.coordinates ?? []));
      expect(json.bbox).toHaveLength(4);
    });

    it('come to a GET as GeoJSON', async () => {
      const query = new URLSearchParams({
        start: library.join(),
        end: theatre.join(),
        api_key: service.apiKey,
      });
      const answer = await fetch(`${service.openrouteserviceUrl}/v2/directions/driving-car?${query}`);
      expect(answer.headers.get('content-type')).toMatch(/^application\/geo\+json/);
      expect(await answer.json()).toMatchObject({
        type: 'FeatureCollection',
        features: [{ geometry: { type: 'LineString' } }],
      });
    });

    it('number the exits of a roundabout', async () => {
      const { features } = await geojson({
        coordinates: [locateGridPoint([7, 9]), locateGridPoint([9, 10.5])],
      });
      expect(features[0]?.properties.segments[0]?.steps.find(({ type }) => type === 7)?.exit_number).toBe(3);
    });

    it('avoid tolls on request, and warn of them otherwise', async () => {
      const coordinates = [locateGridPoint([7, 5]), locateGridPoint([7, 6])];
      const paying = (await geojson({ coordinates })).features[0]?.properties;
      const avoiding = (await geojson({ coordinates, options: { avoid_features: ['tollways'] } })).features[0]
        ?.properties;
      expect(paying).toMatchObject({ warnings: [{ code: 2 }] });
      expect(avoiding).not.toHaveProperty('warnings');
      expect(avoiding?.summary.distance).toBeGreaterThan(paying?.summary.distance ?? Infinity);
    });

    it('have an empty summary from a place to itself', async () => {
      const { features } = await geojson({ coordinates: [library, library] });
      expect(features[0]?.properties.summary).toEqual({});
    });

    it('convert kilometres, leave out steps and lines, and heed a lorry’s weight', async () => {
      const options = { profile_params: { restrictions: { weight: 10 } }, vehicle_type: 'hgv' };
      const body = {
        coordinates: [library, theatre],
        units: 'km',
        instructions: false,
        geometry: false,
        options,
      };
      const { routes } = (await (await post('/directions/driving-hgv/json', body)).json()) as {
        routes: object[];
      };
      expect(routes).toMatchObject([{ summary: { distance: 0.9 }, warnings: [{ code: 2 }] }]);
      expect(routes[0]).not.toHaveProperty('geometry');
      expect(JSON.stringify(routes)).not.toContain('steps');
    });
  });

  describe('isochrones', () => {
    it('grow with the range, ascending, each with its place', async () => {
      const body = { locations: [library, station], range: [120, 60], attributes: ['area'] };
      const answer = (await (await post('/isochrones/foot-walking', body)).json()) as {
        features: {
          properties: { group_index: number; value: number; area: number };
          geometry: { type: string };
        }[];
      };
      const found = answer.features.map(({ properties, geometry }) => [
        properties.group_index,
        properties.value,
        geometry.type,
      ]);
      expect(found).toEqual([
        [0, 60, 'Polygon'],
        [0, 120, 'Polygon'],
        [1, 60, 'Polygon'],
        [1, 120, 'Polygon'],
      ]);
      const areas = answer.features.map(({ properties }) => properties.area);
      expect(areas[0]).toBeLessThan(areas[1] ?? 0);
      // Two minutes on foot reach 170 m: some hectares, not square metres or square kilometres.
      expect(areas[1]).toBeGreaterThan(1e3);
      expect(areas[1]).toBeLessThan(1e5);
    });

    it('expand an interval to rings, the last one at the range', async () => {
      const body = { locations: [library], range: [250], interval: 100, range_type: 'distance' };
      const answer = (await (await post('/isochrones/driving-car', body)).json()) as {
        features: { properties: { value: number } }[];
      };
      expect(answer.features.map(({ properties }) => properties.value)).toEqual([100, 200, 250]);
    });

    it('fail altogether over a place off the road, or with options leave it out', async () => {
      const body = { locations: [library, sea], range: [60] };
      const failed = await post('/isochrones/driving-car', body);
      expect([failed.status, await failed.json()]).toEqual([
        500,
        expect.objectContaining({ error: { code: 3099, message: 'The closest node is null.' } }),
      ]);
      const partial = (await (await post('/isochrones/driving-car', { ...body, options: {} })).json()) as {
        features: object[];
      };
      expect(partial.features).toHaveLength(1);
    });
  });

  describe('matrix', () => {
    it('has metres, seconds, snapped places, and null where there is no way or no road', async () => {
      const body = {
        locations: [station, library, island, sea],
        metrics: ['duration', 'distance'],
        resolve_locations: true,
      };
      const answer = (await (await post('/matrix/driving-car', body)).json()) as {
        durations: (number | null)[][];
        distances: (number | null)[][];
        sources: ({ name: string; location: Position; snapped_distance: number } | null)[];
      };
      const reachable = (table: (number | null)[][]) => table.map((row) => row.map((cell) => cell !== null));
      const expected = [
        [true, true, false, false],
        [true, true, false, false],
        [false, false, true, false],
        [false, false, false, false],
      ];
      expect(reachable(answer.durations)).toEqual(expected);
      expect(reachable(answer.distances)).toEqual(expected);
      expect(answer.distances[0]?.[1]).toBeGreaterThan(900);
      expect(answer.distances[0]?.[1]).toBeLessThan(1100);
      expect(answer.sources[3]).toBeNull();
      expect(answer.sources[1]).toMatchObject({
        snapped_distance: expect.any(Number),
        name: expect.any(String),
      });
    });

    it('agrees with directions on foot, however many sources', async () => {
      const locations = [station, library, theatre, locateGridPoint([9, 2])];
      const body = { locations, sources: ['0', '3'], destinations: ['1', '2'], metrics: ['duration'] };
      const { durations } = (await (await post('/matrix/foot-walking', body)).json()) as {
        durations: number[][];
      };
      for (const [row, from] of [station, locateGridPoint([9, 2])].entries()) {
        for (const [column, to] of [library, theatre].entries()) {
          const { features } = await geojson({ coordinates: [from, to] }, 'foot-walking');
          expect(
            Math.abs((durations[row]?.[column] ?? 0) - (features[0]?.properties.summary.duration ?? 0)),
          ).toBeLessThan(2);
        }
      }
    });

    it('returns nulls for a band where nothing is reachable', async () => {
      const body = { locations: [library, island], sources: ['0'], destinations: ['1'] };
      expect(await (await post('/matrix/driving-car', body)).json()).toMatchObject({ durations: [[null]] });
    });
  });

  it('snaps places to the road, and returns null where none is near', async () => {
    const beside: Position = [library[0], library[1] + 0.0002];
    const answer = await post('/snap/driving-car/json', { locations: [beside, sea], radius: 300 });
    expect(await answer.json()).toMatchObject({
      locations: [
        { location: [expect.any(Number), expect.any(Number)], snapped_distance: expect.any(Number) },
        null,
      ],
    });
    const near = await post('/snap/driving-car', { locations: [beside], radius: 0.01 });
    expect(await near.json()).toMatchObject({ locations: [null] });
  });

  it('draws isochrones with the options of the request: without tolls the other bank is far', async () => {
    const areaOf = async (options: object) => {
      const locations = [locateGridPoint([7, 5])];
      const body = { locations, range: [60], attributes: ['area'], options };
      const answer = (await (await post('/isochrones/driving-car', body)).json()) as {
        features: { properties: { area: number } }[];
      };
      return answer.features[0]?.properties.area ?? Number.NaN;
    };
    expect(await areaOf({ avoid_features: ['tollways'] })).toBeLessThan(await areaOf({}));
  });

  const two = { coordinates: [library, theatre] };
  const refusals: [string, string, unknown, number, number, RegExp][] = [
    ['no coordinates', '/directions/driving-car', {}, 400, 2001, /'coordinates' is missing/],
    [
      'a third coordinate',
      '/directions/driving-car',
      {
        coordinates: [
          [1, 2, 3],
          [1, 2],
        ],
      },
      400,
      2003,
      /coordinates/,
    ],
    [
      'texts for coordinates',
      '/directions/driving-car',
      { coordinates: ['1,2', '3,4'] },
      400,
      2002,
      /coordinates/,
    ],
    ['one waypoint', '/directions/driving-car', { coordinates: [library] }, 400, 2003, /coordinates/],
    [
      '51 waypoints',
      '/directions/driving-car',
      { coordinates: Array(51).fill(library) },
      400,
      2004,
      /waypoints must not be greater than 50/,
    ],
    [
      'an unknown parameter',
      '/directions/driving-car',
      { ...two, colour: 1 },
      400,
      2012,
      /Unknown parameter 'colour'/,
    ],
    [
      'heights',
      '/directions/driving-car',
      { ...two, elevation: true },
      500,
      2018,
      /no heights.*elevationDirectory/,
    ],
    [
      'kinds of surface',
      '/directions/driving-car',
      { ...two, extra_info: ['surface'] },
      500,
      2018,
      /extra_info/,
    ],
    [
      'countries to avoid',
      '/directions/driving-car',
      { ...two, options: { avoid_countries: [11] } },
      500,
      2099,
      /avoid_countries/,
    ],
    [
      'fords to avoid',
      '/directions/driving-car',
      { ...two, options: { avoid_features: ['fords'] } },
      500,
      2099,
      /fords/,
    ],
    ['an unknown profile', '/directions/flying-carpet', two, 400, 2003, /profile/],
    [
      'an unknown preference',
      '/directions/driving-car',
      { ...two, preference: 'scenic' },
      400,
      2003,
      /'scenic'/,
    ],
    [
      'steps to avoid by car',
      '/directions/driving-car',
      { ...two, options: { avoid_features: ['steps'] } },
      400,
      2003,
      /'steps'/,
    ],
    [
      'alternatives over three points',
      '/directions/driving-car',
      { coordinates: [library, theatre, station], alternative_routes: {} },
      400,
      2011,
      /incompatible/,
    ],
    [
      'four alternatives',
      '/directions/driving-car',
      { ...two, alternative_routes: { target_count: 4 } },
      400,
      2003,
      /target_count/,
    ],
    [
      'a waypoint in the sea',
      '/directions/driving-car',
      { coordinates: [library, sea] },
      404,
      2010,
      /350\.0 meters of specified coordinate 1: 10\.1000000 50\.1000000/,
    ],
    [
      'an island',
      '/directions/driving-car',
      { coordinates: [station, library, island] },
      404,
      2009,
      /between points 2 \(10\.00.*\) and 3 \(10\.02/,
    ],
    ['an empty body', '/directions/driving-car', '', 500, 2008, /empty/],
    ['broken JSON', '/directions/driving-car', '{', 400, 2000, /JSON/],
    ['no range', '/isochrones/driving-car', { locations: [library] }, 400, 3001, /'range'/],
    [
      'six places',
      '/isochrones/driving-car',
      { locations: Array(6).fill(library), range: [60] },
      400,
      3004,
      /Maximum possible value is 5/,
    ],
    [
      'eleven rings',
      '/isochrones/driving-car',
      { locations: [library], range: [110], interval: 10 },
      400,
      3012,
      /10/,
    ],
    [
      'an unknown parameter',
      '/isochrones/driving-car',
      { locations: [library], range: [60], colour: 1 },
      400,
      3011,
      /colour/,
    ],
    [
      'numbers as sources',
      '/matrix/driving-car',
      { locations: [library, theatre], sources: [0] },
      400,
      6002,
      /sources/,
    ],
    [
      'a source that is not there',
      '/matrix/driving-car',
      { locations: [library, theatre], sources: ['2'] },
      400,
      6003,
      /sources/,
    ],
    ['one place', '/matrix/driving-car', { locations: [library] }, 400, 6003, /locations/],
    ['3600 cells', '/matrix/driving-car', { locations: Array(60).fill(library) }, 400, 6004, /3500/],
  ];
  it.each(refusals)('refuses %s: %s', async (_, path, body, status, code, text) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      error: { code, message: expect.stringMatching(text) },
      info: { timestamp: expect.any(Number) },
    });
  });

  it.each([
    ['no key', {}, 401, 'Authorization field missing'],
    ['a wrong key', { authorization: 'nonsense' }, 403, 'Access to this API has been disallowed'],
    [
      'a scheme before the key',
      { authorization: 'Bearer sandbox-routing-key' },
      403,
      'Access to this API has been disallowed',
    ],
  ])('refuses %s as the gateway does', async (_, headers, status, error) => {
    const answer = await post('/directions/driving-car', two, service, headers as Record<string, string>);
    expect([answer.status, await answer.json()]).toEqual([status, { error }]);
  });

  it('limits each endpoint by itself, without saying for how long', async () => {
    const limited = await startRoutingService({
      tilesDirectory,
      apiKey: 'mine',
      rateLimit: { limit: 1, windowMs: 60_000, now: () => 0 },
    });
    try {
      expect((await post('/directions/driving-car', two, limited)).status).toBe(200);
      const refused = await post('/directions/driving-car', two, limited);
      expect([refused.status, await refused.json()]).toEqual([429, { error: 'Rate limit exceeded' }]);
      expect(refused.headers.get('retry-after')).toBeNull();
      expect((await post('/matrix/driving-car', { locations: [library, theatre] }, limited)).status).toBe(
        200,
      );
      expect(limited.stats).toEqual({ requests: 3, refused: 1 });
    } finally {
      await limited.close();
    }
  });

  it('counts the quota of a day: headers on success, another 403 when it is used up', async () => {
    const limited = await startRoutingService({ tilesDirectory, dailyQuota: 1 });
    try {
      const good = await post('/directions/driving-car', two, limited);
      expect(good.headers.get('x-ratelimit-limit')).toBe('1');
      expect(good.headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(good.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
      const refused = await post('/directions/driving-car', two, limited);
      expect([refused.status, await refused.json()]).toEqual([403, { error: 'Quota exceeded' }]);
      expect(refused.headers.get('x-ratelimit-limit')).toBeNull();
      expect((await post('/matrix/driving-car', { locations: [library, theatre] }, limited)).status).toBe(
        200,
      );
    } finally {
      await limited.close();
    }
  });

  it('is ready, and refuses other methods with 405', async () => {
    expect(await (await fetch(`${service.openrouteserviceUrl}/v2/health`)).json()).toEqual({
      status: 'ready',
    });
    const answer = await fetch(`${service.openrouteserviceUrl}/v2/matrix/driving-car`);
    expect(answer.status).toBe(405);
  });
});
