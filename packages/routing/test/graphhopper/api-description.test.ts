import { expect, it } from 'vitest';
import { type Checker, createChecker, hasDescriptions } from '../../../email/test/support/api-description.ts';
import type { ScriptedAnswer } from '../scripted-fetch.ts';
import { a, b, c, recordedRoute, rings, straightRoute } from './answers.ts';
import { openHosted } from './open.ts';

const files = ['graphhopper.yaml'];

type Client = ReturnType<typeof openHosted>['routing'];

const route = { body: recordedRoute };
const pair = { body: straightRoute([a, c], [785]) };
const between = { profile: 'driving', waypoints: [a, b, c] } as const;
const ring = [a, b, c] as const;

const requests: readonly (readonly [string, ScriptedAnswer, (routing: Client) => Promise<unknown>])[] = [
  ['directions', route, (routing) => routing.directions(between)],
  [
    'sides of the road',
    pair,
    (routing) => routing.directions({ profile: 'driving', waypoints: [a, { position: c, side: 'same' }] }),
  ],
  [
    'directions with all options',
    route,
    (routing) =>
      routing.directions({
        profile: 'truck',
        waypoints: [a, b, c].map((position) => ({ position, bearing: { degrees: 90.4 } }) as const),
        preference: 'shortest',
        avoid: { features: ['tolls', 'unpaved'], areas: [ring], countries: ['CH'] },
        vehicle: { heightMeters: 4 },
        continueStraight: true,
        language: 'pt-BR',
      }),
  ],
  ['alternatives', pair, (routing) => routing.directions({ ...between, waypoints: [a, c], alternatives: 2 })],
  [
    'a round trip',
    route,
    (routing) => routing.roundTrip({ profile: 'walking', start: a, lengthMeters: 999.5, seed: 1 }),
  ],
  [
    'isochrones',
    { body: rings(2) },
    (routing) => routing.isochrones({ profile: 'cycling', locations: [a], ranges: [300, 600] }),
  ],
  [
    'a matrix',
    { body: {} },
    (routing) => routing.matrix({ profile: 'driving', origins: [a], destinations: [b, c] }),
  ],
  [
    'a matrix of one list',
    { body: {} },
    (routing) => routing.matrix({ profile: 'driving', origins: [a, b] }),
  ],
  [
    'a track',
    pair,
    (routing) => routing.match({ profile: 'walking', trace: [{ position: a, accuracyMeters: 9.6 }, c] }),
  ],
  [
    'geocoding',
    { body: { hits: [] } },
    (routing) => routing.geocode({ text: 'x', focus: a, language: 'de' }),
  ],
  ['reverse geocoding', { body: { hits: [] } }, (routing) => routing.reverseGeocode({ position: a })],
  [
    'optimisation',
    { body: { job_id: 'x', status: 'finished' } },
    (routing) =>
      routing.optimize({
        vehicles: [
          {
            id: 'v',
            profile: 'driving',
            start: a,
            capacity: [3],
            skills: ['x'],
            timeWindow: [0, 900],
            breaks: [{ timeWindows: [[1, 2]], durationSeconds: 60 }],
            maxStops: 2,
            maxTravelSeconds: 99.5,
            maxDistanceMeters: 1000.5,
          },
        ],
        jobs: [
          {
            id: 'j',
            position: b,
            pickup: [1],
            priority: 50,
            timeWindows: [[0, 9]],
            serviceSeconds: 1,
            setupSeconds: 2,
          },
        ],
        shipments: [
          { id: 's', pickup: { position: a }, delivery: { position: c }, amount: [1], skills: ['x'] },
        ],
        geometry: true,
      }),
  ],
];

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  return body === undefined ? '' : JSON.stringify(body);
}

// Newer than the description, or described in words only.
const undescribed = [/points_encoded_multiplier/];

// Made once: it compiles every schema of the description.
let checker: Checker | undefined;

it.skipIf(!hasDescriptions(files)).each(requests)(
  "the request for %s fits GraphHopper's own API description",
  async (_name, answer, call) => {
    checker ??= createChecker(files);
    const { routing, sent } = openHosted([answer]);
    // Answers are the subject of other tests: these are not all complete.
    await call(routing).catch(() => undefined);
    const [request] = sent;
    if (request === undefined) throw new Error('Nothing was sent.');
    const { method, url, headers, body } = request;
    url.searchParams.delete('key');
    const problems = checker({
      method,
      path: url.pathname,
      query: url.searchParams,
      contentType: headers.get('content-type') ?? undefined,
      body: textOf(body),
    });
    expect(problems.filter((problem) => !undescribed.some((known) => known.test(problem)))).toEqual([]);
  },
);
