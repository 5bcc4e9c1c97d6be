import { describe, expect, it } from 'vitest';
import { directionsAnswer, end, middle, openHosted, start } from './support.ts';

type Routing = ReturnType<typeof openHosted>['routing'];

/** The body of the only request of a call. */
async function bodyOf(call: (routing: Routing) => Promise<unknown>): Promise<unknown> {
  const { routing, sent } = openHosted([{ body: directionsAnswer }]);
  await call(routing).catch(() => {});
  expect(sent).toHaveLength(1);
  return sent[0]?.body;
}

const waypoints = [start, end];
const plain = {
  coordinates: waypoints,
  units: 'm',
  language: 'en',
  instructions: true,
  geometry: true,
  elevation: false,
};

describe('directions: a field of the model is a field of the service', () => {
  it.each<[string, Parameters<Routing['directions']>[0], object]>([
    ['nothing else', { profile: 'driving', waypoints }, {}],
    ['preference', { profile: 'driving', waypoints, preference: 'shortest' }, { preference: 'shortest' }],
    ['recommended', { profile: 'driving', waypoints, preference: 'recommended' }, {}],
    [
      'alternatives',
      { profile: 'driving', waypoints, alternatives: 2 },
      { alternative_routes: { target_count: 3 } },
    ],
    ['elevation', { profile: 'hiking', waypoints, elevation: true }, { elevation: true }],
    ['no steps over two waypoints', { profile: 'driving', waypoints, steps: false }, { instructions: false }],
    [
      'no steps over three waypoints, whose legs need them',
      { profile: 'driving', waypoints: [start, middle, end], steps: false },
      { coordinates: [start, middle, end] },
    ],
    [
      'continueStraight',
      { profile: 'driving', waypoints, continueStraight: true },
      { continue_straight: true },
    ],
    ['language', { profile: 'driving', waypoints, language: 'pt-BR' }, { language: 'pt' }],
    ['Greek', { profile: 'driving', waypoints, language: 'el' }, { language: 'gr' }],
    ['Norwegian', { profile: 'driving', waypoints, language: 'no' }, { language: 'nb' }],
    [
      'a radius of one waypoint',
      { profile: 'driving', waypoints: [start, { position: end, snapRadiusMeters: 20 }] },
      { radiuses: [-1, 20] },
    ],
    [
      'bearings',
      {
        profile: 'cycling',
        waypoints: [
          { position: start, bearing: { degrees: 30 } },
          middle,
          { position: end, bearing: { degrees: 40, toleranceDegrees: 20 } },
        ],
      },
      { coordinates: [start, middle, end], bearings: [[30], [], [40, 20]] },
    ],
    [
      'attributes',
      {
        profile: 'driving',
        waypoints,
        attributes: ['surface', 'roadClass', 'toll', 'gradient', 'wayId', 'surface'],
      },
      { extra_info: ['surface', 'waytype', 'tollways', 'steepness', 'osmid'] },
    ],
    [
      'countries and borders',
      { profile: 'driving', waypoints, avoid: { countries: ['at', 'CH'], borders: 'controlled' } },
      { options: { avoid_countries: ['AT', 'CH'], avoid_borders: 'controlled' } },
    ],
    [
      'a truck',
      { profile: 'truck', waypoints, vehicle: { heightMeters: 4, hazardous: true } },
      { options: { vehicle_type: 'hgv', profile_params: { restrictions: { height: 4, hazmat: true } } } },
    ],
    [
      'a truck of another kind, by provider options',
      { profile: 'truck', waypoints, providerOptions: { options: { vehicle_type: 'delivery' } } },
      { options: { vehicle_type: 'delivery' } },
    ],
    [
      'a wheelchair with its limits, by provider options',
      {
        profile: 'wheelchair',
        waypoints,
        avoid: { features: ['steps'] },
        providerOptions: {
          options: { profile_params: { restrictions: { maximum_incline: 6, surface_type: 'paved' } } },
        },
      },
      {
        options: {
          avoid_features: ['steps'],
          profile_params: { restrictions: { maximum_incline: 6, surface_type: 'paved' } },
        },
      },
    ],
  ])('%s', async (_name, request, expected) => {
    expect(await bodyOf((routing) => routing.directions(request))).toEqual({ ...plain, ...expected });
  });

  it('a round trip has one coordinate', async () => {
    const trip = { profile: 'walking', start, lengthMeters: 10_000, points: 5, seed: 3 } as const;
    expect(await bodyOf((routing) => routing.roundTrip(trip))).toEqual({
      ...plain,
      coordinates: [start],
      options: { round_trip: { length: 10_000, points: 5, seed: 3 } },
    });
  });
});

describe('isochrones', () => {
  const request = { profile: 'walking', locations: [start], ranges: [600] } as const;
  const expected = { locations: [start], range: [600], range_type: 'time', location_type: 'start' };

  it.each<[string, object, object]>([
    ['nothing else', {}, {}],
    [
      'attributes',
      { attributes: ['population', 'reachFactor'] },
      { attributes: ['total_pop', 'reachfactor'] },
    ],
    ['smoothing, from 0 to 100 there', { smoothing: 0.25 }, { smoothing: 25 }],
    ['metres', { rangeType: 'distance' }, { range_type: 'distance', units: 'm' }],
    ['towards the location', { direction: 'to' }, { location_type: 'destination' }],
    ['an interval, by provider options', { providerOptions: { interval: 200 } }, { interval: 200 }],
  ])('%s', async (_name, more, field) => {
    const body = await bodyOf((routing) => routing.isochrones({ ...request, ...more }));
    expect(body).toEqual({ ...expected, ...field });
  });
});

it('the export of a graph has the corners of its box', async () => {
  const boundingBox = [8.68, 49.41, 8.69, 49.42] as [number, number, number, number];
  const body = await bodyOf((routing) => routing.exportGraph({ profile: 'driving', boundingBox }));
  expect(body).toEqual({
    bbox: [
      [8.68, 49.41],
      [8.69, 49.42],
    ],
  });
});
