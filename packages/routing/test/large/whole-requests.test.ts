import { LimitExceededError } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import type { Position } from '../../src/model/geometry/position.ts';
import { type RulerOptions, rulerEngine } from '../ruler-engine.ts';
import { failureOf } from '../scripted-fetch.ts';

const places = (count: number): Position[] => Array.from({ length: count }, (_, at) => [at / 100, 1]);

describe('a request that a split would change is refused, with the cap and what helps', () => {
  const requests: string[] = [];
  const onRequest = (name: string) => void requests.push(name);
  const open = (options: RulerOptions = {}) =>
    createRoutingClient({
      driver: rulerEngine({
        caps: { waypoints: 2, isochroneRanges: 1, isochroneLocations: 1, matrixCells: 4 },
        ...options,
        onRequest,
      }),
    });
  const whole = { split: { directions: 'never' } } as const;
  const wholeOptions = { split: { wholeOptions: { isochrones: ['intersections'], matrix: ['scale'] } } };
  const [profile, waypoints] = ['driving', places(3)] as const;

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'an engine that routes as a whole',
      () => open(whole).directions({ profile, waypoints }),
      /at most 2 waypoints .* Set approximate: true/,
    ],
    [
      'continueStraight',
      () => open().directions({ profile, waypoints, continueStraight: true }),
      /With continueStraight .* Leave out continueStraight/,
    ],
    [
      'continueStraight, also with approximate',
      () => open(whole).directions({ profile, waypoints, continueStraight: true, approximate: true }),
      /Leave out continueStraight/,
    ],
    [
      'providerOptions of directions',
      () => open().directions({ profile, waypoints, providerOptions: { skip_segments: [1] } }),
      /Leave out providerOptions/,
    ],
    [
      'more ranges than one request has',
      () => open().isochrones({ profile, locations: places(1), ranges: [60, 120] }),
      /at most 1 ranges .* Set approximate: true/,
    ],
    [
      'intersections of locations',
      () =>
        open(wholeOptions).isochrones({
          profile,
          locations: places(2),
          ranges: [60],
          providerOptions: { intersections: true },
        }),
      /at most 1 locations .* Leave out providerOptions\.intersections/,
    ],
    [
      'an option of a whole matrix',
      () => open(wholeOptions).matrix({ profile, origins: waypoints, providerOptions: { scale: 2 } }),
      /at most 4 cells .* Leave out providerOptions\.scale/,
    ],
  ])('%s', async (_name, call, message) => {
    const error = await failureOf(call());
    expect(LimitExceededError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ message: expect.stringMatching(message), outcome: 'not-sent' });
    expect(requests).toEqual([]);
  });

  it('within the caps the same options are sent', async () => {
    const request = { profile, locations: places(1), ranges: [60], providerOptions: { intersections: true } };
    await open(wholeOptions).isochrones(request);
    expect(requests.splice(0)).toEqual(['isochrones']);
  });
});

describe('approximate: true', () => {
  it('splits the waypoints of an engine that routes as a whole, with a notice', async () => {
    const options = { caps: { waypoints: 3 }, split: { directions: 'never' } } as const;
    const routing = createRoutingClient({ driver: rulerEngine(options) });
    const waypoints = places(6);
    const result = await routing.directions({ profile: 'driving', waypoints, approximate: true });
    expect(result.meta.requests).toBe(3);
    expect(result.waypoints).toHaveLength(6);
    expect(result.warnings).toMatchObject([{ kind: 'notice', message: /approximate: true/ }]);
    const short = { profile: 'driving', waypoints: places(3), approximate: true } as const;
    expect((await routing.directions(short)).warnings).toEqual([]);
  });

  it('splits the ranges of isochrones: each has its area, in order, with a notice', async () => {
    const driver = rulerEngine({ caps: { isochroneRanges: 2, isochroneLocations: 2 } });
    const routing = createRoutingClient({ driver });
    const request = { profile: 'walking', locations: places(3), ranges: [3, 1, 2, 4, 5] } as const;
    const { isochrones, warnings, meta, missing } = await routing.isochrones({
      ...request,
      approximate: true,
    });
    expect(isochrones.map(({ locationIndex, range }) => [locationIndex, range])).toEqual(
      [0, 1, 2].flatMap((location) => [1, 2, 3, 4, 5].map((range) => [location, range])),
    );
    expect(meta.requests).toBe(2 * 3);
    expect(missing).toEqual([]);
    expect(warnings).toMatchObject([{ kind: 'notice', message: /3 requests for each location/ }]);
  });
});

describe('the distance caps of openrouteservice', () => {
  const routing = createRoutingClient({ driver: openrouteservice({ apiKey: 'unused' }) });
  const [lisbon, berlin, moscow]: Position[] = [
    [-9.1, 38.7],
    [13.4, 52.5],
    [37.6, 55.8],
  ];
  const requestsFor = async (waypoints: readonly unknown[], more: object = {}) => {
    const request = { profile: 'driving', waypoints: waypoints as Position[], ...more } as const;
    return (await routing.estimate('directions', request)).requests;
  };

  it('6000 km: longer lines are split at a waypoint', async () => {
    expect(await requestsFor([lisbon, berlin, moscow])).toBe(1);
    expect(await requestsFor([lisbon, berlin, moscow, berlin])).toBe(1);
    expect(await requestsFor([lisbon, berlin, moscow, berlin, lisbon])).toBe(2);
  });

  it('150 km with areas to avoid, and a single leg stays one request', async () => {
    const areas = [
      [
        [8, 49],
        [8.1, 49],
        [8.1, 49.1],
      ],
    ];
    const near: Position[] = [
      [8, 49.2],
      [9, 49.2],
      [10, 49.2],
      [11, 49.2],
    ];
    expect(await requestsFor(near)).toBe(1);
    expect(await requestsFor(near, { avoid: { areas } })).toBe(2);
    expect(await requestsFor([lisbon, moscow], { avoid: { areas } })).toBe(1);
  });

  it('refuses what cannot be split', async () => {
    const waypoints = [lisbon, berlin, moscow, berlin, lisbon];
    const error = await failureOf(requestsFor(waypoints, { continueStraight: true }));
    expect(error).toMatchObject({
      code: 'limit-exceeded',
      limit: 'distance',
      message: expect.stringMatching(/at most 6000 km from waypoint to waypoint.*continueStraight/),
    });
  });
});
