import { partialOf, ServerError, UnsupportedError } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import type { RoutingDriver } from '../../src/driver/routing-driver.ts';
import type { Position } from '../../src/model/geometry/position.ts';
import type { MatrixQuery } from '../../src/model/reach/matrix.ts';
import { lastRoadLongitude, type RulerOptions, rulerEngine } from '../ruler-engine.ts';
import { failureOf } from '../scripted-fetch.ts';

const places = (count: number): Position[] => Array.from({ length: count }, (_, at) => [at, 1]);
const remote: Position = [lastRoadLongitude + 1, 1];
const down = new ServerError({ message: 'down', provider: 'ruler' });
const open = (options: RulerOptions) =>
  createRoutingClient({ driver: rulerEngine(options), maxParallelParts: 1 });

describe('with partial: true', () => {
  it('failed locations are not locations without a road', async () => {
    let count = 0;
    const onRequest = (name: string) => {
      if (name === 'isochrones' && count++ === 1) throw down;
    };
    const routing = open({ caps: { isochroneLocations: 1 }, onRequest });
    const request = { profile: 'driving', locations: [remote, [1, 1]], ranges: [300] } as const;
    const result = await routing.isochrones(request, { partial: true });
    expect(result).toMatchObject({ isochrones: [], missing: [0], failures: [{ locations: [1, 2] }] });
  });

  it('a look-up of places that failed once is tried again by the next part', async () => {
    let snaps = 0;
    const onRequest = (name: string) => {
      if (name === 'snap' && snaps++ === 0) throw down;
    };
    const routing = open({ caps: { matrixCells: 4 }, onRequest });
    const request = { profile: 'driving', origins: [...places(3), remote] } as const;
    const { failures } = await routing.matrix(request, { partial: true });
    expect(failures).toEqual([{ rows: [0, 2], columns: [2, 4], error: down }]);
  });
});

async function collect<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** The ruler, whose matrices ignore something. */
function lax(options: RulerOptions): RoutingDriver<ReturnType<typeof rulerEngine>['capabilities']> {
  const driver = rulerEngine(options);
  const ignored = { kind: 'not-honoured', message: 'It was ignored.' } as const;
  return {
    ...driver,
    open(engine) {
      const session = driver.open(engine);
      return {
        ...session,
        execute: async (name, query, own) => ({
          ...(await session.execute(name, query, own)),
          warnings: [ignored],
        }),
      };
    },
  };
}

describe('strict', () => {
  const request = { profile: 'driving', origins: places(4) } as const;
  const routing = createRoutingClient({ driver: lax({ caps: { matrixCells: 4 } }) });

  it('keeps what was answered', async () => {
    const error = await failureOf(routing.matrix(request, { strict: true }));
    expect(error).toBeInstanceOf(UnsupportedError);
    const answered = partialOf(error, 'matrix');
    expect(answered?.failures).toEqual([]);
    expect(answered?.durationsSeconds?.[3]?.[0]).toBe(6000);
  });

  it('refuses a part of a stream, too', async () => {
    const parts = routing.matrix.stream(request, { strict: true });
    expect(await failureOf(collect(parts))).toBeInstanceOf(UnsupportedError);
    expect(await collect(routing.matrix.stream(request))).toHaveLength(4);
  });
});

describe('a matrix stream', () => {
  it('P3: gives no part after the abort', async () => {
    const controller = new AbortController();
    const routing = createRoutingClient({ driver: rulerEngine({ caps: { matrixCells: 4 } }) });
    const { signal } = controller;
    const stream = routing.matrix.stream({ profile: 'driving', origins: places(8) }, { signal });
    const parts = stream[Symbol.asyncIterator]();
    await parts.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort(new Error('enough'));
    expect(await failureOf(parts.next())).toBe(controller.signal.reason);
  });
});

it('the tables of a result are not one object', async () => {
  const request = { profile: 'driving', origins: [[1, 1]], destinations: [[1, -1]] } as const;
  const { durationsSeconds, distancesMeters } = await open({}).matrix(request);
  expect(durationsSeconds).toEqual([[null]]);
  expect(durationsSeconds).not.toBe(distancesMeters);
  expect(durationsSeconds[0]).not.toBe(distancesMeters[0]);
});

describe('an engine that refuses a whole slice for one place', () => {
  it('is asked for halves, not for each place', async () => {
    let requests = 0;
    const driver = rulerEngine({
      onRequest: (name, query) => {
        requests += 1;
        expect(name).toBe('isochrones');
        expect((query as MatrixQuery).profile).toBe('driving');
      },
    });
    const locations = places(64).map((place, at) => (at === 41 ? remote : place));
    const request = { profile: 'driving', locations, ranges: [300] } as const;
    const { missing, isochrones } = await createRoutingClient({ driver }).isochrones(request);
    expect(missing).toEqual([41]);
    expect(isochrones).toHaveLength(63);
    expect(requests).toBeLessThanOrEqual(2 * Math.log2(64) + 1);
  });
});
