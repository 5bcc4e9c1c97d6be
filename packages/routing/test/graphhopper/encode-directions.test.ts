import { encodePolyline } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../scripted-fetch.ts';
import { a, b, c, recordedRoute, straightRoute } from './answers.ts';
import { key, openHosted, openServer } from './open.ts';

const answer = [{ body: recordedRoute }];
const between = { profile: 'driving', waypoints: [a, b, c] } as const;

async function bodyOf(request: object, answers: readonly { body: unknown }[] = answer) {
  const { routing, sent } = openHosted(answers);
  await routing.directions({ ...between, ...request });
  return sent[0]?.body;
}

const plain = {
  profile: 'car',
  points: [a, b, c],
  calc_points: true,
  points_encoded: true,
  points_encoded_multiplier: 1000000,
  elevation: false,
  instructions: true,
  locale: 'en',
};

describe('a request for directions to GraphHopper', () => {
  it('has longitude first, and the key in the query', async () => {
    const { routing, sent } = openHosted(answer);
    await routing.directions(between);
    expect(sent[0]?.url.href).toBe(`https://graphhopper.com/api/1/route?key=${key}`);
    expect(sent[0]?.body).toEqual(plain);
    expect([...(sent[0]?.headers.values() ?? [])].join()).not.toContain(key);
  });

  it.each([
    ['truck', 'truck'],
    ['moped', 'scooter'],
    ['cycling', 'bike'],
    ['cycling-road', 'racingbike'],
    ['cycling-mountain', 'mtb'],
    ['walking', 'foot'],
    ['hiking', 'hike'],
  ])('names %s as %s', async (profile, name) => {
    expect(await bodyOf({ profile })).toEqual({ ...plain, profile: name });
  });

  it('names profiles as the configuration of the server does', async () => {
    const { routing, sent } = openServer(answer, { profileNames: { driving: 'my_car' } });
    await routing.directions(between);
    expect(sent[0]?.url.href).toBe('http://localhost:8989/route');
    expect(sent[0]?.body).toEqual({ ...plain, profile: 'my_car' });
  });

  it('leaves instructions out only between two waypoints', async () => {
    const two = { waypoints: [a, c], steps: false };
    const body = straightRoute([a, c], [785]);
    expect(await bodyOf(two, [{ body }])).toEqual({ ...plain, points: [a, c], instructions: false });
    expect(await bodyOf({ steps: false })).toEqual(plain);
  });

  it.each([
    ['pt-BR', 'pt_BR'],
    ['kk', 'kz'],
    ['no', 'nb'],
    ['zh-Hant', 'zh'],
  ])('has the language %s as %s', async (language, locale) => {
    expect(await bodyOf({ language })).toEqual({ ...plain, locale });
  });

  it('closes roads by a custom model in flexible mode', async () => {
    const areas = [
      [
        [8.688, 49.4175],
        [8.689, 49.4175],
        [8.689, 49.419],
      ],
    ];
    const avoid = { features: ['tolls', 'ferries'], areas, countries: ['ch'] };
    const ring = [
      [8.688, 49.4175],
      [8.689, 49.4175],
      [8.689, 49.419],
      [8.688, 49.4175],
    ];
    expect(await bodyOf({ avoid })).toEqual({
      ...plain,
      'ch.disable': true,
      custom_model: {
        priority: [
          { if: 'toll == ALL', multiply_by: '0' },
          { if: 'road_environment == FERRY', multiply_by: '0' },
          { if: 'country == CHE', multiply_by: '0' },
          { if: 'in_area0', multiply_by: '0' },
        ],
        areas: {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              id: 'area0',
              properties: {},
              geometry: { type: 'Polygon', coordinates: [ring] },
            },
          ],
        },
      },
    });
  });

  it('avoids the tolls of trucks, and roads that forbid the size', async () => {
    const request = {
      profile: 'truck',
      avoid: { features: ['tolls', 'unpaved'] },
      vehicle: { heightMeters: 4.2, weightTonnes: 26, hazardous: true },
    };
    expect(await bodyOf(request)).toMatchObject({
      custom_model: {
        priority: [
          { if: 'toll == ALL || toll == HGV' },
          { if: expect.stringMatching(/^surface == UNPAVED \|\| .*surface == GRAVEL/) },
          { if: 'max_height < 4.2' },
          { if: 'max_weight < 26' },
          { if: 'hazmat == NO' },
        ],
      },
    });
  });

  it('is shortest by the influence of distance', async () => {
    expect(await bodyOf({ preference: 'shortest' })).toEqual({
      ...plain,
      'ch.disable': true,
      custom_model: { distance_influence: 100000 },
    });
  });

  it('has one heading for the start, or one for each waypoint', async () => {
    const start = [{ position: a, bearing: { degrees: 90 } }, b, c];
    expect(await bodyOf({ waypoints: start })).toEqual({ ...plain, headings: [90], 'ch.disable': true });
    const north = [
      { position: a, bearing: { degrees: 359.5 } },
      { position: b, bearing: { degrees: 360 } },
      c,
    ];
    expect(await bodyOf({ waypoints: north })).toMatchObject({ headings: [0, 0, 'NaN'] });
    const middle = [a, { position: b, bearing: { degrees: 45 } }, c];
    expect(await bodyOf({ waypoints: middle })).toMatchObject({ headings: ['NaN', 45, 'NaN'] });
  });

  it('names sides of the road by the side that the country drives on', async () => {
    const waypoints = [a, { position: b, side: 'same' }, { position: c, side: 'opposite' }] as const;
    expect(await bodyOf({ waypoints })).toEqual({ ...plain, curbsides: ['any', 'right', 'left'] });
    const { routing, sent } = openServer(answer, { drivingSide: 'left' });
    await routing.directions({ profile: 'driving', waypoints });
    expect(sent[0]?.body).toMatchObject({ curbsides: ['any', 'left', 'right'] });
  });

  it('has alternatives, counted with the best route', async () => {
    const body = straightRoute([a, c], [785]);
    expect(await bodyOf({ waypoints: [a, c], alternatives: 2 }, [{ body }])).toMatchObject({
      algorithm: 'alternative_route',
      'alternative_route.max_paths': 3,
      'ch.disable': true,
    });
  });

  it('has no U-turns with pass_through, attributes as details, the order as a text', async () => {
    expect(await bodyOf({ continueStraight: true })).toMatchObject({
      pass_through: true,
      'ch.disable': true,
    });
    expect(await bodyOf({ attributes: ['surface', 'toll'] })).toMatchObject({ details: ['surface', 'toll'] });
    const order = { ...recordedRoute, paths: [{ ...recordedRoute.paths[0], points_order: [0, 1, 2] }] };
    expect(await bodyOf({ optimizeOrder: true }, [{ body: order }])).toMatchObject({ optimize: 'true' });
  });

  it('warns that a round trip has no number of points', async () => {
    const body = straightRoute([a, b, a], [649, 649]);
    const snapped = { ...body.paths[0], snapped_waypoints: encodePolyline([a], { precision: 6 }) };
    const { routing } = openHosted([{ body: { ...body, paths: [snapped] } }]);
    const request = { profile: 'walking', start: a, lengthMeters: 1300, points: 5 } as const;
    const { warnings } = await routing.roundTrip(request);
    expect(warnings).toMatchObject([{ kind: 'not-honoured', message: /points/ }]);
    await expect(routing.roundTrip(request, { strict: true })).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('is not split at a waypoint with a bearing, which holds for the way to it only', async () => {
    const { routing, sent } = openServer([{ body: recordedRoute }], { caps: { waypoints: 2 } });
    const turned = { position: b, bearing: { degrees: 90 } };
    const call = routing.directions({ profile: 'driving', waypoints: [a, turned, c] });
    await expect(call).rejects.toMatchObject({
      code: 'limit-exceeded',
      message: expect.stringMatching(/With bearing of waypoint 1 .* Leave out bearing/),
    });
    expect(sent).toEqual([]);
  });

  it('of a round trip has one place, a length and a seed', async () => {
    const body = straightRoute([a, b, a], [649, 649]);
    const snapped = { ...body.paths[0], snapped_waypoints: encodePolyline([a], { precision: 6 }) };
    const { routing, sent } = openHosted([{ body: { ...body, paths: [snapped] } }]);
    const request = { profile: 'walking', start: a, lengthMeters: 1300.4, seed: 7 } as const;
    const { routes, waypoints } = await routing.roundTrip(request);
    expect(routes[0].legs.map(({ geometryRange }) => geometryRange)).toEqual([[0, 2]]);
    expect(waypoints.length).toBe(1);
    expect(sent[0]?.body).toMatchObject({
      points: [a],
      algorithm: 'round_trip',
      'round_trip.distance': 1300,
      'round_trip.seed': 7,
      'ch.disable': true,
    });
  });

  it('takes further fields, and none that it sets itself', async () => {
    const providerOptions = { snap_preventions: ['motorway'], custom_model: { speed: [] } };
    const request = { avoid: { features: ['fords'] }, providerOptions };
    expect(await bodyOf(request)).toMatchObject({
      snap_preventions: ['motorway'],
      custom_model: { priority: [{ if: 'road_environment == FORD' }], speed: [] },
    });
    const error = await failureOf(bodyOf({ providerOptions: { locale: 'de' } }));
    expect(error).toMatchObject({ code: 'invalid-input', message: expect.stringContaining('locale') });
  });

  it('R8: is not sent for an unknown country or an option that the engine lacks', async () => {
    const { routing, sent } = openServer(answer);
    const unknown = routing.directions({ ...between, avoid: { countries: ['zz'] } });
    expect(await failureOf(unknown)).toMatchObject({ code: 'invalid-input' });
    const later = { ...between, departAt: '2026-05-04T08:30' } as never;
    expect(await failureOf(routing.directions(later))).toMatchObject({ code: 'unsupported' });
    const both = [a, { position: b, side: 'same' }, { position: c, bearing: { degrees: 9 } }] as const;
    const together = routing.directions({ profile: 'driving', waypoints: both });
    expect(await failureOf(together)).toMatchObject({ code: 'unsupported' });
    const ordered = { ...between, optimizeOrder: true } as never;
    expect(await failureOf(routing.directions(ordered))).toMatchObject({ code: 'unsupported' });
    expect(sent).toEqual([]);
  });
});
