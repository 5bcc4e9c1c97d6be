import { createRoutingClient, decodePolyline } from '@org/routing';
import { platformSupport } from '@org/routing/embedded';
import { graphhopper } from '@org/routing/graphhopper';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../../src/map/prepare.ts';
import { locateGridPoint } from '../../src/map/town-map.ts';
import { hideQuery } from '../../src/requests/hide-secrets.ts';
import { type RoutingService, startRoutingService } from '../../src/routing/service.ts';

const { supported, reason } = platformSupport();

const station = locateGridPoint([0, 0]);
const library = locateGridPoint([5, 5]);
const theatre = locateGridPoint([5, 6]);
const island = locateGridPoint([20.5, 20]);
const sea = [10.3, 50.3] as const;
const latLon = ([longitude, latitude]: readonly [number, number]) => `${latitude},${longitude}`;

describe.skipIf(!supported)(`GraphHopper's API ${reason ?? ''}`, () => {
  let service: RoutingService;
  beforeAll(async () => {
    service = await startRoutingService(await prepareTown());
  });
  afterAll(() => service.close());

  const ask = async (target: string, body?: object, on = service) => {
    const url = `${on.graphhopperUrl}${target}${target.includes('?') ? '&' : '?'}key=${on.apiKey}`;
    const answer = await fetch(url, body && { method: 'POST', body: JSON.stringify(body) });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as never };
  };
  const pathOf = async (body: object): Promise<Record<string, never>> => {
    const { status, json } = await ask('/route', { profile: 'car', ...body });
    expect(status).toBe(200);
    return json['paths'][0];
  };

  it('routes the same by GET with the latitude first, and by POST with the longitude first', async () => {
    const got = await ask(`/route?profile=car&point=${latLon(station)}&point=${latLon(library)}`);
    const posted = await pathOf({ points: [station, library] });
    expect(got.json['paths'][0]).toEqual(posted);
    expect(posted).toMatchObject({
      distance: 1000,
      time: expect.any(Number),
      points_encoded: true,
      points_encoded_multiplier: 100_000,
      snapped_waypoints: expect.any(String),
    });
    expect(posted['time']).toBeGreaterThan(60_000);
    expect(decodePolyline(posted['points'] ?? '').at(-1)).toEqual([...library]);
  });

  it('its instructions follow the line, with one for a roundabout and one for each arrival', async () => {
    const [from, to] = [locateGridPoint([7, 9]), locateGridPoint([10, 9])];
    const { points, instructions, ...path } = await pathOf({
      points: [from, to, library],
      points_encoded: false,
    });
    const parts = instructions as unknown as { sign: number; interval: number[]; distance: number }[];
    expect(parts.find(({ sign }) => sign === 6)).toMatchObject({ exit_number: 2, exited: true });
    expect(parts.filter(({ sign }) => sign === 5 || sign === 4).map(({ sign }) => sign)).toEqual([5, 4]);
    expect(parts.map(({ interval }) => interval[0])).toEqual([
      0,
      ...parts.map(({ interval }) => interval[1]).slice(0, -1),
    ]);
    expect(parts.reduce((sum, { distance }) => sum + distance, 0)).toBeCloseTo(path['distance'] ?? 0, 0);
    expect(points).toMatchObject({ type: 'LineString' });
    expect(await pathOf({ points: [from, to], instructions: false, calc_points: false })).not.toMatchObject({
      points: expect.anything(),
    });
  });

  it('has heights on request; without tiles of heights, the sea level', async () => {
    const { points, snapped_waypoints: ends } = await pathOf({ points: [station, library], elevation: true });
    expect(decodePolyline(points ?? '', { elevation: true })[0]).toEqual([...station, 0]);
    expect(decodePolyline(ends ?? '', { elevation: true })).toHaveLength(2);
  });

  it('closes roads and areas by a custom model, and reorders the middle points', async () => {
    const toll = [locateGridPoint([7, 5]), locateGridPoint([7, 6])];
    const open = await pathOf({ points: toll });
    const priority = [{ if: 'toll == ALL', multiply_by: '0' }];
    expect((await pathOf({ points: toll, custom_model: { priority } }))['distance']).toBeGreaterThan(
      open['distance'] ?? 0,
    );
    const order = { points: [station, library, locateGridPoint([2, 2]), theatre], optimize: 'true' };
    expect((await pathOf(order))['points_order']).toEqual([0, 2, 1, 3]);
  });

  it('has path details of the road, also to the driver', async () => {
    const names = ['street_name', 'leg_time', 'max_speed', 'road_class'];
    const { details } = await pathOf({ points: [station, library], details: names });
    expect(Object.keys(details ?? {})).toEqual(names);
    await using routing = createRoutingClient({
      driver: graphhopper({ baseUrl: service.graphhopperUrl, apiKey: service.apiKey }),
    });
    const { routes } = await routing.directions({
      profile: 'driving',
      waypoints: [station, library],
      attributes: ['roadClass'],
    });
    expect(routes[0].attributes?.roadClass?.[0]?.value).toBe('primary');
  });

  it('a matrix fails fast, or has null and says which points; a job has the same', async () => {
    const body = {
      profile: 'foot',
      from_points: [station, island],
      to_points: [library],
      out_arrays: ['times'],
    };
    expect(await ask('/matrix', body)).toMatchObject({ status: 400, json: { hints: [{}] } });
    const kept = await ask('/matrix', { ...body, fail_fast: false });
    expect(kept.json).toMatchObject({
      times: [[expect.any(Number)], [null]],
      hints: [{ point_pairs: [[1, 0]] }],
    });
    const { json } = await ask('/matrix/calculate', { ...body, fail_fast: false });
    const solution = () => ask(`/matrix/solution/${json['job_id']}`).then((answer) => answer.json);
    await expect
      .poll(solution)
      .toMatchObject({ status: 'finished', solution: { times: kept.json['times'] } });
    const places = Array.from({ length: 60 }, (_, index) =>
      locateGridPoint([index % 10, Math.floor(index / 10)]),
    );
    const large = await ask('/matrix', { points: places, out_arrays: ['distances'] });
    expect(large.json['distances']).toHaveLength(60);
  });

  it('isochrones have equal buckets, the smallest first', async () => {
    const { json } = await ask(`/isochrone?profile=foot&point=${latLon(library)}&time_limit=600&buckets=3`);
    const polygons = json['polygons'] as {
      properties: { bucket: number };
      geometry: { coordinates: [][] };
    }[];
    expect(polygons.map(({ properties }) => properties.bucket)).toEqual([0, 1, 2]);
    const sizes = polygons.map(({ geometry }) => JSON.stringify(geometry).length);
    expect(sizes[0]).toBeLessThan(sizes[2] ?? 0);
  });

  const car = `profile=car&point=${latLon(station)}`;
  it.each([
    [`/route?${car}&point=${latLon(sea)}`, 400, 'PointNotFoundException', { point_index: 1 }],
    [`/route?${car}&point=${latLon(island)}`, 400, 'ConnectionNotFoundException', {}],
    [`/route?${car}`, 400, 'IllegalArgumentException', {}],
    [`/route?${car}&point=x`, 400, 'IllegalArgumentException', {}],
    [`/route?profile=boat&point=50,10&point=50.001,10`, 400, 'IllegalArgumentException', {}],
    [`/route?${car}&point=${latLon(library)}&details=lanes`, 400, 'IllegalArgumentException', {}],
    [`/isochrone?profile=car&point=${latLon(sea)}`, 400, 'IllegalArgumentException', {}],
    [`/isochrone?${car}&buckets=99`, 400, 'IllegalArgumentException', {}],
  ])('refuses %s', async (target, status, exception, more) => {
    const hints = [{ details: expect.stringContaining(exception), ...more }];
    expect(await ask(target)).toMatchObject({ status, json: { message: expect.any(String), hints } });
  });

  it.each(['/geocode?q=x', '/match', '/cluster'])('refuses %s clearly', async (target) => {
    const answer = await ask(target, target.includes('?') ? undefined : {});
    expect(answer).toMatchObject({
      status: 501,
      json: { message: expect.stringContaining('not supported') },
    });
  });

  it('has the key, the minute and the credits of the day of the hosted service', async () => {
    const limited = await startRoutingService({
      ...(await prepareTown()),
      rateLimit: { limit: 2, windowMs: 60_000 },
      dailyQuota: 1,
    });
    const target = `/route?${car}&point=${latLon(library)}`;
    const first = await ask(target, undefined, limited);
    expect(first.status).toBe(200);
    expect(first.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(await ask(target, undefined, limited)).toMatchObject({
      status: 429,
      json: { message: expect.stringContaining('Daily') },
    });
    expect(await ask(target, undefined, limited)).toMatchObject({
      status: 429,
      json: { message: expect.stringContaining('Minutely') },
    });
    expect((await fetch(`${limited.graphhopperUrl}${target}`)).status).toBe(401);
    expect((await ask('/route/elsewhere')).status).toBe(404);
    await limited.close();
    expect(hideQuery('/graphhopper/route?key=abc&point=1,2')).toBe(
      '/graphhopper/route?key=[redacted]&point=1,2',
    );
  });
});
