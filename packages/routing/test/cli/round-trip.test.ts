// Each command takes what each other one writes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { readPlaces, readTrack } from '../../src/files/index.ts';
import { corner } from '../town.ts';
import { runHere } from './program.ts';

const [start, end] = [corner(1, 2), corner(6, 5)];
const args = [start, end].map(String);

describe.skipIf(!platformSupport().supported)('round trips of files', () => {
  let folder = '';
  let env: Record<string, string>;
  let lengthMeters: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'routing-trips-'));
    env = { TILES_DIRECTORY: (await prepareTown()).tilesDirectory };
    const route = await runHere(['directions', ...args, '-f', 'geojson'], { env });
    lengthMeters = JSON.parse(route.stdout).features[0].properties.distanceMeters;
    for (const format of ['geojson', 'gpx', 'kml']) await write(['directions', ...args], `way.${format}`);
    await write(['match', join(folder, 'way.gpx')], 'track.geojson');
    await write(['match', join(folder, 'way.gpx')], 'track.gpx');
    await write(['match', join(folder, 'way.gpx')], 'track.kml');
    await write(['matrix', ...args], 'table.geojson');
    await write(['matrix', ...args], 'table.csv');
    await write(['isochrones', args[0] ?? '', '-r', '60'], 'area.geojson');
    await write(['isochrones', args[0] ?? '', '-r', '60'], 'area.kml');
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function write(command: readonly string[], name: string): Promise<void> {
    const { code, stderr } = await runHere([...command, '--output', join(folder, name)], { env });
    expect({ name, code, stderr: stderr.replace(/.*Warning.*\n/, '') }).toMatchObject({ name, code: 0 });
  }

  const lines = ['way.geojson', 'way.gpx', 'way.kml', 'track.geojson', 'track.gpx', 'track.kml'];

  it.each(lines)('%s is a track, and its match has its length', async (name) => {
    const { code, stdout } = await runHere(['match', join(folder, name)], { env });
    expect(code).toBe(0);
    const [again] = JSON.parse(stdout).features;
    expect(Math.abs(again.properties.distanceMeters - lengthMeters) / lengthMeters).toBeLessThan(0.05);
  });

  it.each([...lines, 'table.geojson'])('directions, isochrones and matrix take %s', async (name) => {
    const file = join(folder, name);
    const route = await runHere(['directions', file, '--format', 'geojson'], { env });
    expect(route).toMatchObject({ code: 0 });
    expect(JSON.parse(route.stdout).features[0].geometry.type).toBe('LineString');
    expect(await runHere(['isochrones', file, '-r', '60', '--dry-run'], { env })).toMatchObject({ code: 0 });
    expect(await runHere(['matrix', file, '--dry-run'], { env })).toMatchObject({ code: 0 });
  });

  it('a route over the waypoints of its own GeoJSON is the same route', async () => {
    const again = await runHere(['directions', join(folder, 'way.geojson'), '-f', 'geojson'], { env });
    const [{ properties }] = JSON.parse(again.stdout).features;
    expect(properties.distanceMeters).toBeCloseTo(lengthMeters, 0);
  });

  it.each(['area.geojson', 'area.kml'])('%s is an area, and is named as such', async (name) => {
    const { code, stderr } = await runHere(['directions', join(folder, name)], { env });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/an area \((?:Multi)?Polygon\)/),
    });
  });

  it('a table of durations has no places, and is named as such', async () => {
    const { code, stderr } = await runHere(['matrix', join(folder, 'table.csv')], { env });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('names no column for the longitude'),
    });
  });
});

describe('lines that are written are read again, in all formats', () => {
  it.each(['toGpx', 'toKml', 'toGeoJson'] as const)('%s', async (writer) => {
    const results = await import('../../src/results/index.ts');
    const coordinates: [number, number, number][] = [
      [-179.9999999, -89.5, -12.25],
      [8.6812345, 49.4145678, 0],
      [179.9999999, 89.5, 8848.5],
    ];
    const route = {
      ...{
        distanceMeters: 1,
        durationSeconds: 1,
        boundingBox: [0, 0, 0, 0] as [number, number, number, number],
      },
      geometry: { type: 'LineString' as const, coordinates },
      legs: [],
    };
    const written = results[writer]({ routes: [route, route] });
    const text = typeof written === 'string' ? written : JSON.stringify(written);
    const { segments } = await readTrack(text);
    expect(segments.map(({ points }) => points.map(({ position }) => position))).toEqual([
      coordinates,
      coordinates,
    ]);
    expect((await readPlaces(text)).places).toHaveLength(6);
  });

  it('tracks of GPX have names, which come back', async () => {
    const { toGpx } = await import('../../src/results/index.ts');
    const geometry = {
      type: 'LineString' as const,
      coordinates: [
        [1, 2],
        [3, 4],
      ] as [number, number][],
    };
    const route = {
      distanceMeters: 1,
      durationSeconds: 1,
      boundingBox: [1, 2, 3, 4] as [number, number, number, number],
      geometry,
      legs: [],
    };
    const namesOf = async (options: object) =>
      (await readTrack(toGpx({ routes: [route, route] }, options))).segments.map(({ name }) => name);
    expect(await namesOf({})).toEqual([undefined, undefined]);
    expect(await namesOf({ name: 'A < B' })).toEqual(['A < B', 'A < B (2)']);
    expect(await namesOf({ name: 'A', trackNames: ['x'] })).toEqual(['x', 'A (2)']);
  });
});
