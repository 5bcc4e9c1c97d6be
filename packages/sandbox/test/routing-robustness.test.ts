import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../src/map/prepare.ts';
import { type RoutingService, startRoutingService } from '../src/routing/service.ts';

const support = platformSupport();

const place = { lon: 10.007, lat: 50.0045 };

// Every value that a field might wrongly have.
const wrongValues: unknown[] = [
  ...[null, true, '', 'x', 0, -1, 1e308, -1e308, 4294967296, 0.1, [], {}, [[]], [null], [{}]],
  ...['\u0000', '💥', 'x'.repeat(5000), Array(200).fill(0), nest(200)],
];

function nest(depth: number): unknown {
  return depth === 0 ? 'bottom' : { inner: nest(depth - 1), list: [depth] };
}

const bodies: Record<string, Record<string, unknown>> = {
  route: { locations: [place, place], costing: 'auto', exclude_polygons: [], date_time: {}, alternates: 0 },
  sources_to_targets: { sources: [place], targets: [place], costing: 'auto' },
  isochrone: { locations: [place], costing: 'auto', contours: [{ time: 1 }], denoise: 1, generalize: 1 },
  locate: { locations: [place], costing: 'auto' },
  height: { shape: [place, place], encoded_polyline: undefined, resample_distance: 10 },
  trace_route: { shape: [place, place], costing: 'auto', trace_options: {}, shape_match: 'map_snap' },
  trace_attributes: { shape: [place, place], costing: 'auto', filters: {} },
  optimized_route: { locations: [place, place, place], costing: 'auto' },
  centroid: { locations: [place, place], costing: 'auto' },
  expansion: { action: 'route', locations: [place, place], costing: 'auto' },
  status: { verbose: true },
};

describe.skipIf(!support.supported)(`hostile queries ${support.reason ?? ''}`, () => {
  let service: RoutingService;
  beforeAll(async () => {
    service = await startRoutingService(await prepareTown());
  });
  afterAll(() => service.close());

  const post = async (
    url: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) => {
    const answer = await fetch(url, { method: 'POST', body, headers });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it.each(Object.keys(bodies))(
    'to /%s are answered or refused with a number, and the process lives',
    async (action) => {
      const body = bodies[action] ?? {};
      for (const field of Object.keys(body)) {
        for (const value of wrongValues) {
          const answer = await post(`${service.url}/${action}`, JSON.stringify({ ...body, [field]: value }));
          if (answer.status === 200) continue;
          expect(answer.body).toMatchObject({ error_code: expect.any(Number), status_code: answer.status });
        }
      }
      expect((await post(`${service.url}/status`, '{}')).status).toBe(200);
    },
  );

  const authorization = 'sandbox-routing-key';
  it.each([
    [
      'directions',
      {
        coordinates: [
          [10.007, 50.0045],
          [10, 50],
        ],
        options: {},
        radiuses: 1,
        bearings: [],
        alternative_routes: {},
        language: 'en',
      },
    ],
    [
      'isochrones',
      { locations: [[10.007, 50.0045]], range: [60], interval: 30, range_type: 'time', attributes: [] },
    ],
    [
      'matrix',
      {
        locations: [
          [10.007, 50.0045],
          [10, 50],
        ],
        sources: ['0'],
        destinations: ['1'],
        metrics: ['duration'],
      },
    ],
  ] as [string, Record<string, unknown>][])(
    'to openrouteservice’s %s are answered or refused with a code',
    async (endpoint, body) => {
      const url = `${service.openrouteserviceUrl}/v2/${endpoint}/driving-car`;
      for (const field of Object.keys(body)) {
        for (const value of wrongValues) {
          const answer = await post(url, JSON.stringify({ ...body, [field]: value }), { authorization });
          if (answer.status === 200) continue;
          expect(answer.body).toMatchObject({
            error: { code: expect.any(Number), message: expect.any(String) },
          });
        }
      }
    },
  );

  it.each([
    ['no JSON', '}{'],
    ['a number', '1e999'],
    ['half a text', '{"costing":"au'],
    ['bytes', Uint8Array.from([0xff, 0xfe, 0x00, 0x80])],
    ['a prototype', '{"__proto__":{"costing":"auto"},"constructor":1}'],
    ['a hundred thousand brackets', '['.repeat(100_000)],
  ])('in the form of %s are refused', async (_, body) => {
    expect((await post(`${service.url}/route`, body)).status).toBe(400);
  });
});
