import { createRoutingClient } from '@org/routing';
import { platformSupport } from '@org/routing/embedded';
import { osrm } from '@org/routing/osrm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../../src/map/prepare.ts';
import { locateGridPoint } from '../../src/map/town-map.ts';
import { type RoutingService, startRoutingService } from '../../src/routing/service.ts';

const { supported, reason } = platformSupport();

const at = (column: number, row: number) => locateGridPoint([column, row]);
const path = (...points: readonly (readonly [number, number])[]) => points.join(';');
const station = at(0, 0);
const library = at(5, 5);
const theatre = at(5, 6);
const island = at(20.5, 20);
const sea = [10.3, 50.3] as const;

describe.skipIf(!supported)(`OSRM's API ${reason ?? ''}`, () => {
  let service: RoutingService;
  beforeAll(async () => {
    service = await startRoutingService(await prepareTown());
  });
  afterAll(() => service.close());

  const get = async (target: string) => {
    const answer = await fetch(`${service.osrmUrl}${target}`);
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };

  it('routes with a simplified polyline by default, without steps and without texts', async () => {
    const { status, json } = await get(`/route/v1/driving/${path(station, library)}`);
    expect(status).toBe(200);
    expect(json).toEqual({
      code: 'Ok',
      routes: [
        {
          distance: 1000,
          duration: expect.any(Number),
          weight: expect.any(Number),
          weight_name: 'routability',
          geometry: expect.stringMatching(/^_/),
          legs: [
            {
              distance: 1000,
              duration: expect.any(Number),
              weight: expect.any(Number),
              summary: '',
              steps: [],
            },
          ],
        },
      ],
      waypoints: [
        { name: expect.any(String), location: [...station], distance: 0 },
        { name: expect.any(String), location: [...library], distance: 0 },
      ],
    });
    const text = JSON.stringify((await get(`/route/v1/driving/${path(station, library)}?steps=true`)).json);
    for (const foreign of ['"instruction"', 'admin', 'via_waypoints', 'turn_weight', 'geometry_index'])
      expect(text).not.toContain(foreign);
  });

  it('has a line as asked: GeoJSON, six digits, none', async () => {
    const line = async (query: string) => {
      const { json } = await get(`/route/v1/driving/${path(station, library)}?${query}`);
      return (json['routes'] as { geometry?: unknown }[])[0]?.geometry;
    };
    expect(await line('geometries=geojson&overview=full')).toMatchObject({
      type: 'LineString',
      coordinates: expect.arrayContaining([[...station], [...library]]),
    });
    expect(await line('geometries=polyline6')).not.toBe(await line('geometries=polyline'));
    expect(await line('overview=false')).toBe(undefined);
  });

  it('the label of the profile chooses how to travel: on foot over the foot bridge', async () => {
    const distance = async (profile: string) => {
      const { json } = await get(`/route/v1/${profile}/${path(library, theatre)}`);
      return (json['routes'] as { distance: number }[])[0]?.distance;
    };
    expect(await distance('foot')).toBeLessThan((await distance('driving')) ?? 0);
    expect(await distance('car')).toBe(await distance('driving'));
  });

  it('passes silent coordinates, and takes polylines and JSON', async () => {
    const silent = await get(`/route/v1/driving/${path(station, at(0, 5), library)}?waypoints=0;2`);
    expect(silent.json['routes']).toMatchObject([{ legs: [{}] }]);
    const through = (silent.json['routes'] as { distance: number }[])[0]?.distance;
    const answer = await fetch(`${service.osrmUrl}/route/v1/driving`, {
      method: 'POST',
      body: JSON.stringify({
        coordinates: [station, at(0, 5), library],
        steps: true,
        radiuses: [50, null, 50],
      }),
    });
    expect(await answer.json()).toMatchObject({
      code: 'Ok',
      routes: [{ distance: through, legs: [{}, {}] }],
    });
    const line = await get(`/route/v1/driving/${encodeURIComponent('polyline(_gsrH_seK_pR_pR)')}`);
    expect(line.json['code']).toBe('NoSegment');
  });

  it('has trips, tracks, and the nearest roads with their names', async () => {
    const trip = await get(
      `/trip/v1/driving/${path(station, at(9, 9), at(3, 3), at(11, 11))}` +
        '?roundtrip=false&source=first&destination=last',
    );
    expect(trip.json).toMatchObject({ code: 'Ok', trips: [{ legs: [{}, {}, {}] }] });
    const order = (trip.json['waypoints'] as { waypoint_index: number }[]).map((each) => each.waypoint_index);
    expect(order).toEqual([0, 2, 1, 3]);
    expect((await get(`/trip/v1/driving/${path(station, library)}?roundtrip=false`)).json['code']).toBe(
      'NotImplemented',
    );
    const match = await get(
      `/match/v1/driving/${path([10.0001, 50.00001], [10.0014, 50.00002], [10.0027, 50])}?radiuses=8;8;8`,
    );
    expect(match.json).toMatchObject({ code: 'Ok', matchings: [{ confidence: expect.any(Number) }] });
    expect(match.json['tracepoints']).toHaveLength(3);
    const nearest = await get('/nearest/v1/driving/10.00042,50.00018');
    expect(nearest.json).toMatchObject({
      code: 'Ok',
      waypoints: [{ name: 'South Ring', location: [10.00042, 50], distance: 20 }],
    });
    const both = await get(`/nearest/v1/driving/${station}?number=2`);
    expect(both.json['waypoints']).toMatchObject([{ name: 'South Ring' }, { name: 'West Ring' }]);
  });

  it('fills tables of more cells than the engine takes at once', async () => {
    const places = Array.from({ length: 60 }, (_, index) => at(index % 10, Math.floor(index / 10)));
    const { json } = await get(`/table/v1/driving/${path(...places)}?annotations=duration,distance`);
    const durations = json['durations'] as number[][];
    expect(durations.map((row) => row.length)).toEqual(places.map(() => 60));
    expect(durations[0]?.[0]).toBe(0);
    const [one] = (await get(`/table/v1/driving/${path(places[0] ?? station, places[59] ?? library)}`)).json[
      'durations'
    ] as number[][];
    expect(durations[0]?.[59]).toBe(one?.[1]);
    const unreachable = await get(`/table/v1/driving/${path(station, island)}?radiuses=350;350`);
    expect(unreachable.json['durations']).toEqual([
      [0, null],
      [null, 0],
    ]);
  });

  it.each([
    ['/route/v1/driving/10,50', 'InvalidOptions'],
    ['/route/v1/driving/10,50;x', 'InvalidQuery'],
    ['/route/v1/driving/10,50;10,200', 'InvalidOptions'],
    ['/route/v2/driving/10,50;10.1,50', 'InvalidVersion'],
    ['/speed/v1/driving/10,50;10.1,50', 'InvalidService'],
    ['/tile/v1/driving/tile(1,2,13).mvt', 'NotImplemented'],
    [`/route/v1/driving/${path(station, library)}?exclude=bridge`, 'InvalidValue'],
    [`/route/v1/driving/${path(station, library)}?radiuses=5`, 'InvalidOptions'],
    [`/route/v1/driving/${path(station, library)}?geometries=wkt`, 'InvalidValue'],
    [`/route/v1/driving/${path(station, library)}?costing=auto`, 'InvalidQuery'],
    [`/route/v1/driving/${path(station, library)}.flatbuffers`, 'NotImplemented'],
    [`/route/v1/driving/${path(station, sea)}?radiuses=350;350`, 'NoSegment'],
    [`/table/v1/driving/${path(station, sea)}?radiuses=350;350`, 'NoSegment'],
    [`/nearest/v1/driving/${sea}?radiuses=350`, 'NoSegment'],
    [`/route/v1/driving/${path(station, island)}?radiuses=350;350`, 'NoRoute'],
    [`/route/v1/driving/${path(...Array.from({ length: 501 }, () => station))}`, 'TooBig'],
    [`/route/v1/driving/${encodeURIComponent('polyline(~~~)')}`, 'InvalidQuery'],
    ['/route/v1/driving/%ZZ', 'InvalidUrl'],
    ['/', 'InvalidService'],
  ])('answers %s with status 400 and the code %s', async (target, code) => {
    expect(await get(target)).toMatchObject({ status: 400, json: { code, message: expect.any(String) } });
  });

  it("names the coordinate without a road, also to the package's driver", async () => {
    const { json } = await get(`/route/v1/driving/${path(station, library, sea)}?radiuses=350;350;350`);
    expect(json['message']).toBe('Could not find a matching segment for coordinate 2');
    await using routing = createRoutingClient({ driver: osrm({ baseUrl: service.osrmUrl, post: true }) });
    const call = routing.directions({ profile: 'driving', waypoints: [station, sea] });
    await expect(call).rejects.toMatchObject({ code: 'point-not-found', pointIndex: 1 });
  });

  it('fails by a fault in its own words', async () => {
    service.failNext({ status: 500, match: { path: '/osrm/*' } });
    expect(await get(`/route/v1/driving/${path(station, library)}`)).toEqual({
      status: 500,
      json: { code: 'InternalError', message: 'Internal Server Error' },
    });
  });
});
