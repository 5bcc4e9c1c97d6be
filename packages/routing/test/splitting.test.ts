import { isOrgError, LimitExceededError, PointNotFoundError, TimeoutError } from '@org/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../src/client.ts';
import type { RequestCaps } from '../src/model/engine/request-caps.ts';
import type { Position } from '../src/model/geometry/position.ts';
import { lastRoadLongitude, measure, type RulerOptions, rulerEngine } from './ruler-engine.ts';
import { failureOf } from './scripted-fetch.ts';

const longitude = fc.integer({ min: -900, max: 900 }).map((tenths) => tenths / 10);
const latitude = fc.integer({ min: -800, max: 800 }).map((tenths) => tenths / 10);
const place = fc.tuple(longitude, latitude);
const anyPlace = fc.oneof({ weight: 9, arbitrary: place }, fc.constant<[number, number]>([150, 10]));

const open = (caps: Partial<RequestCaps>, more: RulerOptions = {}) =>
  createRoutingClient({ driver: rulerEngine({ caps, ...more }) });

describe('a split request has the result of one large request', () => {
  it('matrix: any size, any cap, with unreachable pairs and places without a road near', async () => {
    const places = fc.array(anyPlace, { minLength: 1, maxLength: 9 });
    const shape = fc.constantFrom('tiles' as const, 'rows' as const);
    await fc.assert(
      fc.asyncProperty(
        places,
        places,
        fc.integer({ min: 1, max: 20 }),
        shape,
        async (origins, destinations, matrixCells, kind) => {
          const request = { profile: 'driving', origins, destinations } as const;
          const result = await open({ matrixCells }, { split: { matrix: kind } }).matrix(request);
          expect(result.distancesMeters).toEqual(expectedTable(origins, destinations, 1));
          expect(result.durationsSeconds).toEqual(expectedTable(origins, destinations, 2));
        },
      ),
    );
  });

  it('directions: any number of waypoints, any cap', async () => {
    const waypoints = fc.array(place, { minLength: 2, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(waypoints, fc.integer({ min: 2, max: 12 }), async (stops, cap) => {
        const request = { profile: 'driving', waypoints: stops } as const;
        const { meta: _, ...whole } = await open({}).directions(request);
        const { meta, ...parts } = await open({ waypoints: cap }).directions(request);
        expect(parts).toEqual(whole);
        expect(meta.requests).toBe(Math.ceil((stops.length - 1) / (cap - 1)));
      }),
    );
  });

  it('isochrones: any number of locations, any cap, with missing locations', async () => {
    const locations = fc.array(anyPlace, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(locations, fc.integer({ min: 1, max: 5 }), async (centers, isochroneLocations) => {
        fc.pre(centers.some(isOnRoad));
        const request = { profile: 'walking', locations: centers, ranges: [600, 300] } as const;
        const { isochrones, missing } = await open({ isochroneLocations }).isochrones(request);
        const found = centers.flatMap((center, index) => (isOnRoad(center) ? [index] : []));
        expect(isochrones.map(({ locationIndex, range }) => [locationIndex, range])).toEqual(
          found.flatMap((index) => [
            [index, 300],
            [index, 600],
          ]),
        );
        for (const { locationIndex, geometry } of isochrones) {
          expect(geometry.coordinates[0]).toEqual([centers[locationIndex]]);
        }
        expect(missing).toEqual(centers.flatMap((center, index) => (isOnRoad(center) ? [] : [index])));
      }),
    );
  });

  it('snap: any number of positions, any cap', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPlace, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        async (positions, snapPositions) => {
          const { points } = await open({ snapPositions }).snap({ profile: 'walking', positions });
          expect(points).toEqual(
            positions.map((position) => ({ position: isOnRoad(position) ? position : null })),
          );
        },
      ),
    );
  });
});

describe('a request that cannot be split exactly is refused before anything is sent', () => {
  const waypoints: Position[] = [
    [1, 1],
    [2, 2],
    [3, 3],
  ];
  const requests: string[] = [];
  const onRequest = (name: string) => void requests.push(name);

  it.each<[string, () => Promise<unknown>]>([
    [
      'continueStraight over the cap',
      () =>
        open({ waypoints: 2 }, { onRequest }).directions({
          profile: 'driving',
          waypoints,
          continueStraight: true,
        }),
    ],
    [
      'an engine that routes as a whole',
      () =>
        open({ waypoints: 2 }, { onRequest, split: { directions: 'never' } }).directions({
          profile: 'driving',
          waypoints,
        }),
    ],
    [
      'more alternatives than there can be',
      () =>
        open({}, { onRequest }).directions({
          profile: 'driving',
          waypoints: [
            [1, 1],
            [2, 2],
          ],
          alternatives: 4,
        }),
    ],
    [
      'more ranges than rings fitted together',
      () =>
        open({ isochroneRanges: 1 }, { onRequest }).isochrones({
          profile: 'driving',
          locations: waypoints,
          ranges: [1, 2],
        }),
    ],
  ])('%s', async (_name, run) => {
    await expect(run()).rejects.toSatisfy((error) => LimitExceededError.isInstance(error));
    expect(requests).toEqual([]);
  });
});

describe('the parts of one call', () => {
  const origins: Position[] = Array.from({ length: 12 }, (_, index) => [index, 1]);

  it('are at most maxParallelParts in flight', async () => {
    let active = 0;
    let most = 0;
    const onRequest = async () => {
      most = Math.max(most, ++active);
      await new Promise(setImmediate);
      active -= 1;
    };
    const routing = createRoutingClient({
      driver: rulerEngine({ caps: { matrixCells: 3 }, onRequest }),
      maxParallelParts: 3,
    });
    await routing.matrix({ profile: 'driving', origins });
    expect(most).toBe(3);
  });

  it('share the deadline of the caller; without one each has the default deadline', async () => {
    const deadlines: (number | undefined)[] = [];
    let nowMs = 0;
    const onRequest = (
      _name: string,
      _query: unknown,
      options: { deadlineMs?: number | undefined } | undefined,
    ) => {
      deadlines.push(options?.deadlineMs);
      nowMs += 100;
    };
    const routing = createRoutingClient({
      driver: rulerEngine({ caps: { snapPositions: 4 }, onRequest }),
      runtime: { monotonic: () => nowMs },
      maxParallelParts: 1,
    });
    await routing.snap({ profile: 'driving', positions: origins }, { deadlineMs: 1000 });
    expect(deadlines.splice(0)).toEqual([1000, 900, 800]);
    await routing.snap({ profile: 'driving', positions: origins }, { deadlineMs: 150 });
    // A part that comes too late has the shortest deadline there is, and ends by it.
    expect(deadlines.splice(0)).toEqual([150, 50, 1]);
    await routing.snap({ profile: 'driving', positions: origins });
    expect(deadlines).toEqual([undefined, undefined, undefined]);
  });

  describe('of a matrix with a place without a road', () => {
    const remote: Position = [150, 1];
    const count = async (
      request: object,
      options: RulerOptions & { caps?: Partial<RequestCaps> } = {},
      parallel = 4,
    ) => {
      const asked = { matrix: 0, snap: 0 };
      const onRequest = async (name: string, query: unknown) => {
        asked[name as keyof typeof asked] += 1;
        await new Promise(setImmediate);
        await options.onRequest?.(name, query, undefined);
      };
      const driver = rulerEngine({ ...options, onRequest });
      const routing = createRoutingClient({ driver, maxParallelParts: parallel });
      const call = routing.matrix({ profile: 'driving', origins, ...request });
      const ending = await call.then(
        ({ meta }) => meta.requests,
        (error: unknown) => (isOrgError(error) ? error.code : error),
      );
      return { ...asked, ending };
    };

    it('look up the places once, also if several are refused at the same time', async () => {
      const options = { caps: { matrixCells: 13 }, split: { matrix: 'rows' } } as const;
      const asked = await count({ destinations: [...origins, remote] }, options);
      // Four are refused together; each of those is asked for again without the place.
      expect(asked).toEqual({ matrix: 4 + 12, snap: 1, ending: 4 + 12 + 1 });
    });

    it('send no request for a tile without a place on the road', async () => {
      expect(await count({ destinations: [remote] })).toEqual({ matrix: 1, snap: 1, ending: 2 });
      expect(await count({ origins: [remote], destinations: origins })).toMatchObject({ matrix: 1, snap: 1 });
    });

    it('throw the refusal if every place has a road, and send nothing again', async () => {
      const onRequest = (name: string) => {
        if (name === 'matrix') throw new PointNotFoundError({ message: 'no road near' });
      };
      expect(await count({}, { onRequest })).toEqual({ matrix: 1, snap: 1, ending: 'point-not-found' });
    });

    it('look up nothing for a limit that is not about distance', async () => {
      const onRequest = (name: string) => {
        if (name === 'matrix') throw new LimitExceededError({ message: 'too many' });
      };
      expect(await count({}, { onRequest })).toEqual({ matrix: 1, snap: 0, ending: 'limit-exceeded' });
    });
  });

  it('that end at the deadline of the call name its limit, not the rest of it', async () => {
    let nowMs = 0;
    const onRequest = (
      _name: string,
      _query: unknown,
      options: { deadlineMs?: number | undefined } | undefined,
    ) => {
      nowMs += 400;
      if (nowMs <= 1000) return;
      const message = `The call took ${options?.deadlineMs} ms, which is its limit (deadlineMs).`;
      throw new TimeoutError({
        message,
        limit: 'deadline',
        phase: 'headers',
        attempts: 1,
        provider: 'ruler',
      });
    };
    const routing = createRoutingClient({
      driver: rulerEngine({ caps: { snapPositions: 4 }, onRequest }),
      runtime: { monotonic: () => nowMs },
      maxParallelParts: 1,
    });
    const error = await failureOf(
      routing.snap({ profile: 'driving', positions: origins }, { deadlineMs: 1000 }),
    );
    expect(error).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/1200 ms; its limit is 1000 ms \(deadlineMs\)/),
      limit: 'deadline',
      phase: 'headers',
      provider: 'ruler',
      elapsedMs: 1200,
    });
  });

  it('places without a road near are looked up once for all tiles', async () => {
    const names: string[] = [];
    const onRequest = (name: string) => void names.push(name);
    const routing = createRoutingClient({
      driver: rulerEngine({ caps: { matrixCells: 13 }, split: { matrix: 'rows' }, onRequest }),
      maxParallelParts: 1,
    });
    await routing.matrix({ profile: 'driving', origins, destinations: [...origins, [150, 1]] });
    expect(names.filter((name) => name === 'snap')).toHaveLength(1);
    // The refused one, and one for each row.
    expect(names.filter((name) => name === 'matrix')).toHaveLength(1 + origins.length);
  });

  it('the index of a waypoint in a later chunk counts from the beginning', async () => {
    const waypoints: Position[] = [...origins.slice(0, 9), [150, 1], [1, 1]];
    const error: unknown = await open({ waypoints: 3 })
      .directions({ profile: 'driving', waypoints })
      .catch((thrown: unknown) => thrown);
    expect(PointNotFoundError.isInstance(error) && error.pointIndex).toBe(9);
  });

  it('a call aborted during the look-up of a waypoint rejects with the abort reason', async () => {
    const stop = new AbortController();
    const reason = new Error('no longer wanted');
    const onRequest = (name: string) => {
      if (name === 'directions') throw new PointNotFoundError({ message: 'no road near one of them' });
      stop.abort(reason);
      throw new Error('aborted');
    };
    const call = open({}, { onRequest }).directions(
      { profile: 'driving', waypoints: origins },
      { signal: stop.signal },
    );
    expect(await failureOf(call)).toBe(reason);
  });

  it('the refusal of a matrix is thrown if the engine cannot snap', async () => {
    const routing = open({}, { snap: false });
    await expect(routing.matrix({ profile: 'driving', origins: [...origins, [150, 1]] })).rejects.toSatisfy(
      (error) => PointNotFoundError.isInstance(error),
    );
  });
});

function isOnRoad([east]: Position): boolean {
  return east <= lastRoadLongitude;
}

function expectedTable(origins: readonly Position[], destinations: readonly Position[], factor: number) {
  return origins.map((from) =>
    destinations.map((to) => {
      const reachable = isOnRoad(from) && isOnRoad(to) && from[1] < 0 === to[1] < 0;
      return reachable ? measure(from, to) * factor : null;
    }),
  );
}
