// Directions with heights, on a made-up tile that rises to the east.
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
const [west, middle, east] = [locateGridPoint([0, 0]), locateGridPoint([5, 5]), locateGridPoint([11, 5])];
const samples = 3601;

describe.skipIf(!supported)(`heights of openrouteservice's directions ${reason ?? ''}`, () => {
  let service: RoutingService;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slope-'));
    const row = Buffer.alloc(samples * 2);
    for (let column = 0; column < samples; column += 1) row.writeInt16BE(100 + 2 * column, 2 * column);
    await mkdir(join(folder, 'N50'));
    const tile = Buffer.concat(Array(samples).fill(row));
    await writeFile(join(folder, 'N50', 'N50E010.hgt.gz'), gzipSync(tile, { level: 1 }));
    service = await startRoutingService({ ...(await prepareTown()), elevationDirectory: folder });
    for (const [name, value] of Object.entries(service.env)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service?.close();
    await rm(folder, { recursive: true });
  });

  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
  const post = async (path: string, body: object): Promise<any> => {
    const headers = { authorization: service.apiKey };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${service.openrouteserviceUrl}${path}`, init);
    expect(response.status).toBe(200);
    return response.json();
  };

  it('are those of the elevation service, point by point', async () => {
    const coordinates = [west, middle, east];
    const { features } = await post('/v2/directions/driving-car/geojson', { coordinates, elevation: true });
    const line: [number, number, number][] = features[0].geometry.coordinates;
    const geometry = { type: 'LineString', coordinates: line.map((point) => point.slice(0, 2)) };
    const known = await post('/elevation/line', { format_in: 'geojson', format_out: 'polyline', geometry });
    expect(line).toEqual(known.geometry);
    expect(new Set(line.map(([, , height]) => height)).size).toBeGreaterThan(5);
  });

  it('are in the line, the box, the sums and the legs', async () => {
    const coordinates = [west, middle, east];
    const { routes, bbox } = await post('/v2/directions/driving-car', { coordinates, elevation: true });
    const [{ summary, segments }] = routes;
    expect(bbox).toEqual(routes[0].bbox);
    expect(bbox).toHaveLength(6);
    const [, , low, , , high] = bbox;
    expect(summary.ascent - summary.descent).toBe(high - low);
    const sum = (name: string) => segments.reduce((total: number, leg: never) => total + leg[name], 0);
    expect([sum('ascent'), sum('descent')]).toEqual([summary.ascent, summary.descent]);
    const back = await post('/v2/directions/driving-car', { coordinates: [east, west], elevation: true });
    expect(back.routes[0].summary.descent - back.routes[0].summary.ascent).toBe(high - low);
  });

  it('reach a program through the driver', async () => {
    await using routing = createRoutingClient({ driver: openrouteservice(), limiter: false });
    const { routes } = await routing.directions({
      profile: 'driving',
      waypoints: [west, east],
      elevation: true,
    });
    const heights = routes[0].geometry.coordinates.map(([, , height = Number.NaN]) => height);
    const { heightsMeters } = await routing.elevation({ positions: [west, east] });
    expect([heights[0], heights.at(-1)]).toEqual(heightsMeters);
    expect(routes[0].ascentMeters).toBeGreaterThan(50);
  });
});
