// Reports of others about OSRM and Mapbox. The list with verdicts is reports.md.
import { createRoutingClient } from '@org/routing';
import { mapbox } from '@org/routing/mapbox';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { open } from './open.ts';

const a = [10, 50] as const;
const b = [10.01, 50] as const;

describe('a response with other waypoints than those of the request', () => {
  // https://github.com/perliedman/leaflet-routing-machine/issues/539
  it.each([
    ['one more', [a, a, b]],
    ['one less', [a]],
  ])('%s is an error that names them, not a crash', async (_name, places) => {
    const waypoints = places.map((location) => ({ location, distance: 0, name: '' }));
    const totals = { distance: 716, duration: 60 };
    const step = { ...totals, geometry: '_c_|dA_c`|QrpHgcG', maneuver: { type: 'depart' } };
    const routes = [{ ...totals, legs: [{ ...totals, steps: [step] }] }];
    const { routing } = open([{ body: { code: 'Ok', routes, waypoints } }]);
    const error = await failureOf(routing.directions({ profile: 'driving', waypoints: [a, b] }));
    expect(error).toMatchObject({ code: 'response-format' });
    expect(String(error)).toContain('waypoints');
  });
});

describe('a matrix of Mapbox', () => {
  const driver = mapbox({ accessToken: 'pk.1', traffic: false });
  const line = (count: number, latitude: number) =>
    Array.from({ length: count }, (_, at): [number, number] => [10 + at / 100, latitude]);

  // https://github.com/walkerke/mapboxapi/issues/34, https://github.com/walkerke/mapboxapi/issues/42
  it.each([
    [20, 20],
    [30, 1],
    [1, 30],
    [30, 30],
  ])('of %i × %i has at most 25 places in a request', async (rows, columns) => {
    const { runtime, sent } = scriptedFetch({ status: 400, body: {} });
    const routing = createRoutingClient({ driver, limiter: false, retry: false, runtime });
    const request = { profile: 'driving', origins: line(rows, 50), destinations: line(columns, 51) } as const;
    const { requests } = await routing.estimate('matrix', request);
    expect(requests).toBeGreaterThan(1);
    await failureOf(routing.matrix(request));
    for (const { url } of sent) {
      const places = decodeURIComponent(url.pathname.split('/').at(-1) ?? '').split(';');
      expect(places.length).toBeLessThanOrEqual(25);
    }
  });
});
