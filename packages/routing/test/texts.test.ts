// What an engine says about a place, in the caller's words and indexes.
import { createRoutingClient, encodePolyline } from '@org/routing';
import { areaOf } from '@org/routing/driver';
import { graphhopper } from '@org/routing/graphhopper';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { failureOf, type ScriptedAnswer, scriptedFetch } from './scripted-fetch.ts';

const places = Array.from({ length: 7 }, (_, index) => [8.68 + index / 1000, 49.41] as const);
const profile = 'driving';

function client(driver: Parameters<typeof createRoutingClient>[0]['driver'], answers: ScriptedAnswer[]) {
  const network = scriptedFetch(...answers);
  const routing = createRoutingClient({
    driver,
    limiter: false,
    retry: false,
    maxParallelParts: 1,
    lookUpPlaces: false,
    runtime: network.runtime,
  });
  return { routing: routing as never as Record<string, (request: object) => Promise<never>>, ...network };
}

describe('an index in the words of a service', () => {
  it('R6: is that of the caller in a part of split directions', async () => {
    const words =
      'Could not find routable point within a radius of 350.0 meters of specified coordinate 1: 8.67 49.4';
    const driver = openrouteservice({ apiKey: 'key', caps: { waypoints: 3 } });
    const [from, , to] = places;
    const summary = { distance: 144, duration: 20 };
    const segments = [1, 2].map(() => ({ distance: 72, duration: 10, steps: [] }));
    const geometry = encodePolyline(places.slice(0, 3), { precision: 5 });
    const bbox = [...(from ?? []), ...(to ?? [])];
    const first = { body: { routes: [{ summary, segments, geometry, bbox, way_points: [0, 1, 2] }] } };
    const refusal = { status: 404, body: { error: { code: 2010, message: words } } };
    const { routing } = client(driver, [first, refusal, refusal]);
    const error = await failureOf(
      routing['directions']?.({ profile, waypoints: places }) ?? Promise.resolve(),
    );
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 3 });
    expect(String(error)).toContain('coordinate 3');
    expect(JSON.stringify(Object(error).details)).not.toContain('coordinate 1');
  });

  it('R6: is that of the whole matrix in a tile', async () => {
    const driver = osrm({ baseUrl: 'http://localhost:5000', caps: { matrixCells: 4, matrixPlaces: 4 } });
    const table = {
      body: {
        code: 'Ok',
        durations: [
          [1, 2],
          [3, 4],
        ],
        sources: [{ location: [8.68, 49.41] }, { location: [8.68, 49.41] }],
        destinations: [{ location: [8.68, 49.41] }, { location: [8.68, 49.41] }],
      },
    };
    const refusal = {
      status: 400,
      body: { code: 'NoSegment', message: 'Could not find a matching segment for coordinate 1' },
    };
    const { routing } = client(driver, [table, refusal, refusal, refusal, refusal]);
    const request = {
      profile,
      origins: places.slice(0, 4),
      destinations: places.slice(0, 2),
      metrics: ['duration'],
    };
    const error = await failureOf(routing['matrix']?.(request) ?? Promise.resolve());
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 3 });
    expect(String(error)).toContain('coordinate 3');
    expect(String(error)).not.toContain('coordinate 1');
  });
});

describe('a notice', () => {
  it.each([
    ['', 'The engine sent a warning without a text.'],
    [
      'CostMatrix: found no connection for connections: 19,21,22,40',
      'CostMatrix: found no connection for connections',
    ],
  ])('R6: %j of Valhalla is short, and has a text', async (text, message) => {
    const table = { sources_to_targets: { durations: [[1]], distances: [[0.1]] }, units: 'kilometers' };
    const driver = valhalla({ baseUrl: 'http://localhost:8002' });
    const { routing } = client(driver, [{ body: { ...table, warnings: [{ code: 400, text }] } }]);
    const request = { profile, origins: places.slice(0, 1), destinations: places.slice(1, 2) };
    expect(await routing['matrix']?.(request)).toMatchObject({ warnings: [{ kind: 'notice', message }] });
  });

  it('R6: says that OSRM estimated cells', async () => {
    const place = { location: [8.68, 49.41] };
    const body = { code: 'Ok', durations: [[1, 2]], sources: [place], destinations: [place, place] };
    const driver = osrm({ baseUrl: 'http://localhost:5000' });
    const { routing } = client(driver, [{ body: { ...body, fallback_speed_cells: [[0, 1]] } }]);
    const request = {
      profile,
      origins: places.slice(0, 1),
      destinations: places.slice(1, 3),
      metrics: ['duration'],
    };
    expect(await routing['matrix']?.(request)).toMatchObject({
      warnings: [{ kind: 'notice', message: expect.stringContaining('OSRM estimated') }],
    });
  });
});

describe('a refusal', () => {
  it('R8: 2099 that found no route is not a route', async () => {
    const message = 'Unable to find a route between points 1 (8.68 49.41) and 2 (8.69 49.41).';
    const { routing } = client(openrouteservice({ apiKey: 'key' }), [
      { status: 500, body: { error: { code: 2099, message } } },
    ]);
    const waypoints = places.slice(0, 2);
    expect(
      await failureOf(routing['directions']?.({ profile, waypoints }) ?? Promise.resolve()),
    ).toMatchObject({
      code: 'no-route',
      pointIndex: 0,
    });
  });

  it('R6: lookUpPlaces: false sends nothing more, and hints at the order of the numbers', async () => {
    const refusal = {
      status: 400,
      body: {
        message: 'Cannot find point 1',
        hints: [{ details: 'com.graphhopper.util.exceptions.PointNotFoundException', point_index: 1 }],
      },
    };
    const { routing, sent } = client(graphhopper({ apiKey: 'key' }), [refusal]);
    const waypoints = places.slice(0, 2);
    const error = await failureOf(routing['directions']?.({ profile, waypoints }) ?? Promise.resolve());
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 1 });
    expect(String(error)).toContain('longitude comes first');
    expect(sent).toHaveLength(1);
  });

  it('R8: a method that the engine lacks is one, without a request', async () => {
    const { routing, sent } = client(osrm({ baseUrl: 'http://localhost:5000' }), []);
    const error = await failureOf(routing['isochrones']?.({ profile }) ?? Promise.resolve());
    expect(error).toMatchObject({ code: 'unsupported', outcome: 'not-sent', operation: 'isochrones' });
    expect(sent).toHaveLength(0);
  });

  it.each<[object, string]>([
    [{ lng: 8.68, lat: 49.41 }, 'positions are [lon, lat]: pass [place.lng, place.lat]'],
    [{ lon: 8.68, lat: 49.41 }, 'positions are [lon, lat]: pass [place.lon, place.lat]'],
    [{ type: 'Point', coordinates: [8.68, 49.41] }, 'write its coordinates'],
    [{ type: 'Feature', geometry: null }, 'write the coordinates of its point'],
  ])('R1: of a place %j says what to write', async (place, text) => {
    const { routing } = client(osrm({ baseUrl: 'http://localhost:5000' }), []);
    const calls = [
      ['matrix', { profile, origins: [place], destinations: places.slice(0, 1) }],
      ['directions', { profile, waypoints: [place, places[0]] }],
      ['match', { profile, trace: [places[0], place] }],
    ] as const;
    for (const [method, request] of calls) {
      const error = String(await failureOf(routing[method]?.(request) ?? Promise.resolve()));
      expect(error, method).toContain(text);
      expect(error, method).not.toContain('known are');
    }
  });
});

it('R4: an area across the date line is that of its two halves', () => {
  const box = (west: number, east: number) => ({
    type: 'Polygon' as const,
    coordinates: [
      [
        [west, -17],
        [east, -17],
        [east, -16],
        [west, -16],
        [west, -17],
      ] as [number, number][],
    ],
  });
  const halves = areaOf(box(179.5, 180)) + areaOf(box(-180, -179.5));
  expect(areaOf(box(179.5, -179.5)) / halves).toBeCloseTo(1, 9);
  expect(areaOf(box(-180, 180))).toBeGreaterThan(4e12);
});
