import { createRoutingClient } from '@org/routing';
import { type GraphHopperPlan, graphhopper } from '@org/routing/graphhopper';
import { describe, expect, it, vi } from 'vitest';
import { geocodeDoor, reverseGeocodeDoor } from '../../src/model/places/geocode.ts';
import { isochronesDoor } from '../../src/model/reach/isochrones.ts';
import { matrixDoor } from '../../src/model/reach/matrix.ts';
import { optimizeDoor } from '../../src/model/reach/optimize-check.ts';
import { directionsDoor } from '../../src/model/routes/directions.ts';
import { matchDoor } from '../../src/model/routes/match.ts';
import { waypointAt } from '../../src/model/routes/waypoint.ts';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { a, b, c, recordedRoute } from './answers.ts';
import { key, openHosted, openServer } from './open.ts';

const { driver } = openHosted([]);
const creditsOf = driver.creditsOf ?? (() => Number.NaN);
const placesOf = (count: number) => Array.from({ length: count }, () => a);
const places = (count: number) => placesOf(count).map(waypointAt);
const profile = 'driving';
const directions = {
  ...directionsDoor.read({ profile, waypoints: placesOf(2) }),
  roundTrip: undefined,
};

// Source of the numbers: GraphHopper documentation, "Credit Costs per Request", with its own examples.
describe('the credits of a request to GraphHopper', () => {
  it.each([
    ['two waypoints', {}, 1],
    ['25 waypoints', { waypoints: places(25) }, 2.5],
    ['alternatives', { alternatives: 2 }, 2],
    [
      'a round trip',
      { waypoints: places(1), roundTrip: { lengthMeters: 1000, points: undefined, seed: undefined } },
      2,
    ],
    ['an optimised order', { waypoints: places(12), optimizeOrder: true }, 12],
  ])('directions: %s', (_name, change, credits) => {
    expect(creditsOf('directions', { ...directions, ...change })).toBeCloseTo(credits, 9);
  });

  it.each([
    [1, 1, 1],
    [10, 10, 50],
    [19, 100, 950],
    [30, 40, 400],
    [100, 100, 1000],
  ])('a matrix of %s by %s costs %s', (rows, columns, credits) => {
    const destinations = placesOf(columns);
    const query = { ...matrixDoor.read({ profile, origins: placesOf(rows) }), destinations };
    expect(creditsOf('matrix', query)).toBe(credits);
  });

  it.each([
    ['20 minutes', [1200], 'time', 40],
    ['one minute', [60], 'time', 10],
    ['equal steps', [300, 600], 'time', 20],
    ['other steps', [300, 1200], 'time', 50],
    ['metres', [5000], 'distance', 10],
  ] as const)('isochrones of %s', (_name, ranges, rangeType, credits) => {
    const query = isochronesDoor.read({ profile, locations: [a], ranges, rangeType });
    expect(creditsOf('isochrones', query)).toBe(credits);
  });

  it('of the other operations', () => {
    expect(creditsOf('match', matchDoor.read({ profile, trace: placesOf(200) }))).toBe(4);
    expect(creditsOf('geocode', geocodeDoor.read({ text: 'x', limit: 1 }))).toBe(0.3);
    expect(creditsOf('reverseGeocode', reverseGeocodeDoor.read({ position: a }))).toBe(0.3);
    const jobs = Array.from({ length: 150 }, (_, id) => ({ id: String(id), position: b }));
    const vehicles = Array.from(
      { length: 10 },
      (_, id) => ({ id: String(id), profile: 'driving', start: a }) as const,
    );
    expect(creditsOf('optimize', optimizeDoor.read({ jobs, vehicles }))).toBeCloseTo(1500.3, 9);
    expect(openServer([]).driver.creditsOf).toBe(undefined);
  });
});

describe('limits of GraphHopper', () => {
  it.each([
    ['free', 100, 5],
    ['basic', 100, 30],
    ['standard', 400, 80],
    ['premium', 1000, 200],
  ] as const)('of the plan %s', (plan, perMinute, waypoints) => {
    const { capabilities } = graphhopper({ apiKey: key, plan });
    expect(capabilities.caps).toMatchObject({ waypoints, matrixPlaces: waypoints });
    expect(capabilities.rates?.directions?.perMinute).toBe(perMinute);
  });

  it('count credits: a request of many waits for the minute', async () => {
    const order = { ...recordedRoute, paths: [{ ...recordedRoute.paths[0], points_order: [0, 1, 2] }] };
    const dear = scriptedFetch({ body: order });
    const clock = createRoutingClient({
      driver: graphhopper({ apiKey: key, plan: 'basic' }),
      runtime: dear.runtime,
    });
    const request = { profile: 'driving', waypoints: [a, b, c], optimizeOrder: true } as const;
    for (let index = 0; index < 10; index += 1) await clock.directions(request);
    const waiting = clock.directions(request, { deadlineMs: 50 });
    expect(await failureOf(waiting)).toMatchObject({ code: expect.stringMatching(/timeout|throttle/) });
    expect(dear.sent.length).toBe(10);
    await clock.close();
  });

  it('are refused for an unknown plan', () => {
    const plan = 'gold' as unknown as GraphHopperPlan;
    expect(() => graphhopper({ apiKey: key, plan })).toThrow(/plan must be one of free, basic/);
  });

  it('of the day are reported with the instant of the reset', async () => {
    const headers = {
      'x-ratelimit-limit': '500',
      'x-ratelimit-remaining': '498.7',
      'x-ratelimit-reset': '3600',
    };
    const { routing } = openHosted([{ body: recordedRoute, headers }]);
    const { meta } = await routing.directions({ profile: 'driving', waypoints: [a, b, c] });
    expect(meta.quota).toMatchObject({ limit: 500, remaining: 498.7 });
    expect(Math.abs((meta.quota?.resetAt?.getTime() ?? 0) - Date.now() - 3600_000)).toBeLessThan(60_000);
  });

  it.each(['-5', '1e9', '900000', 'soon', ''])('have no reset for "%s" seconds', async (reset) => {
    const headers = { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': reset };
    const { routing } = openHosted([{ body: recordedRoute, headers }]);
    const { meta } = await routing.directions({ profile: 'driving', waypoints: [a, b, c] });
    expect(meta.quota).toEqual({ remaining: 1 });
  });
});

describe('the address and the key of GraphHopper', () => {
  it.each([
    ['GRAPHHOPPER_API_KEY', { GRAPHHOPPER_API_KEY: 'own-key', ROUTING_API_KEY: 'general-key' }, 'own-key'],
    ['ROUTING_API_KEY', { ROUTING_API_KEY: 'general-key' }, 'general-key'],
  ])('come from %s', async (_name, environment, expected) => {
    vi.stubEnv('GRAPHHOPPER_API_KEY', undefined);
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const { routing, sent } = openHosted([{ body: recordedRoute }], { apiKey: undefined });
    await routing.directions({ profile: 'driving', waypoints: [a, b, c] });
    expect(sent[0]?.url.searchParams.get('key')).toBe(expected);
    vi.unstubAllEnvs();
  });

  it('security: your own server gets no key from the environment', async () => {
    vi.stubEnv('GRAPHHOPPER_API_KEY', 'key-of-the-hosted-service');
    const { routing, sent } = openServer([{ body: recordedRoute }]);
    await routing.directions({ profile: 'driving', waypoints: [a, b, c] });
    expect(sent[0]?.url.search).toBe('');
    vi.unstubAllEnvs();
  });
});
