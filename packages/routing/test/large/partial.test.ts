import { inspect } from 'node:util';
import { AuthenticationError, partialOf, QuotaExceededError, ServerError } from '@org/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import type { Position } from '../../src/model/geometry/position.ts';
import { measure, type RulerOptions, rulerEngine } from '../ruler-engine.ts';
import { failureOf } from '../scripted-fetch.ts';

const places = (count: number): Position[] => Array.from({ length: count }, (_, at) => [at, 1]);
const down = new ServerError({ message: 'down', provider: 'ruler' });

/** Fails the requests with these numbers, counted from 0. */
function failing(numbers: readonly number[], error: unknown = down) {
  let count = 0;
  const onRequest = () => {
    if (numbers.includes(count++)) throw error;
  };
  return { onRequest, count: () => count };
}

const open = (options: RulerOptions, maxParallelParts = 1) =>
  createRoutingClient({ driver: rulerEngine(options), maxParallelParts });

describe('with partial: true', () => {
  const matrixCaps = { caps: { matrixCells: 4 } };
  const request = { profile: 'driving', origins: places(4), metrics: ['distance'] } as const;

  it('a matrix keeps what arrived; cells of a failed part are NaN, those without a route null', async () => {
    const southern: Position = [2, -1];
    const origins = [...places(3), southern];
    const { failures, distancesMeters, meta } = await open({ ...matrixCaps, ...failing([1]) }).matrix(
      { ...request, origins },
      { partial: true },
    );
    expect(failures).toEqual([{ rows: [0, 2], columns: [2, 4], error: down }]);
    expect(meta.requests).toBe(4);
    const expected = origins.map((from, row) =>
      origins.map((to, column) => {
        if (row < 2 && column >= 2) return NaN;
        return from[1] < 0 === to[1] < 0 ? measure(from, to) : null;
      }),
    );
    expect(distancesMeters).toEqual(expected);
  });

  it('a complete result has no failures', async () => {
    const { failures } = await open(matrixCaps).matrix(request, { partial: true });
    expect(failures).toEqual([]);
    expect(await open(matrixCaps).matrix(request)).not.toHaveProperty('failures');
  });

  it('any parts of any matrix may fail: the others have the cells of one request', async () => {
    const size = fc.integer({ min: 1, max: 8 });
    const numbers = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(size, size, numbers, async (rows, columns, failed) => {
        const [origins, destinations] = [places(rows), places(columns)];
        const routing = open({ caps: { matrixCells: 5 }, ...failing(failed) }, 3);
        const call = routing.matrix({ ...request, origins, destinations }, { partial: true });
        const result = await call.catch((error: unknown) => error);
        if (result === down) return;
        const { distancesMeters, failures } = result as Awaited<typeof call>;
        const isFailed = (row: number, column: number) =>
          failures.some(
            (failure) =>
              row >= failure.rows[0] &&
              row < failure.rows[1] &&
              column >= failure.columns[0] &&
              column < failure.columns[1],
          );
        const expected = origins.map((from, row) =>
          destinations.map((to, column) => (isFailed(row, column) ? NaN : measure(from, to))),
        );
        expect(distancesMeters).toEqual(expected);
      }),
    );
  });

  it('isochrones distinguish failed locations from missing ones', async () => {
    const locations: Position[] = [...places(4), [150, 1]];
    const routing = open({ caps: { isochroneLocations: 2 }, ...failing([0]) });
    const result = await routing.isochrones(
      { profile: 'walking', locations, ranges: [60, 120] },
      { partial: true },
    );
    expect(result.failures).toEqual([{ locations: [0, 1], ranges: [60, 120], error: down }]);
    expect(result.isochrones.map(({ locationIndex }) => locationIndex)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(result.missing).toEqual([4]);
    expect(result.warnings).toEqual([]);
  });

  it('snap and elevation name the slices', async () => {
    const caps = { snapPositions: 2, elevationPositions: 2 };
    const positions: Position[] = [...places(3), [150, 1]];
    const snapped = await open({ caps, ...failing([0]) }).snap(
      { profile: 'driving', positions },
      { partial: true },
    );
    expect(snapped.failures).toEqual([{ places: [0, 2], error: down }]);
    expect(snapped.points).toEqual([{}, {}, { position: [2, 1] }, { position: null }]);
    const south: Position[] = [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, -1],
    ];
    const heights = await open({ caps, ...failing([0]) }).elevation({ positions: south }, { partial: true });
    expect(heights.failures).toEqual([{ places: [0, 2], error: down }]);
    expect(heights.heightsMeters).toEqual([NaN, NaN, 6, null]);
  });

  it('a call without any answer rejects with the first error', async () => {
    const routing = open({ ...matrixCaps, ...failing([0, 1, 2, 3]) });
    expect(await failureOf(routing.matrix(request, { partial: true }))).toBe(down);
  });

  it.each([
    ['a wrong key', new AuthenticationError({ message: 'no' })],
    ['an empty quota', new QuotaExceededError({ message: 'no' })],
  ])('%s ends the requests: the other parts have its error', async (_name, error) => {
    const { onRequest, count } = failing([1], error);
    const { failures } = await open({ ...matrixCaps, onRequest }).matrix(request, { partial: true });
    expect(failures.map((failure) => failure.error)).toEqual([error, error, error]);
    expect(count()).toBe(2);
  });

  it('an aborted call rejects with the reason of the caller', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    let count = 0;
    const onRequest = () => {
      if (++count === 2) stop.abort(reason);
    };
    const routing = open({ ...matrixCaps, onRequest });
    const error = await failureOf(routing.matrix(request, { partial: true, signal: stop.signal }));
    expect(error).toBe(reason);
    expect(partialOf(error, 'matrix')).toBeUndefined();
  });
});

describe('without partial', () => {
  const request = { profile: 'driving', origins: places(4), metrics: ['distance'] } as const;

  it('the error of a late part keeps what arrived, and shows none of it', async () => {
    const routing = open({ caps: { matrixCells: 4 }, ...failing([2]) });
    const error = await failureOf(routing.matrix(request));
    expect(error).toBe(down);
    expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain('origins');
    expect(JSON.stringify(error)).not.toContain('position');
    const kept = partialOf(error, 'matrix');
    expect(kept?.distancesMeters?.slice(0, 2)).toEqual(
      places(2).map((from) => places(4).map((to) => measure(from, to))),
    );
    expect(kept?.distancesMeters?.slice(2)).toEqual([places(4).map(() => NaN), places(4).map(() => NaN)]);
    // The part that failed, and the part that was not sent.
    expect(kept?.failures).toEqual([
      { rows: [2, 4], columns: [0, 2], error: down },
      { rows: [2, 4], columns: [2, 4], error: down },
    ]);
    expect(partialOf(error, 'snap')).toBeUndefined();
  });

  it('an error of the first part keeps nothing', async () => {
    const error = new ServerError({ message: 'down' });
    const routing = open({ caps: { matrixCells: 4 }, ...failing([0], error) });
    expect(partialOf(await failureOf(routing.matrix(request)), 'matrix')).toBeUndefined();
    expect(partialOf(undefined, 'matrix')).toBeUndefined();
    expect(partialOf('text', 'matrix')).toBeUndefined();
  });

  it('the index of a place that the service names counts in the whole matrix', async () => {
    const remote: Position = [150, 1];
    const pointIndexOf = async (origins: Position[], destinations: Position[]) => {
      const routing = open({ caps: { matrixCells: 4 }, snap: false });
      const error = await failureOf(routing.matrix({ profile: 'driving', origins, destinations }));
      return (error as { pointIndex?: number }).pointIndex;
    };
    expect(await pointIndexOf([...places(3), remote], places(4))).toBe(3);
    expect(await pointIndexOf(places(4), [...places(3), remote])).toBe(4 + 3);
  });
});

describe('onProgress', () => {
  it('counts every part once, also those that fail', async () => {
    const seen: object[] = [];
    const routing = open({ caps: { matrixCells: 4 }, ...failing([1]) });
    await routing.matrix(
      { profile: 'driving', origins: places(4) },
      { partial: true, onProgress: (progress) => seen.push(progress) },
    );
    expect(seen).toEqual([
      { done: 1, total: 4, restored: 0, failed: 0 },
      { done: 2, total: 4, restored: 0, failed: 1 },
      { done: 3, total: 4, restored: 0, failed: 1 },
      { done: 4, total: 4, restored: 0, failed: 1 },
    ]);
  });

  it('its error ends the call, also with partial', async () => {
    const problem = new Error('the bar broke');
    const onProgress = () => {
      throw problem;
    };
    const { onRequest, count } = failing([]);
    const routing = open({ caps: { matrixCells: 4 }, onRequest });
    const options = { partial: true, onProgress } as const;
    expect(await failureOf(routing.matrix({ profile: 'driving', origins: places(4) }, options))).toBe(
      problem,
    );
    expect(count()).toBe(1);
  });
});
