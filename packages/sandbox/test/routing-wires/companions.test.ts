// The services of openrouteservice beside its engine.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createRoutingClient } from '@org/routing';
import { platformSupport } from '@org/routing/embedded';
import { openrouteservice } from '@org/routing/openrouteservice';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareTown } from '../../src/map/prepare.ts';
import { locateGridPoint } from '../../src/map/town-map.ts';
import { type RoutingService, startRoutingService } from '../../src/routing/service.ts';

const { supported, reason } = platformSupport();

describe.skipIf(!supported)(`openrouteservice's companion services ${reason ?? ''}`, () => {
  let service: RoutingService;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heights-'));
    // One degree north and east of 10° 50°, at 300 m everywhere.
    const tile = Buffer.alloc(3601 * 3601 * 2, Buffer.from([300 >> 8, 300 & 0xff]));
    await mkdir(join(folder, 'N50'));
    await writeFile(join(folder, 'N50', 'N50E010.hgt.gz'), gzipSync(tile, { level: 1 }));
    service = await startRoutingService({ ...(await prepareTown()), elevationDirectory: folder });
    for (const [name, value] of Object.entries(service.env)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service?.close();
    await rm(folder, { recursive: true });
  });

  const open = () => createRoutingClient({ driver: openrouteservice(), limiter: false });
  const ask = async (path: string, body?: object, on = service) => {
    const headers = { authorization: on.apiKey };
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${on.openrouteserviceUrl}${path}`, init);
    return { status: answer.status, json: (await answer.json()) as Record<string, never> };
  };

  it('finds places and streets by name, by the beginning of a name, and by an address', async () => {
    await using routing = open();
    const { places } = await routing.geocode({ text: 'market hall' });
    expect(places[0]).toMatchObject({
      name: 'Market Hall',
      kind: 'venue',
      position: [...locateGridPoint([7, 9])],
      confidence: 1,
    });
    const begun = await routing.geocode({ text: 'sou', isPartial: true, focus: [10, 50] });
    expect(begun.places.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['South Ring', 'South Quay']),
    );
    expect(begun.places[0]?.distanceMeters).toBeGreaterThanOrEqual(0);
    const street = await routing.geocode({ address: { street: 'South Ring', locality: 'Larkbridge' } });
    expect(street.places[0]).toMatchObject({ name: 'South Ring', street: 'South Ring' });
    expect((await routing.geocode({ text: 'no such name' })).places).toEqual([]);
  });

  it('finds ten places, or as many as are asked for', async () => {
    const count = async (size: string) =>
      (await ask(`/geocode/autocomplete?text=s${size}`)).json['features']?.['length'];
    expect([await count('&size=40'), await count(''), await count('&size=3')]).toEqual([13, 10, 3]);
  });

  it('finds what is near, the nearest first', async () => {
    await using routing = open();
    const { places } = await routing.reverseGeocode({ position: [10.0071, 50.0045], radiusMeters: 200 });
    expect(places[0]).toMatchObject({ name: 'Library' });
    const distances = places.map(({ distanceMeters = 0 }) => distanceMeters);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(Math.max(...distances)).toBeLessThanOrEqual(200);
  });

  it.each(['/geocode/search', '/geocode/reverse?point.lon=x&point.lat=50', '/geocode/search/structured'])(
    'refuses %s as Pelias does',
    async (path) => {
      expect(await ask(path)).toMatchObject({
        status: 400,
        json: { geocoding: { errors: [expect.any(String)] }, features: [] },
      });
    },
  );

  it('keeps the gateway: no key is 401, in the form of the service', async () => {
    const answer = await fetch(`${service.openrouteserviceUrl}/geocode/search?text=x`);
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'Authorization field missing' }]);
  });

  it('has the heights of tiles, in every form', async () => {
    await using routing = open();
    const { heightsMeters } = await routing.elevation({
      positions: [locateGridPoint([0, 0]), locateGridPoint([5, 5])],
    });
    expect(heightsMeters).toEqual([300, 300]);
    expect((await ask('/elevation/point?geometry=10.007,50.0045')).json['geometry']).toEqual({
      type: 'Point',
      coordinates: [10.007, 50.0045, 300],
    });
    const encoded = {
      format_in: 'encodedpolyline5',
      format_out: 'encodedpolyline5',
      geometry: '_gsrH_c_|@gw@?',
    };
    const [at, line] = [
      await ask('/elevation/line', encoded),
      await ask('/elevation/line', { format_in: 'x' }),
    ];
    expect([at.status, line.status]).toEqual([400, 400]);
    expect(line.json).toMatchObject({ code: 4001 });
  });

  it("gives GraphHopper's routes the same heights", async () => {
    const [from, to] = [locateGridPoint([0, 0]), locateGridPoint([5, 5])];
    const options = `key=${service.apiKey}&points_encoded=false&elevation=true`;
    const path = `/route?${options}&point=${[...from].reverse()}`;
    const answer = await fetch(`${service.graphhopperUrl}${path}&point=${[...to].reverse()}`);
    const { paths } = (await answer.json()) as { paths: { points: { coordinates: number[][] } }[] };
    expect(new Set(paths[0]?.points.coordinates.map(([, , height]) => height))).toEqual(new Set([300]));
    expect(paths).toMatchObject([{ ascend: 0, descend: 0 }]);
  });

  it('without tiles answers as the service does outside of its data', async () => {
    const flat = await startRoutingService(await prepareTown());
    const body = { format_in: 'point', format_out: 'point', geometry: [10, 50] };
    expect(await ask('/elevation/point', body, flat)).toMatchObject({
      status: 400,
      json: { code: 4002, message: expect.stringContaining('outside the bounds') },
    });
    await flat.close();
  });

  it('snaps to GeoJSON without the places that have no road', async () => {
    const { json } = await ask('/v2/snap/driving-car/geojson', {
      locations: [
        [10.3, 50.3],
        [10, 50],
      ],
    });
    expect(json['features']).toMatchObject([{ properties: { source_id: 1 }, geometry: { type: 'Point' } }]);
  });

  it.each([
    ['/pois', 501, { code: 4006, message: 'The sandbox has no points of interest.' }],
    ['/v2/export/driving-car', 501, { error: { code: 7099 } }],
    ['/v2/match/driving-car', 501, { error: { code: 9099 } }],
    ['/v2/directions/driving-car/gpx', 406, { error: { code: 2007 } }],
  ])('refuses %s clearly', async (path, status, json) => {
    expect(await ask(path, {})).toMatchObject({ status, json });
  });
});
