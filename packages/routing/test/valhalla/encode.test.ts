import { createRoutingClient } from '@org/routing';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { failureOf, type SentRequest, scriptedFetch } from '../scripted-fetch.ts';
import { hasDescription, problemsOf } from './api-description.ts';

const start = [10.007, 50.0045] as const;
const middle = [10.0075, 50.005] as const;
const end = [10.007, 50.0054] as const;
const profile = 'driving';

type Client = ReturnType<typeof open>['routing'];

function open() {
  const network = scriptedFetch({ body: {} });
  const driver = valhalla({ baseUrl: 'http://localhost:8002' });
  const routing = createRoutingClient({ driver, limiter: false, runtime: network.runtime });
  return { routing, sent: network.sent };
}

// The answer is of no interest: the request has left.
async function sentBy(call: (routing: Client) => Promise<unknown>): Promise<SentRequest> {
  const { routing, sent } = open();
  await failureOf(call(routing));
  const [first] = sent;
  if (first === undefined) throw new Error('Nothing was sent.');
  return first;
}

type Directions = Parameters<Client['directions']>[0];
const directions = (more: Partial<Directions>) =>
  sentBy((routing) => routing.directions({ profile, waypoints: [start, middle, end], ...more }));

const near = { search_cutoff: 350 };
const place = ([lon, lat]: readonly [number, number]) => ({ lat, lon, ...near });

describe('a request for directions', () => {
  it.each<[string, Partial<Directions>, object]>([
    ['departAt', { departAt: '2026-05-04T08:30' }, { date_time: { type: 1, value: '2026-05-04T08:30' } }],
    ['arriveBy', { arriveBy: '2026-05-04T08:30' }, { date_time: { type: 2, value: '2026-05-04T08:30' } }],
    ['elevation', { elevation: true }, { elevation_interval: 30 }],
    ['avoid.points', { avoid: { points: [middle] } }, { exclude_locations: [place(middle)] }],
    ['the shortest route', { preference: 'shortest' }, { costing_options: { auto: { shortest: true } } }],
    ['no steps', { steps: false }, { directions_type: 'none' }],
    ['a language', { language: 'vi' }, { language: 'vi-VN' }],
    ['an unknown language', { language: 'la' }, { language: 'la' }],
    [
      'provider options',
      { providerOptions: { costing_options: { auto: { use_tolls: 0.3 } } } },
      { costing_options: { auto: { use_tolls: 0.3 } } },
    ],
  ])('has %s', async (_name, request, expected) => {
    const { url, body } = await directions(request);
    expect(url.pathname).toBe('/route');
    expect(body).toMatchObject(expected);
  });

  it('has none of them without the options', async () => {
    const { body } = await directions({});
    const fields = [
      'locations',
      'costing',
      'costing_options',
      'units',
      'format',
      'shape_format',
      'language',
      'directions_type',
    ];
    expect(Object.keys(Object(body))).toEqual(fields);
  });

  it.each<[string, Partial<Directions>, readonly string[]]>([
    ['a stop', {}, ['break', 'break', 'break']],
    ['a stop without a U-turn', { continueStraight: true }, ['break', 'break_through', 'break']],
  ])('has %s', async (_name, request, types) => {
    const { body } = await directions(request);
    expect(Object(body).locations.map(({ type }: { type: string }) => type)).toEqual(types);
  });

  it.each([
    ['a via', false, 'via'],
    ['a via without a U-turn', true, 'through'],
  ])('has %s; its ends are stops', async (_name, continueStraight, type) => {
    const waypoints = [start, middle, end].map((position) => ({ position, role: 'via' as const }));
    const { body } = await directions({ waypoints, continueStraight });
    expect(Object(body).locations).toMatchObject([{ type: 'break' }, { type }, { type: 'break' }]);
  });

  it('has the bearing, the side and the radius of a waypoint', async () => {
    const bearing = { degrees: 89.6, toleranceDegrees: 20 };
    const waypoint = { position: start, bearing, side: 'opposite', snapRadiusMeters: 30 } as const;
    const { body } = await directions({ waypoints: [waypoint, end] });
    const [lon, lat] = start;
    expect(Object(body).locations[0]).toEqual({
      ...{ lat, lon, search_cutoff: 30, type: 'break' },
      ...{ heading: 90, heading_tolerance: 20, preferred_side: 'opposite' },
    });
    expect(Object(body).locations[1]).toEqual({ ...place(end), type: 'break' });
  });

  it('to optimise the order has another path', async () => {
    const { url, body } = await directions({ optimizeOrder: true });
    expect(url.pathname).toBe('/optimized_route');
    expect(Object(body).locations).toHaveLength(3);
  });
});

describe('other requests', () => {
  const line = [start, middle, end];

  it.each<[string, (routing: Client) => Promise<unknown>, string, object]>([
    [
      'nearest',
      (routing) => routing.nearest({ profile: 'hiking', position: start, radiusMeters: 100 }),
      '/locate',
      {
        locations: [{ ...place(start), search_cutoff: 100 }],
        costing: 'pedestrian',
        costing_options: { pedestrian: { max_hiking_difficulty: 3 } },
        verbose: true,
      },
    ],
    [
      'several nearest',
      (routing) => routing.nearest({ profile, position: start, radiusMeters: 100, limit: 3 }),
      '/locate',
      {
        locations: [{ ...place(start), search_cutoff: 100, radius: 100 }],
        costing: 'auto',
        costing_options: { auto: {} },
        verbose: true,
      },
    ],
    [
      'elevation',
      (routing) => routing.elevation({ positions: [start, end], providerOptions: { id: 'a' } }),
      '/height',
      {
        shape: [
          { lat: 50.0045, lon: 10.007 },
          { lat: 50.0054, lon: 10.007 },
        ],
        height_precision: 2,
        id: 'a',
      },
    ],
    [
      'attributes',
      (routing) => routing.attributes({ profile, line, attributes: ['toll', 'gradient'] }),
      '/trace_attributes',
      {
        encoded_polyline: 'g``k~Ao|waRg^g^_Xf^',
        costing: 'auto',
        costing_options: { auto: {} },
        shape_match: 'edge_walk',
        units: 'km',
        filters: {
          action: 'include',
          attributes: [
            ...['shape', 'edge.begin_shape_index', 'edge.end_shape_index'],
            ...['edge.toll', 'edge.weighted_grade', 'edge.max_upward_grade'],
          ],
        },
      },
    ],
    [
      'match',
      (routing) =>
        routing.match({
          profile: 'walking',
          trace: [
            { position: start, timeSeconds: 100, accuracyMeters: 8 },
            { position: end, timeSeconds: 130 },
          ],
          language: 'fr',
          providerOptions: { trace_options: { search_radius: 50 } },
        }),
      '/trace_route',
      {
        shape: [
          { lat: 50.0045, lon: 10.007, time: 100, accuracy: 8 },
          { lat: 50.0054, lon: 10.007, time: 130 },
        ],
        costing: 'pedestrian',
        costing_options: { pedestrian: {} },
        shape_match: 'map_snap',
        format: 'osrm',
        units: 'km',
        language: 'fr-FR',
        trace_options: { search_radius: 50 },
      },
    ],
    [
      'expansion',
      (routing) => routing.expansion({ profile, position: start, range: 500, rangeType: 'distance' }),
      '/expansion',
      {
        action: 'isochrone',
        locations: [place(start)],
        costing: 'auto',
        costing_options: { auto: {} },
        contours: [{ distance: 0.5 }],
        expansion_properties: ['duration', 'distance'],
        skip_opposites: true,
        dedupe: true,
      },
    ],
    ['status', (routing) => routing.status(), '/status', { verbose: true }],
  ])('%s', async (_name, call, path, expected) => {
    const { method, url, body } = await sentBy(call);
    expect([method, url.pathname]).toEqual(['POST', path]);
    expect(body).toEqual(expected);
  });
});

describe.skipIf(!hasDescription)("requests fit Valhalla's own API description", () => {
  const everything: Directions = {
    profile: 'truck',
    waypoints: [
      { position: start, bearing: { degrees: 10, toleranceDegrees: 20 }, side: 'same', snapRadiusMeters: 10 },
      { position: middle, role: 'via' },
      end,
    ],
    preference: 'shortest',
    avoid: { features: ['tolls'], points: [middle], areas: [[start, middle, end]] },
    vehicle: { heightMeters: 3, weightTonnes: 10, hazardous: true },
    departAt: '2026-05-04T08:30',
    elevation: true,
  };

  it.each<[string, (routing: Client) => Promise<unknown>]>([
    ['directions', (routing) => routing.directions(everything)],
    ['an optimised order', (routing) => routing.directions({ ...everything, optimizeOrder: true })],
    ['isochrones', (routing) => routing.isochrones({ profile, locations: [start], ranges: [60, 120] })],
    ['a matrix', (routing) => routing.matrix({ profile: 'truck', origins: [start, end] })],
    ['snap', (routing) => routing.snap({ profile: 'cycling-road', positions: [start] })],
    ['nearest', (routing) => routing.nearest({ profile: 'moped', position: start, limit: 2 })],
    ['elevation', (routing) => routing.elevation({ positions: [start] })],
    ['match', (routing) => routing.match({ profile: 'bus', trace: [start, end] })],
    ['attributes', (routing) => routing.attributes({ profile: 'wheelchair', line: [start, end] })],
  ])('%s', async (_name, call) => {
    const { url, body } = await sentBy(call);
    expect(problemsOf(url.pathname, body)).toEqual([]);
  });

  // It lists no contours, and its words are plural: engines 3.6.1 and 3.9.1 refuse those with error 168. It
  // has no `exclude_unpaved` either, which both honour.
  it('of an expansion, except for its contours and properties', async () => {
    const { url, body } = await sentBy((routing) =>
      routing.expansion({ profile, position: start, range: 60 }),
    );
    const problems = problemsOf(url.pathname, body).map((problem) => problem.split(' must')[0]);
    expect(problems).toEqual([
      '/expansion has no contours',
      '/expansion.expansion_properties[0]',
      '/expansion.expansion_properties[1]',
    ]);
  });

  it('which has no unknown fields, words or types', () => {
    const body = { locations: [{ lat: 1, lon: '1' }], costing: 'rocket', colour: 1 };
    expect(problemsOf('/route', body)).toEqual([
      '/route.locations[0].lon must be of type number',
      expect.stringContaining('/route.costing must be one of auto'),
      '/route has no colour',
    ]);
  });
});
