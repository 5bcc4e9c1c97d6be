import { openrouteservice } from '@org/routing/openrouteservice';
import { describe, expect, it } from 'vitest';
import { createChecker, hasDescriptions } from '../../../email/test/support/api-description.ts';
import { directionsAnswer, end, middle, openHosted, start } from './support.ts';

const files = ['openrouteservice.yaml'];
const areas = [[start, middle, end]];
const box = [8.68, 49.41, 8.69, 49.42] as [number, number, number, number];
const profile = 'driving';
const waypoints = [start, { position: end, snapRadiusMeters: 20, bearing: { degrees: 30 } }];

type Routing = ReturnType<typeof openHosted>['routing'];

const calls: Readonly<Record<string, (routing: Routing) => Promise<unknown>>> = {
  directions: (routing) =>
    routing.directions({
      profile,
      waypoints,
      alternatives: 1,
      avoid: { features: ['tolls'], areas, countries: ['CH'], borders: 'all' },
      attributes: openrouteservice().capabilities.options.attributes,
      elevation: true,
      language: 'de',
    }),
  'directions of a truck': (routing) =>
    routing.directions({
      profile: 'truck',
      waypoints: [start, middle, end],
      vehicle: {
        heightMeters: 4,
        widthMeters: 2,
        lengthMeters: 12,
        weightTonnes: 30,
        axleLoadTonnes: 8,
        hazardous: true,
      },
      continueStraight: true,
      preference: 'shortest',
    }),
  roundTrip: (routing) =>
    routing.roundTrip({ profile: 'hiking', start, lengthMeters: 9000, points: 4, seed: 1 }),
  isochrones: (routing) =>
    routing.isochrones({
      profile,
      locations: [start, end],
      ranges: [300, 600],
      direction: 'to',
      smoothing: 0.5,
      attributes: ['population', 'reachFactor'],
      avoid: { features: ['motorways'] },
    }),
  matrix: (routing) => routing.matrix({ profile, origins: [start], destinations: [middle, end] }),
  snap: (routing) => routing.snap({ profile, positions: [start, end] }),
  exportGraph: (routing) => routing.exportGraph({ profile, boundingBox: box }),
  elevation: (routing) => routing.elevation({ positions: [start, end] }),
  'elevation of a point': (routing) => routing.elevation({ positions: [start] }),
  geocode: (routing) =>
    routing.geocode({
      text: 'Heidelberg',
      focus: start,
      boundingBox: box,
      countries: ['DE'],
      language: 'de',
    }),
  'geocode, beginning': (routing) => routing.geocode({ text: 'Heid', isPartial: true, focus: start }),
  'geocode, address': (routing) =>
    routing.geocode({ address: { street: 'Main 1', locality: 'Heidelberg', country: 'DE' } }),
  reverseGeocode: (routing) => routing.reverseGeocode({ position: start, radiusMeters: 300, limit: 3 }),
  pois: (routing) =>
    routing.pois({ around: start, bufferMeters: 100, categories: [601], sortBy: 'distance' }),
  optimize: (routing) =>
    routing.optimize({
      jobs: [{ id: 'a', position: end, serviceSeconds: 300, skills: ['x'], timeWindows: [[0, 3600]] }],
      shipments: [{ id: 'b', pickup: { position: start }, delivery: { position: middle }, amount: [1] }],
      vehicles: [
        {
          id: 'v',
          profile,
          start,
          end,
          capacity: [4],
          skills: ['x'],
          timeWindow: [0, 7200],
          breaks: [{ timeWindows: [[0, 3600]], durationSeconds: 60 }],
        },
      ],
      geometry: true,
    }),
};

// Errors of the description. Its own examples, or the docs of VROOM for shipments, contradict it.
const knownMistakes: readonly RegExp[] = [
  /^\/options\/avoid_polygons\/(type|coordinates) must be object/,
  /^\/geometry must be object/,
  /^\/jobs\/\d+\/location\/\d+ must be array/,
  /^\/jobs\/\d+\/service must be object/,
  /"unevaluatedProperty":"shipments"/,
];

describe.skipIf(!hasDescriptions(files))('the requests fit the API description of the service', () => {
  const problemsOf = hasDescriptions(files) ? createChecker(files) : () => [];

  it.each(Object.keys(calls))('%s', async (name) => {
    const { routing, sent } = openHosted([{ body: directionsAnswer }], { host: 'api.openrouteservice.org' });
    await calls[name]?.(routing).catch(() => {});
    expect(sent).toHaveLength(1);
    const problems = sent.flatMap(({ method, url, headers, body }) =>
      problemsOf({
        method,
        path: url.pathname,
        query: url.searchParams,
        contentType: headers.get('content-type') ?? undefined,
        body: body === undefined ? '' : JSON.stringify(body),
      }),
    );
    // The key is a parameter there; here it is a header, as the API reference says.
    const unknown = problems.filter((problem) => problem !== 'a missing parameter: api_key');
    expect(unknown.filter((problem) => !knownMistakes.some((known) => known.test(problem)))).toEqual([]);
  });
});
