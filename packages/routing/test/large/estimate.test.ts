import { LimitExceededError } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import type { RequestCaps } from '../../src/model/engine/request-caps.ts';
import type { Position } from '../../src/model/geometry/position.ts';
import { fastestOf3 } from '../fastest-of.ts';
import { type RulerOptions, rulerEngine } from '../ruler-engine.ts';
import { failureOf } from '../scripted-fetch.ts';

const places = (count: number): Position[] => Array.from({ length: count }, (_, at) => [at / 1000, 1]);
const open = (caps: Partial<RequestCaps>, more: RulerOptions = {}) =>
  createRoutingClient({ driver: rulerEngine({ caps, ...more }) });

describe('estimate()', () => {
  it('has the requests and places of the plan', async () => {
    const routing = open({
      waypoints: 50,
      isochroneLocations: 5,
      isochroneRanges: 2,
      matrixCells: 2500,
      snapPositions: 5000,
      elevationPositions: 2000,
    });
    const profile = 'driving';
    const common = { leastMs: 0 };
    expect(await routing.estimate('matrix', { profile, origins: places(200) })).toEqual({
      requests: 16,
      places: 4 * 200 + 4 * 200,
      ...common,
    });
    expect(await routing.estimate('directions', { profile, waypoints: places(100) })).toEqual({
      requests: 3,
      places: 102,
      ...common,
    });
    const ring = { profile, locations: places(6), ranges: [300, 600, 900], approximate: true } as const;
    expect(await routing.estimate('isochrones', ring)).toEqual({ requests: 4, places: 12, ...common });
    expect(await routing.estimate('snap', { profile, positions: places(5001) })).toEqual({
      requests: 2,
      places: 5001,
      ...common,
    });
    expect(await routing.estimate('elevation', { positions: places(4001) })).toEqual({
      requests: 3,
      places: 4001,
      ...common,
    });
  });

  it.each([
    [1, 0],
    [40, 0],
    [41, 60_000],
    [80, 60_000],
    [81, 120_000],
    [500, 12 * 60_000],
    [501, 24 * 3600_000],
  ])('%i requests with 40 a minute and 500 a day take at least %i ms', async (count, leastMs) => {
    const routing = open({ snapPositions: 1 }, { rates: { snap: { perMinute: 40, perDay: 500 } } });
    const estimate = await routing.estimate('snap', { profile: 'driving', positions: places(count) });
    expect(estimate).toEqual({ requests: count, places: count, leastMs });
  });

  it('sums the credits of the requests', async () => {
    const creditsOf = (name: string, query: object) => {
      const { origins = [], destinations = [] } = query as Record<string, readonly unknown[]>;
      return name === 'matrix' ? Math.max(origins.length, destinations.length) : 1;
    };
    const routing = open({ matrixCells: 9 }, { creditsOf });
    const request = { profile: 'driving', origins: places(5), destinations: places(4) } as const;
    // Three bands of one or two rows.
    expect(await routing.estimate('matrix', request)).toMatchObject({ requests: 3, credits: 4 + 4 + 4 });
    const directions = await routing.estimate('directions', { profile: 'driving', waypoints: places(3) });
    expect(directions).toMatchObject({ requests: 1, credits: 1 });
  });

  it.each([
    ['free', 20, 39 * 24 * 3600_000],
    ['basic', 1, 0],
    ['basic', 5, 4 * 60_000],
  ] as const)('a matrix at GraphHopper, plan %s, with %i requests takes at least %i ms', async (...row) => {
    const [plan, requests, leastMs] = row;
    const caps = { matrixCells: 10_000, matrixPlaces: 100 + 100 };
    const routing = createRoutingClient({ driver: graphhopper({ apiKey: 'key', plan, caps }) });
    const request = {
      profile: 'driving',
      origins: places(100 * requests),
      destinations: places(100),
    } as const;
    // Of 100 rows and 100 columns: a thousand credits.
    expect(await routing.estimate('matrix', request)).toMatchObject({
      requests,
      credits: 1000 * requests,
      leastMs,
    });
  });

  it('sends nothing, opens nothing, and refuses what the call refuses', async () => {
    const requests: string[] = [];
    const options = { onRequest: (name: string) => void requests.push(name) };
    const routing = open({ isochroneRanges: 1, matrixCells: 4 }, options);
    await routing.estimate('matrix', { profile: 'driving', origins: places(9) });
    const request = { profile: 'driving', locations: places(1), ranges: [1, 2] } as const;
    const [planned, called] = [
      await failureOf(routing.estimate('isochrones', request)),
      await failureOf(routing.isochrones(request)),
    ];
    expect(LimitExceededError.isInstance(planned)).toBe(true);
    expect(planned).toMatchObject({ message: (called as Error).message });
    expect(await failureOf(routing.estimate('snap', { profile: 'driving', positions: [] }))).toMatchObject({
      code: 'invalid-input',
    });
    expect(requests).toEqual([]);
  });

  it('is the number of requests that the call takes', async () => {
    const size = fc.integer({ min: 1, max: 12 });
    await fc.assert(
      fc.asyncProperty(size, size, fc.integer({ min: 1, max: 30 }), async (rows, columns, matrixCells) => {
        const routing = open({ matrixCells });
        const request = { profile: 'driving', origins: places(rows), destinations: places(columns) } as const;
        const { meta } = await routing.matrix(request);
        expect(await routing.estimate('matrix', request)).toMatchObject({ requests: meta.requests });
      }),
    );
  });

  it('plans 10 000 × 10 000 in a moment, and without a list of the tiles', async () => {
    const routing = open({ matrixCells: 2500 }, { rates: { matrix: { perMinute: 40 } } });
    const origins = places(10_000);
    const estimate = () => routing.estimate('matrix', { profile: 'driving', origins });
    expect(await fastestOf3(estimate)).toBeLessThan(2000);
    expect(await estimate()).toEqual({ requests: 40_000, places: 4_000_000, leastMs: 999 * 60_000 });
  });
});
