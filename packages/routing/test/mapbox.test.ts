import { createRoutingClient, encodePolyline } from '@org/routing';
import { fromEnv } from '@org/routing/engine';
import { type MapboxOptions, mapbox } from '@org/routing/mapbox';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

const waypoints = [
  [8.68, 49.41],
  [8.69, 49.42],
] as const;

function open(body: object, options: MapboxOptions = {}) {
  const network = scriptedFetch({ body });
  const driver = mapbox({ accessToken: 'pk.1', ...options });
  return { ...network, routing: createRoutingClient({ driver, limiter: false, runtime: network.runtime }) };
}

// The forms of docs.mapbox.com, "Directions API" and "Matrix API" (2026-11).
const totals = { distance: 1326, duration: 100 };
const step = (type: string, geometry: string, maneuver: object = {}) => ({
  ...totals,
  geometry,
  name: '',
  mode: 'driving',
  maneuver: { type, location: waypoints[0], ...maneuver },
});
const line = encodePolyline(waypoints, { precision: 6 });
const end = encodePolyline(waypoints.slice(1), { precision: 6 });
const steps = [step('depart', line, { instruction: 'Nach Norden fahren.' }), step('arrive', end)];
const route = {
  code: 'Ok',
  routes: [{ ...totals, weight_name: 'auto', legs: [{ ...totals, steps }] }],
  waypoints: waypoints.map((location) => ({ location, name: '', distance: 1 })),
};

describe('mapbox()', () => {
  it('without a token names its own option', async () => {
    const driver = mapbox({ accessToken: fromEnv('NO_SUCH_TOKEN') });
    const error = await failureOf(
      createRoutingClient({ driver }).directions({ profile: 'driving', waypoints }),
    );
    expect(error).toMatchObject({ code: 'credential', outcome: 'not-sent' });
    expect(String(error)).toContain('set NO_SUCH_TOKEN or NO_SUCH_TOKEN_FILE, or pass accessToken.');
  });

  it('R2: has traffic, the token in the query, the language, and the instructions', async () => {
    const { routing, sent } = open(route);
    const { routes } = await routing.directions({
      profile: 'driving',
      waypoints,
      language: 'de',
      avoid: { features: ['tolls'] },
    });
    const url = sent[0]?.url;
    expect(url?.origin).toBe('https://api.mapbox.com');
    expect(url?.pathname).toBe('/directions/v5/mapbox/driving-traffic/8.68,49.41;8.69,49.42');
    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
      access_token: 'pk.1',
      language: 'de',
      steps: 'true',
      exclude: 'toll',
    });
    expect(sent[0]?.headers.get('authorization')).toBe(null);
    expect(routes[0].legs[0]?.steps[0]?.instruction).toBe('Nach Norden fahren.');
  });

  it('R2: attributes are annotations, which need the whole line', async () => {
    const annotation = {
      speed: [12.5],
      maxspeed: [{ speed: 30, unit: 'mph' }],
      congestion: ['heavy'],
      congestion_numeric: [50],
    };
    const annotated = { ...totals, weight_name: 'auto', legs: [{ ...totals, steps, annotation }] };
    const { routing, sent } = open({ ...route, routes: [annotated] });
    const attributes = ['averageSpeed', 'speedLimit', 'congestion'] as const;
    const { routes } = await routing.directions({
      profile: 'driving',
      waypoints,
      attributes,
      providerOptions: { annotations: ['congestion_numeric'] },
    });
    const { searchParams } = sent[0]?.url ?? new URL('https://none.example');
    expect(searchParams.get('annotations')).toBe('speed,maxspeed,congestion,congestion_numeric');
    expect(searchParams.get('overview')).toBe('full');
    const geometryRange = [0, 1];
    expect(routes[0].attributes).toEqual({
      averageSpeed: [{ geometryRange, value: 45 }],
      speedLimit: [{ geometryRange, value: 48 }],
      congestion: [{ geometryRange, value: 'heavy' }],
    });
  });

  it('R3: has no more alternatives than the request: Mapbox takes no number', async () => {
    const { routing, sent } = open({ ...route, routes: [...route.routes, ...route.routes, ...route.routes] });
    const { routes } = await routing.directions({ profile: 'driving', waypoints, alternatives: 1 });
    expect(sent[0]?.url.searchParams.get('alternatives')).toBe('true');
    expect(routes).toHaveLength(2);
  });

  it('R2: unknown values are null, and those of providerOptions are decoded', async () => {
    const annotation = { maxspeed: [{ unknown: true }], congestion: ['unknown'], speed: [null] };
    const annotated = { ...totals, legs: [{ ...totals, steps, annotation }] };
    const { routing } = open({ ...route, routes: [annotated] });
    const providerOptions = { annotations: ['congestion', 'maxspeed', 'speed'] };
    const { routes } = await routing.directions({ profile: 'driving', waypoints, providerOptions });
    const none = [{ geometryRange: [0, 1], value: null }];
    expect(routes[0].attributes).toEqual({ averageSpeed: none, speedLimit: none, congestion: none });
    const { routing: broken } = open({
      ...route,
      routes: [{ ...annotated, legs: [{ ...totals, steps, annotation: { speed: [1, 2] } }] }],
    });
    const call = broken.directions({ profile: 'driving', waypoints, attributes: ['averageSpeed'] });
    expect(await failureOf(call)).toMatchObject({ code: 'response-format' });
  });

  it('R2: traffic: false has another profile and larger matrices', async () => {
    const table = { code: 'Ok', durations: [[0, 1]], sources: [], destinations: [] };
    const { routing, sent } = open(table, { traffic: false });
    await failureOf(routing.matrix({ profile: 'driving', origins: [waypoints[0]], destinations: waypoints }));
    expect(sent[0]?.url.pathname).toMatch(/^\/directions-matrix\/v1\/mapbox\/driving\//);
    expect(routing.capabilities.caps).toMatchObject({ matrixPlaces: 25, waypoints: 25 });
    expect(mapbox({ accessToken: 'pk.1' }).capabilities.caps).toMatchObject({ matrixPlaces: 10 });
  });

  it('R8: a token that is refused, and one that is missing', async () => {
    const network = scriptedFetch({ status: 401, body: { message: 'Not Authorized - Invalid Token' } });
    const driver = mapbox({ accessToken: 'pk.1' });
    const routing = createRoutingClient({ driver, limiter: false, runtime: network.runtime });
    const error = await failureOf(routing.directions({ profile: 'walking', waypoints }));
    expect(error).toMatchObject({ code: 'authentication' });
    expect(JSON.stringify(error) + String(error)).not.toContain('pk.1');
    // @ts-expect-error no such option
    expect(() => mapbox({ apiKey: 'pk.1' })).toThrow('no option "apiKey"');
  });
});
