// Matrices: google/maps/routing/v2 of googleapis (@googlemaps/routing 2.2.1).
// Isochrones: developers.google.com/maps/documentation/isochrones (2026-11).
import { createManualRuntime } from '@org/core/testing';
import { createRoutingClient } from '@org/routing';
import { google } from '@org/routing/google';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { open, profile, waypoints } from './open.ts';

const [a, b] = waypoints;
const exists = { status: {}, condition: 'ROUTE_EXISTS' } as const;
const cell = (originIndex: number, destinationIndex: number, more: object) => ({
  originIndex,
  destinationIndex,
  ...more,
});
const elements = [
  cell(1, 1, { ...exists, duration: '0s' }),
  cell(0, 1, { ...exists, distanceMeters: 1326, duration: '160.5s' }),
  cell(1, 0, { status: {}, condition: 'ROUTE_NOT_FOUND' }),
  // Some servers leave indexes of 0 out, as every zero.
  { ...exists, duration: '0s' },
];

describe('google(): matrices', () => {
  it('R2: elements come in any order; zeros are absent, and null is no route', async () => {
    const { routing, sent, maskOf } = open(elements);
    const avoid = { features: ['tolls'] } as const;
    const result = await routing.matrix({ profile, origins: waypoints, avoid });
    expect(result.durationsSeconds).toEqual([
      [0, 160.5],
      [null, 0],
    ]);
    expect(result.distancesMeters).toEqual([
      [0, 1326],
      [null, 0],
    ]);
    const latLng = { latitude: 49.41, longitude: 8.68 };
    expect(sent[0]?.url.pathname).toBe('/distanceMatrix/v2:computeRouteMatrix');
    expect(sent[0]?.body).toMatchObject({
      // Modifiers belong to each origin.
      origins: [{ waypoint: { location: { latLng } }, routeModifiers: { avoidTolls: true } }, {}],
      destinations: [{ waypoint: { location: { latLng } } }, {}],
      travelMode: 'DRIVE',
    });
    expect(maskOf(0)).toEqual([
      'originIndex',
      'destinationIndex',
      'status',
      'condition',
      'fallbackInfo',
      'duration',
      'distanceMeters',
    ]);
  });

  it('R3: a metric that is not asked for is not in the mask', async () => {
    const { routing, maskOf } = open(elements);
    const result = await routing.matrix({ profile, origins: waypoints, metrics: ['duration'] });
    expect(maskOf(0)).not.toContain('distanceMeters');
    expect('distancesMeters' in result).toBe(false);
  });

  it.each([
    ['one is missing', elements.slice(1)],
    ['one is there twice', [...elements, elements[0]]],
    ['an index is too large', [...elements.slice(1), cell(2, 1, exists)]],
    ['a column is too large', [...elements.slice(1), cell(1, 2, exists)]],
    ['one has no condition', [...elements.slice(1), cell(1, 1, { status: {}, duration: '0s' })]],
    ['one has no duration', [...elements.slice(1), cell(1, 1, { ...exists, distanceMeters: 5 })]],
    ['one has an unknown condition', [...elements.slice(1), cell(1, 1, { condition: 'ROUTE_MAYBE' })]],
    ['there are none', []],
  ])('R8: %s: not in the documented form', async (_what, body) => {
    const error = await failureOf(open(body).routing.matrix({ profile, origins: waypoints }));
    expect(error).toMatchObject({ code: 'response-format' });
  });

  it('R8: an element that failed is no missing route: it is requested again, then a failure', async () => {
    const failed = [...elements.slice(1), cell(1, 1, { status: { code: 13, message: 'Internal error' } })];
    const network = scriptedFetch({ body: failed }, { body: elements });
    const driver = google({ apiKey: 'key.1' });
    const routing = createRoutingClient({ driver, limiter: false, runtime: network.runtime });
    const table = await routing.matrix({ profile, origins: waypoints });
    expect(table.durationsSeconds[1]?.[1]).toBe(0);
    expect(network.sent.length).toBe(2);
    const error = await failureOf(open(failed).routing.matrix({ profile, origins: waypoints }));
    expect(error).toMatchObject({ code: 'server', providerCode: '13' });
    expect(String(error)).toContain('1 of 4 elements');
  });

  it('R8: with `partial` its part has no answer, and the others stay', async () => {
    const failed = [cell(0, 0, { status: { code: 3, message: 'Invalid' } })];
    const fine = [cell(0, 0, { ...exists, distanceMeters: 90, duration: '9s' })];
    const network = scriptedFetch({ body: failed }, { body: fine });
    const driver = google({ apiKey: 'key.1', caps: { matrixCells: 1 } });
    const routing = createRoutingClient({ driver, limiter: false, runtime: network.runtime });
    const request = { profile, origins: [a], destinations: waypoints, metrics: ['duration'] } as const;
    const result = await routing.matrix(request, { partial: true });
    expect(result.failures.length).toBe(1);
    expect([...(result.durationsSeconds[0] ?? [])].sort()).toEqual([9, Number.NaN]);
  });

  it('R3: at most 625 elements a request, and 100 with optimal traffic', () => {
    const cellsOf = (traffic: boolean | 'optimal') =>
      google({ apiKey: 'key.1', traffic }).capabilities.caps.matrixCells;
    expect([false, true, 'optimal' as const].map(cellsOf)).toEqual([625, 625, 100]);
  });

  it('R4: the limiter counts elements: two matrices of four fill a quota of eight', async () => {
    const network = scriptedFetch({ body: elements });
    const clock = createManualRuntime({ fetch: network.runtime.fetch });
    const driver = google({ apiKey: 'key.1', quotas: { elements: 8 } });
    const routing = createRoutingClient({ driver, runtime: clock });
    const request = { profile, origins: waypoints } as const;
    const calls = [1, 2, 3].map(() => routing.matrix(request));
    await Promise.all(calls.slice(0, 2));
    await clock.advance(59_000);
    expect(network.sent.length).toBe(2);
    await clock.advance(2_000);
    await Promise.all(calls);
    expect(network.sent.length).toBe(3);
    expect(await routing.estimate('matrix', request)).toMatchObject({ requests: 1, credits: 4 });
    await routing.close();
  });

  it('R4: a request has no more elements than the quota of a minute', () => {
    expect(google({ apiKey: 'key.1', quotas: { elements: 60 } }).capabilities.caps.matrixCells).toBe(60);
  });
});

describe('google(): isochrones', () => {
  const ring = [
    [
      [8.6, 49.4],
      [8.7, 49.4],
      [8.7, 49.5],
      [8.6, 49.4],
    ],
  ];
  const polygon = { type: 'Polygon', coordinates: ring };

  it.each([
    polygon,
    { type: 'Feature', properties: {}, geometry: polygon },
    { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: polygon }] },
    { type: 'MultiPolygon', coordinates: [ring] },
  ])('R2: of their own host, from $type', async (geoJson) => {
    const { routing, sent } = open({ isochrone: { geoJson } }, { traffic: true });
    const { isochrones } = await routing.isochrones({
      profile,
      locations: [a],
      ranges: [300],
      direction: 'to',
    });
    expect(isochrones[0]?.geometry.coordinates.flat(3)).toEqual(ring.flat(2));
    expect(sent[0]?.url.href).toBe('https://isochrones.googleapis.com/v1/isochrones:generate');
    expect(sent[0]?.headers.get('x-goog-fieldmask')).toBe('isochrone.geoJson');
    expect(sent[0]?.body).toEqual({
      location: { latitude: 49.41, longitude: 8.68 },
      travelDuration: '300s',
      travelMode: 'DRIVE',
      travelDirection: 'TO',
      routingPreference: 'TRAFFIC_AWARE',
    });
  });

  it('R8: features to avoid are refused by name', async () => {
    const { routing, sent } = open({});
    const call = routing.isochrones({
      profile,
      locations: [b],
      ranges: [300],
      // @ts-expect-error no isochrone of Google avoids anything
      avoid: { features: ['tolls'] },
    });
    expect(String(await failureOf(call))).toContain('does not support avoid in isochrones');
    expect(sent).toEqual([]);
  });
});
