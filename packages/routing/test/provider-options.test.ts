import { createRoutingClient } from '@org/routing';
import { google } from '@org/routing/google';
import { graphhopper } from '@org/routing/graphhopper';
import { type OpenrouteserviceDriver, openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { recordedRoute } from './graphhopper/answers.ts';
import { directionsAnswer } from './openrouteservice/support.ts';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

const waypoints = [
  [8.681495, 49.41461],
  [8.687872, 49.420318],
] as const;
const ring = [
  [8, 49],
  [8.1, 49],
  [8.1, 49.1],
] as const;

const drivers = {
  valhalla: () => valhalla({ baseUrl: 'https://valhalla.example.com' }),
  openrouteservice: () => openrouteservice({ apiKey: 'test' }),
  google: () => google({ apiKey: 'test' }),
  graphhopper: () => graphhopper({ apiKey: 'test', plan: 'premium' }),
  osrm: () => osrm({ baseUrl: 'https://osrm.example.com', avoid: ['tolls', 'motorways'] }),
};

/** A client with the engine's directions. The fields of its requests are those of openrouteservice. */
function open(name: keyof typeof drivers, body: unknown = 'not looked at') {
  const { runtime, sent } = scriptedFetch({ body });
  const driver = drivers[name]() as unknown as OpenrouteserviceDriver;
  return { sent, routing: createRoutingClient({ driver, limiter: false, retry: false, runtime }) };
}

/** The first request of directions with these fields. */
async function sentBy(name: keyof typeof drivers, fields: object) {
  const { routing, sent } = open(name);
  await failureOf(routing.directions({ profile: 'driving', waypoints, ...fields }));
  return sent[0];
}

describe('providerOptions without a line', () => {
  it.each([
    ['openrouteservice', { geometry: false }, 'geometry'],
    ['openrouteservice', { geometry: 'false' }, 'geometry'],
    ['graphhopper', { calc_points: false }, 'calc_points'],
    ['google', { polylineEncoding: 'GEO_JSON_LINESTRING' }, 'polylineEncoding'],
    ['google', { travelMode: 'TRANSIT' }, 'travelMode'],
    ['valhalla', { shape_format: 'no_shape' }, 'shape_format'],
    ['valhalla', { format: 'osrm' }, 'format'],
  ] as const)('of %s are refused before anything is sent: %o', async (name, providerOptions, field) => {
    const { routing, sent } = open(name);
    const error = await failureOf(routing.directions({ profile: 'driving', waypoints, providerOptions }));
    const path = `providerOptions.${field}`;
    expect(error).toMatchObject({ code: 'invalid-input', outcome: 'not-sent', issues: [{ path }] });
    expect(sent).toEqual([]);
  });

  it('of a match of graphhopper are refused too', async () => {
    const { runtime, sent } = scriptedFetch({ body: 'not looked at' });
    const routing = createRoutingClient({ driver: drivers.graphhopper(), runtime });
    const providerOptions = { calc_points: 'false' };
    const error = await failureOf(routing.match({ profile: 'driving', trace: waypoints, providerOptions }));
    expect(error).toMatchObject({ code: 'invalid-input', issues: [{ path: 'providerOptions.calc_points' }] });
    expect(sent).toEqual([]);
  });
});

describe('lists in providerOptions add to those of the request', () => {
  it.each([
    [
      'openrouteservice',
      { attributes: ['surface'], providerOptions: { extra_info: ['noise', 'surface'] } },
      { extra_info: ['surface', 'noise'] },
    ],
    [
      'openrouteservice',
      {
        avoid: { features: ['tolls'], countries: ['de'] },
        providerOptions: { options: { avoid_features: ['ferries'], avoid_countries: ['AT'] } },
      },
      { options: { avoid_features: ['tollways', 'ferries'], avoid_countries: ['DE', 'AT'] } },
    ],
    [
      'graphhopper',
      { attributes: ['toll'], providerOptions: { details: ['street_name'] } },
      { details: ['toll', 'street_name'] },
    ],
    [
      'graphhopper',
      {
        avoid: { features: ['fords'] },
        providerOptions: { custom_model: { priority: [{ if: 'road_class == TRACK', multiply_by: '0.1' }] } },
      },
      {
        custom_model: {
          priority: [
            { if: 'road_environment == FORD', multiply_by: '0' },
            { if: 'road_class == TRACK', multiply_by: '0.1' },
          ],
        },
      },
    ],
    [
      'valhalla',
      { avoid: { areas: [ring] }, providerOptions: { exclude_polygons: [[[9, 49]]] } },
      { exclude_polygons: [[...ring, ring[0]], [[9, 49]]] },
    ],
  ] as const)('of %s: %o', async (name, fields, body) => {
    expect((await sentBy(name, fields))?.body).toMatchObject(body);
  });

  it('of osrm, in a query', async () => {
    const fields = { avoid: { features: ['tolls'] }, providerOptions: { exclude: ['ferry'] } };
    expect((await sentBy('osrm', fields))?.url.searchParams.get('exclude')).toBe('toll,ferry');
  });

  it('but not to the places of a request', async () => {
    const { routing, sent } = open('openrouteservice');
    const providerOptions = { coordinates: [[8, 49]] };
    const error = await failureOf(routing.directions({ profile: 'driving', waypoints, providerOptions }));
    expect(error).toMatchObject({ issues: [{ path: 'providerOptions.coordinates' }] });
    expect(sent).toEqual([]);
  });

  it('of openrouteservice are decoded where the model has the attribute', async () => {
    const [route] = directionsAnswer.routes;
    const extras = { surface: { values: [[0, 2, 3]] }, waytypes: { values: [[0, 2, 3]] } };
    const { routing } = open('openrouteservice', { routes: [{ ...route, extras }] });
    const providerOptions = { extra_info: ['waytype', 'countryinfo'] };
    const { routes } = await routing.directions({
      profile: 'driving',
      waypoints,
      attributes: ['surface'],
      providerOptions,
    });
    const geometryRange = [0, 2];
    expect(routes[0].attributes).toEqual({
      surface: [{ geometryRange, value: 'asphalt' }],
      roadClass: [{ geometryRange, value: 'street' }],
    });
  });

  it('of graphhopper are decoded without attributes of the request', async () => {
    const [path] = recordedRoute.paths;
    const last = path?.instructions.at(-1)?.interval[1] ?? 0;
    const details = { max_speed: [[0, last, 30]] };
    const { routing } = open('graphhopper', { ...recordedRoute, paths: [{ ...path, details }] });
    const { routes } = await routing.directions({
      profile: 'driving',
      waypoints: [waypoints[0], [8.686507, 49.41943], waypoints[1]],
      providerOptions: { details: ['max_speed', 'street_name'] },
    });
    expect(routes[0].attributes).toEqual({ speedLimit: [{ geometryRange: [0, last], value: 30 }] });
  });
});
