import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../src/map/prepare.ts';
import { type RoutingService, startRoutingService } from '../src/routing/service.ts';

const support = platformSupport();

const library = { lon: 10.007, lat: 50.0045 };
const theatre = { lon: 10.007, lat: 50.0054 };
const island = { lon: 10.0287, lat: 50.018 };
const route = { locations: [library, theatre], costing: 'auto' };

describe.skipIf(!support.supported)(`Valhalla's HTTP API ${support.reason ?? ''}`, () => {
  let service: RoutingService;
  let tilesDirectory: string;
  beforeAll(async () => {
    ({ tilesDirectory } = await prepareTown());
    service = await startRoutingService({ tilesDirectory });
  });
  afterAll(() => service.close());

  const post = (path: string, body: unknown, base = service.url) =>
    fetch(`${base}${path}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
  const get = (path: string, query: Record<string, string> = {}) =>
    fetch(`${service.url}${path}?${new URLSearchParams(query)}`);

  it('responds to a POST with the engine’s trip', async () => {
    const answer = await post('/route', route);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json;charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({
      trip: { status: 0, units: 'kilometers', summary: { length: 0.5 } },
    });
  });

  it('responds the same to a GET with ?json= and further parameters', async () => {
    const answer = await get('/route', { json: JSON.stringify(route), units: 'miles', id: 'abc' });
    expect(await answer.json()).toMatchObject({ id: 'abc', trip: { units: 'miles' } });
  });

  it('serves every action', async () => {
    const shape = [library, { lon: 10.0056, lat: 50.0045 }, { lon: 10.0042, lat: 50.0045 }];
    const bodies = {
      sources_to_targets: { sources: [library], targets: [theatre, library], costing: 'auto' },
      isochrone: { locations: [library], costing: 'pedestrian', contours: [{ time: 3 }], polygons: true },
      locate: { locations: [library], costing: 'auto' },
      height: { shape },
      trace_route: { shape, costing: 'auto' },
      trace_attributes: { shape, costing: 'auto' },
      optimized_route: { locations: [library, { lon: 10, lat: 50 }, theatre], costing: 'auto' },
      centroid: { locations: [library, theatre], costing: 'auto' },
      expansion: { action: 'isochrone', locations: [library], costing: 'auto', contours: [{ time: 1 }] },
      status: { verbose: true },
    };
    for (const [action, body] of Object.entries(bodies)) {
      const answer = await post(`/${action}`, body);
      expect([action, answer.status, typeof (await answer.json())]).toEqual([action, 200, 'object']);
    }
  });

  it('sends GPX as a file', async () => {
    const answer = await post('/route', { ...route, format: 'gpx' });
    expect(answer.headers.get('content-type')).toBe('application/gpx+xml;charset=utf-8');
    expect(await answer.text()).toMatch(/^<\?xml.*<gpx /s);
  });

  const refusals: [string, string, unknown, number, number, RegExp][] = [
    ['no locations', '/route', { costing: 'auto' }, 400, 110, /required parameter 'locations'/],
    [
      'one location',
      '/route',
      { ...route, locations: [library] },
      400,
      120,
      /Insufficient number of locations/,
    ],
    [
      'an unknown costing',
      '/route',
      { ...route, costing: 'rocket' },
      400,
      125,
      /No costing method found: 'rocket'/,
    ],
    ['no costing', '/route', { locations: [library, theatre] }, 400, 124, /No edge\/node costing/],
    [
      'a latitude off the globe',
      '/route',
      { ...route, locations: [{ lon: 1, lat: 91 }, library] },
      400,
      130,
      /Failed to parse location/,
    ],
    [
      'too many waypoints',
      '/route',
      { ...route, locations: Array(51).fill(library) },
      400,
      150,
      /Exceeded max locations/,
    ],
    ['a matrix without points', '/sources_to_targets', { costing: 'auto' }, 400, 112, /sources & targets/],
    ['no contours', '/isochrone', { locations: [library], costing: 'auto' }, 400, 113, /'contours'/],
    [
      'too long a contour',
      '/isochrone',
      { locations: [library], costing: 'auto', contours: [{ time: 999 }] },
      400,
      151,
      /Exceeded max time/,
    ],
    [
      'too many contours',
      '/isochrone',
      { locations: [library], costing: 'auto', contours: Array(11).fill({ time: 1 }) },
      400,
      152,
      /Exceeded max contours/,
    ],
    [
      'too far a contour',
      '/isochrone',
      { locations: [library], costing: 'auto', contours: [{ distance: 999 }] },
      400,
      166,
      /Exceeded max distance/,
    ],
    [
      'too long a way',
      '/route',
      { ...route, locations: [library, { lon: -120, lat: -40 }] },
      400,
      154,
      /max distance limit/,
    ],
    ['an island', '/route', { ...route, locations: [library, island] }, 400, 442, /No path could be found/],
    [
      'the sea',
      '/route',
      { ...route, locations: [library, { lon: 10.1, lat: 50.1 }] },
      400,
      171,
      /No suitable edges near location/,
    ],
    ['heights of nothing', '/height', {}, 400, 312, /'shape' or 'encoded_polyline'/],
    ['broken JSON', '/route', '{"locations":', 400, 100, /Failed to parse json request/],
    ['JSON that is not an object', '/route', '[1,2]', 400, 100, /Failed to parse json request/],
    ['an unknown action', '/teleport', {}, 404, 106, /Try any of: .*'\/route'/],
  ];
  it.each(refusals)('refuses %s as the service does', async (_, path, body, status, code, text) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(status);
    const statusText = { 400: 'Bad Request', 404: 'Not Found' }[status];
    expect(await answer.json()).toEqual({
      error_code: code,
      error: expect.stringMatching(text),
      status_code: status,
      status: statusText,
    });
  });

  it('refuses other methods with 405 and 101', async () => {
    const answer = await fetch(`${service.url}/route`, { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(await answer.json()).toMatchObject({ error_code: 101, status: 'Method Not Allowed' });
  });

  it('refuses in OSRM’s words when OSRM’s format was asked for', async () => {
    const nowhere = await post('/route', {
      ...route,
      format: 'osrm',
      locations: [library, { lon: 10.1, lat: 50.1 }],
    });
    expect(await nowhere.json()).toEqual({
      code: 'NoSegment',
      message: expect.stringContaining('could not snap'),
    });
    const unreachable = await post('/route', { ...route, format: 'osrm', locations: [library, island] });
    expect(await unreachable.json()).toMatchObject({ code: 'NoRoute' });
  });

  it('enforces limits: 429 as a page with Retry-After, counted, until the window ends', async () => {
    let now = 0;
    const limited = await startRoutingService({
      tilesDirectory,
      rateLimit: { limit: 2, windowMs: 60_000, now: () => now },
    });
    try {
      const first = await post('/status', {}, limited.url);
      expect(first.headers.get('ratelimit-remaining')).toBe('1');
      await post('/status', {}, limited.url);
      now = 10_000;
      const refused = await post('/status', {}, limited.url);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('50');
      expect(await refused.text()).toContain('<html>');
      expect(limited.stats).toEqual({ requests: 3, refused: 1 });
      now = 60_000;
      expect((await post('/status', {}, limited.url)).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('injects failures in order, the given number of times', async () => {
    const broken = await startRoutingService({ tilesDirectory });
    try {
      broken.failNext({
        count: 2,
        status: 502,
        headers: { 'x-cause': 'test' },
        body: '<html>bad gateway</html>',
      });
      broken.failNext({ drop: true });
      broken.failNext({ delayMs: 1 });
      broken.failNext({ status: 429 });
      const first = await post('/route', route, broken.url);
      expect([first.status, first.headers.get('x-cause'), await first.text()]).toEqual([
        502,
        'test',
        '<html>bad gateway</html>',
      ]);
      expect((await post('/route', route, broken.url)).status).toBe(502);
      await expect(post('/route', route, broken.url)).rejects.toThrow();
      expect((await post('/route', route, broken.url)).status).toBe(200);
      expect(await (await post('/route', route, broken.url)).json()).toEqual({ error: 'Too Many Requests' });
      expect(broken.stats).toEqual({ requests: 5, refused: 1 });
    } finally {
      await broken.close();
    }
  });

  it('refuses to start without tiles, saying how to make them', async () => {
    const starting = startRoutingService({ tilesDirectory: '/nowhere/at/all' });
    await expect(starting).rejects.toMatchObject({
      code: 'configuration',
      providerCode: 'engine-tiles-missing',
    });
  });
});
