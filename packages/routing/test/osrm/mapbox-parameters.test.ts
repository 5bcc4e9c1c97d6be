// The parameters that Mapbox documents, by service: it refuses all others. Sources: docs.mapbox.com,
// "Directions API", "Matrix API", "Map Matching API", "Optimization API v1"; mapbox/mapbox-sdk-js,
// services/*.js (12f5a42); mapbox/mapbox-java, *Service.java (53a24f51).
import { createRoutingClient, type DirectionsRequest } from '@org/routing';
import { type MapboxCapabilities, mapbox } from '@org/routing/mapbox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';

const a = [8.68, 49.41] as const;
const b = [8.69, 49.42] as const;
const profile = 'driving';

const number = String.raw`\d+(\.\d+)?`;
const listOf = (item: string) => new RegExp(`^(${item})?(;(${item})?)*$`);
const words = (...names: string[]) => new RegExp(`^(${names.join('|')})(,(${names.join('|')}))*$`);
const common = {
  access_token: /^pk\.1$/,
  geometries: /^polyline6$/,
  overview: /^(false|full)$/,
  steps: /^true$/,
  language: /^[a-z]{2}$/,
  radiuses: listOf(number),
};
const places = { bearings: listOf(`${number},${number}`), approaches: listOf('unrestricted|curb') };
const documented: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'directions/v5': {
    ...common,
    ...places,
    alternatives: /^(true|false)$/,
    annotations: words('speed', 'maxspeed', 'congestion'),
    continue_straight: /^(true|false)$/,
    exclude: words('toll', 'motorway', 'ferry', 'tunnel'),
    waypoints: listOf(String.raw`\d+`),
  },
  'optimized-trips/v1': {
    ...common,
    ...places,
    annotations: words('speed'),
    source: /^first$/,
    destination: /^last$/,
    roundtrip: /^false$/,
  },
  'matching/v5': { ...common, timestamps: listOf(String.raw`\d+`) },
  'directions-matrix/v1': {
    access_token: common.access_token,
    annotations: words('duration', 'distance'),
    sources: listOf(String.raw`\d+`),
    destinations: listOf(String.raw`\d+`),
  },
};

function open(body: unknown = {}) {
  const network = scriptedFetch({ body });
  const driver = mapbox({ accessToken: 'pk.1' });
  const routing = createRoutingClient({ driver, limiter: false, retry: false, runtime: network.runtime });
  return { ...network, routing };
}

/** The call is refused before a request, or its request has documented parameters alone. */
async function check({ sent }: ReturnType<typeof open>, call: Promise<unknown>): Promise<void> {
  const error = await failureOf(call);
  if (sent.length === 0) return expect(error).toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
  for (const { url } of sent) {
    const [service = ''] = url.pathname.slice(1).split('/mapbox/');
    for (const [name, value] of url.searchParams)
      expect(value, `${name} of ${service}`).toMatch(documented[service]?.[name] ?? /^no such parameter$/);
  }
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const waypoint = fc.record({
  position: fc.constantFrom(a, b),
  snapRadiusMeters: maybe(fc.constantFrom(1, 35.5)),
  bearing: maybe(fc.record({ degrees: fc.constantFrom(0, 359.6), toleranceDegrees: maybe(fc.constant(30)) })),
  side: maybe(fc.constantFrom('any', 'same')),
  role: maybe(fc.constantFrom('stop', 'via')),
});
const avoid = maybe(
  fc.record({ features: fc.subarray(['tolls', 'motorways', 'ferries', 'tunnels'] as const) }),
);
const directions = fc.record({
  profile: fc.constantFrom('driving', 'cycling', 'walking'),
  waypoints: fc.array(waypoint, { minLength: 2, maxLength: 4 }),
  alternatives: fc.nat({ max: 2 }),
  avoid,
  optimizeOrder: fc.boolean(),
  continueStraight: maybe(fc.boolean()),
  attributes: fc.subarray(['averageSpeed', 'speedLimit', 'congestion'] as const),
  steps: fc.boolean(),
  language: maybe(fc.constantFrom('de', 'fr')),
  snapRadiusMeters: maybe(fc.constant(70)),
}) as fc.Arbitrary<DirectionsRequest<MapboxCapabilities>>;

describe('mapbox() sends what Mapbox documents, in its form', () => {
  it('R2: directions, in the given order and in the best one', async () => {
    const drawn = fc.asyncProperty(directions, async ({ alternatives, waypoints, ...request }) => {
      const network = open();
      const most = waypoints.length === 2 && !request.optimizeOrder ? alternatives : 0;
      await check(network, network.routing.directions({ ...request, waypoints, alternatives: most }));
    });
    await fc.assert(drawn, { numRuns: 200 });
  });

  it('R2: matrices and tracks', async () => {
    const matrix = open();
    await check(matrix, matrix.routing.matrix({ profile, origins: [a, b], metrics: ['duration'] }));
    const trace = [
      { position: a, timeSeconds: 1, accuracyMeters: 5 },
      { position: b, timeSeconds: 2 },
    ];
    const match = open();
    await check(match, match.routing.match({ profile, trace, steps: true, language: 'de' }));
    expect(match.sent[0]?.url.searchParams.get('language')).toBe('de');
  });

  it.each([
    [{ side: 'opposite' }, {}, 'side "opposite" of a waypoint'],
    [{}, { profile: 'walking', avoid: { features: ['tolls'] } }, 'avoid.features "tolls"'],
    [{}, { optimizeOrder: true, avoid: { features: ['tolls'] } }, 'avoid together with optimizeOrder'],
    [{}, { optimizeOrder: true, attributes: ['congestion'] }, 'attribute "congestion" together with'],
  ])('R8: %o %o is refused by name, before a request', async (ofWaypoint, more, text) => {
    const { routing, sent } = open();
    const waypoints = [a, { position: b, ...ofWaypoint }, a];
    const error = await failureOf(routing.directions({ profile, waypoints, ...more } as never));
    expect(error).toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(String(error)).toContain(text);
    expect(sent).toEqual([]);
  });

  it('R8: a matrix with a radius, or that avoids something, does not compile, and is refused', async () => {
    const { routing, sent } = open();
    const origins = [a, b];
    // @ts-expect-error a table has no radiuses
    const radius = routing.matrix({ profile, origins, snapRadiusMeters: 20 });
    // @ts-expect-error a table excludes nothing
    const avoiding = routing.matrix({ profile, origins, avoid: { features: ['tolls'] } });
    expect(await failureOf(radius)).toMatchObject({ code: 'unsupported' });
    expect(await failureOf(avoiding)).toMatchObject({ code: 'unsupported' });
    // @ts-expect-error `curb`, or any side
    const side = routing.directions({ profile, waypoints: [a, { position: b, side: 'opposite' }] });
    expect(await failureOf(side)).toMatchObject({ code: 'unsupported' });
    expect(sent).toEqual([]);
  });
});
