import { isOrgError } from '@org/core';
import { encodePolyline, type Position } from '@org/routing';
import {
  closeRing,
  matchRange,
  noCaps,
  noOptions,
  placeTable,
  readArea,
  readLine,
  readTable,
  redactDetails,
  requireEach,
  requirePlausible,
  requirePlausibleRoute,
  routingOperation,
  withoutCoordinates,
  withoutElevation,
} from '@org/routing/driver';
import { describe, expect, it } from 'vitest';

const a: Position = [8.68, 49.41];
const b: Position = [8.69, 49.42];
const c: Position = [8.7, 49.41];
const ring = [a, b, c, a].map(withoutElevation);

describe('the request', () => {
  it('has each place of a matrix once', () => {
    expect(placeTable([a, b], [b, a, b])).toEqual({
      places: [a, b],
      origins: [0, 1],
      destinations: [1, 0, 1],
    });
  });

  it('has a single place twice: openrouteservice and OSRM refuse one', () => {
    expect(placeTable([a], [a])).toEqual({ places: [a, a], origins: [0], destinations: [0] });
  });

  it('has closed rings, and positions without their elevation', () => {
    expect(closeRing(ring.slice(0, 3))).toEqual(ring);
    expect(closeRing(ring)).toEqual(ring);
    expect(closeRing([])).toEqual([]);
    expect(withoutElevation([8, 49, 120])).toEqual([8, 49]);
  });
});

describe('the response', () => {
  it('has the requested range that a number stands for', () => {
    expect(matchRange(299.99, [60, 300])).toBe(300);
    expect(matchRange(9.6, [10], 0.6)).toBe(10);
    expect(matchRange(200, [300])).toBe(200);
  });

  it('has areas, tables and lines in our model', () => {
    const area = { type: 'Polygon', coordinates: [ring] };
    expect(readArea(area, 'geometry')).toEqual(area);
    expect(readTable([[0, null]], 'durations', { rows: 1, columns: 2 })).toEqual([[0, null]]);
    expect(readLine(encodePolyline([a]), 'shape', { precision: 5 })).toEqual([a, a]);
  });

  it('has routes from the first place to the last', () => {
    const far: Position = [10, 50];
    const route = (line: readonly Position[]) => ({
      ...{ distanceMeters: 200_000, durationSeconds: 10_000, legs: [] },
      geometry: { type: 'LineString' as const, coordinates: line.map(withoutElevation) },
      boundingBox: [8, 49, 10, 50] as [number, number, number, number],
    });
    const line = [a, b, far];
    expect(requirePlausibleRoute(route(line), 'routes[0]', [a, far]).geometry.coordinates).toHaveLength(3);
    for (const ends of [
      [far, far],
      [a, b],
    ])
      expect(() => requirePlausibleRoute(route(line), 'routes[0]', ends)).toThrow(
        'is more than 100 km from the waypoints',
      );
  });

  it.each<[string, () => unknown, string]>([
    ['a point as an area', () => readArea({ type: 'Point', coordinates: a }, 'geometry'), 'geometry'],
    ['a short row', () => readTable([[0]], 'durations', { rows: 1, columns: 2 }), 'durations[0]'],
    ['a text in a row', () => readTable([['0']], 'durations', { rows: 1, columns: 1 }), 'durations[0]'],
    ['a missing row', () => readTable([], 'durations', { rows: 1, columns: 1 }), 'durations'],
    ['an invalid line', () => readLine('\u0007', 'shape', { precision: 5 }), 'shape'],
    ['an empty line', () => readLine('', 'shape', { precision: 5 }), 'shape'],
    ['too few places', () => requireEach([null], 'places', 2), 'places'],
    ['a waypoint on another continent', () => requirePlausible([{ distanceMeters: 2e5 }]), 'waypoints[0]'],
  ])('is a ResponseFormatError with its path: %s', (_what, read, path) => {
    expect(read).toThrow(
      expect.objectContaining({ code: 'response-format', issues: [{ path, message: expect.any(String) }] }),
    );
    expect(read).toThrow(expect.toSatisfy(isOrgError));
  });
});

it('an operation has its name and reads; options and caps begin with nothing', () => {
  const request = { method: 'GET', path: '/nearest' } as const;
  const answered = { points: [], warnings: [], attribution: [], raw: undefined };
  const snap = routingOperation('snap', { encode: () => request, decode: () => answered });
  expect(snap).toMatchObject({ name: 'snap', safety: 'read' });
  expect([...Object.values(noCaps), ...Object.values(noOptions)].flat().filter(Boolean)).toEqual([]);
});

describe('the text of a service', () => {
  it('loses its coordinates, also in details', () => {
    expect(withoutCoordinates('no road at 8.6815 49.4146')).toBe('no road at … …');
    const { details, redact } = redactDetails({ details: { lat: 49.4146 } } as never);
    expect(redact?.(String(details))).toBe('{"lat":…}');
  });
});
