import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../../src/map/prepare.ts';
import { type RoutingService, startRoutingService } from '../../src/routing/service.ts';

const { supported, reason } = platformSupport();

// Every value that a field might wrongly have.
const wrongValues: unknown[] = [
  ...[null, true, '', 'x', 0, -1, 1e308, -1e308, 4_294_967_296, 0.1, [], {}, [[]], [null], [{}]],
  ...['\u0000', '💥', 'x'.repeat(5000), Array(200).fill(0), { a: { b: [1] } }, '[object Object]', '%'],
];

const places = [
  [10, 50],
  [10.007, 50.0045],
];

const bodies = {
  '/graphhopper/route': {
    points: places,
    profile: 'car',
    details: ['street_name'],
    custom_model: {},
    headings: [1],
    curbsides: ['any'],
    locale: 'de',
    elevation: true,
    optimize: 'true',
    points_encoded: false,
    points_encoded_multiplier: 1e6,
    algorithm: 'alternative_route',
    'alternative_route.max_paths': 2,
  },
  '/graphhopper/matrix': {
    points: places,
    from_points: places,
    to_points: places,
    out_arrays: ['times'],
    fail_fast: false,
  },
  '/osrm/route/v1/driving': {
    coordinates: places,
    radiuses: [5, 5],
    bearings: [[0, 90], null],
    approaches: ['curb', null],
    alternatives: 1,
    waypoints: [0, 1],
    exclude: ['toll'],
    geometries: 'geojson',
  },
  '/osrm/table/v1/driving': {
    coordinates: places,
    sources: [0],
    destinations: [1],
    annotations: ['distance'],
  },
  '/osrm/match/v1/driving': { coordinates: places, timestamps: [1, 2], radiuses: [5, 5] },
  '/ors/elevation/line': { format_in: 'polyline', format_out: 'polyline', geometry: places },
  '/ors/elevation/point': { format_in: 'point', format_out: 'point', geometry: [10, 50] },
  '/ors/v2/snap/driving-car/geojson': { locations: places, radius: 10 },
} as const satisfies Record<string, Record<string, unknown>>;

describe.skipIf(!supported)(`hostile requests to the wires ${reason ?? ''}`, () => {
  let service: RoutingService;
  beforeAll(async () => {
    service = await startRoutingService(await prepareTown());
  });
  afterAll(() => service.close());

  const ask = async (path: string, init?: RequestInit) => {
    const key = `key=${service.apiKey}`;
    const mark = path.includes('?') ? '&' : '?';
    const url = `${service.url}${path}${mark}${path.startsWith('/graphh') ? key : ''}`;
    const answer = await fetch(url, { ...init, headers: { authorization: service.apiKey } });
    await answer.json();
    return answer.status;
  };

  it.each(Object.keys(bodies))('%s answers or refuses every wrong value', async (path) => {
    const body: Record<string, unknown> = bodies[path as keyof typeof bodies];
    for (const field of Object.keys(body))
      for (const value of wrongValues) {
        const status = await ask(path, { method: 'POST', body: JSON.stringify({ ...body, [field]: value }) });
        expect([200, 400, 404, 501], `${field}: ${JSON.stringify(value).slice(0, 80)}`).toContain(status);
      }
    for (const text of ['', '[]', '{', 'null', '"x"', '{"__proto__":1}'])
      expect([400, 404, 500], text).toContain(await ask(path, { method: 'POST', body: text }));
  });

  const queries = [
    [
      '/graphhopper/route?point=50,10&point=50.0045,10.007',
      ['point', 'profile', 'details', 'heading', 'optimize'],
    ],
    ['/graphhopper/isochrone?point=50,10', ['point', 'buckets', 'time_limit', 'distance_limit', 'profile']],
    [
      '/osrm/route/v1/driving/10,50;10.007,50.0045?steps=true',
      ['radiuses', 'bearings', 'alternatives', 'waypoints', 'overview'],
    ],
    ['/osrm/nearest/v1/driving/10,50?number=1', ['number', 'radiuses']],
    ['/osrm/trip/v1/driving/10,50;10.007,50.0045?roundtrip=true', ['roundtrip', 'source', 'destination']],
    ['/ors/geocode/search?text=ring', ['text', 'size', 'layers', 'focus.point.lon', 'boundary.rect.min_lon']],
    ['/ors/geocode/reverse?point.lon=10&point.lat=50', ['size', 'boundary.circle.radius', 'point.lon']],
    ['/ors/elevation/point?format_out=point', ['geometry', 'format_out']],
  ] as const;

  it.each(queries)('%s answers or refuses every wrong value of a query', async (path, names) => {
    for (const name of names)
      for (const value of ['', 'x', '-1', '1e999', 'NaN', ';;;', ',,,', '%00', '💥', 'x'.repeat(3000)]) {
        const status = await ask(`${path}&${name}=${encodeURIComponent(value)}`);
        expect([200, 400, 404], `${name}=${value.slice(0, 20)}`).toContain(status);
      }
  });
});
