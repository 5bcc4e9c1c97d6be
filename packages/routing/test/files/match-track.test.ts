import {
  AuthenticationError,
  ClosedError,
  ConfigurationError,
  CredentialError,
  InvalidInputError,
  NetworkError,
  type OrgErrorFields,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnsupportedError,
} from '@org/core';
import { createRoutingClient, LimitExceededError, NoRouteError, PointNotFoundError } from '@org/routing';
import { embedded, platformSupport } from '@org/routing/embedded';
import { osrm } from '@org/routing/osrm';
import { describe, expect, it } from 'vitest';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { matchTrack, type TrackPoint } from '../../src/files/index.ts';
import type { MatchRequest, MatchResult } from '../../src/model/routes/match.ts';
import { corner } from '../town.ts';

const track = (length: number, from = 0): TrackPoint[] =>
  Array.from({ length }, (_, at) => ({ position: [10, 50 + (from + at) * 0.0009] }));

/** An engine whose roads are the tracks themselves. */
function engine(answer: (request: MatchRequest) => MatchResult = follow) {
  const requests: MatchRequest[] = [];
  const match = async (request: MatchRequest) => {
    requests.push(request);
    return answer(request);
  };
  return { requests, match };
}

function follow({ trace }: MatchRequest): MatchResult {
  const coordinates = trace.map((point) => [...(point as TrackPoint).position] as [number, number]);
  const range = [0, coordinates.length - 1] as const;
  const totals = { distanceMeters: 100 * range[1], durationSeconds: 10 * range[1] };
  const latitudes = coordinates.map(([, latitude]) => latitude);
  return {
    routes: [
      {
        ...totals,
        confidence: 0.9,
        boundingBox: [10, Math.min(...latitudes), 10, Math.max(...latitudes)],
        geometry: { type: 'LineString', coordinates },
        legs: [{ ...totals, geometryRange: range, steps: [] }],
      },
    ],
    points: coordinates.map((position) => ({ position, routeIndex: 0 })),
    warnings: [],
    meta: { attribution: ['Map'] } as unknown as MatchResult['meta'],
  };
}

describe('matchTrack()', () => {
  it.each([2, 3, 7, 10, 99, 100])('with %i points a request, one route comes back', async (maxPoints) => {
    const client = engine();
    const points = track(100);
    const [matched] = await matchTrack(client, [{ name: 'Ride', points }], { profile: 'driving', maxPoints });
    expect(client.requests).toHaveLength(Math.ceil(99 / (maxPoints - 1)));
    expect(client.requests.every(({ trace }) => trace.length >= 2 && trace.length <= maxPoints)).toBe(true);
    expect(matched?.result?.routes).toMatchObject([
      { distanceMeters: 9900, durationSeconds: 990, confidence: 0.9 },
    ]);
    expect(matched?.result?.routes[0]?.geometry.coordinates).toEqual(points.map(({ position }) => position));
    expect(matched?.result?.points).toEqual(points.map(({ position }) => ({ position, routeIndex: 0 })));
  });

  it('20,000 requests are joined in one pass', async () => {
    const points = track(20_001).map(({ position: [x, y] }) => ({ position: [x, y / 2] as const }));
    const [matched] = await matchTrack(engine(), [{ points }], { profile: 'driving', maxPoints: 2 });
    expect(matched?.result?.routes).toMatchObject([{ distanceMeters: 2_000_000 }]);
    expect(matched?.result?.routes[0]?.legs).toHaveLength(20_000);
    expect(matched?.result?.points).toHaveLength(20_001);
  });

  it('maxMeters splits too', async () => {
    const client = engine();
    await matchTrack(client, [{ points: track(11) }], { profile: 'driving', maxMeters: 350 });
    expect(client.requests.map(({ trace }) => trace.length)).toEqual([4, 4, 4, 2]);
  });

  it('a failed segment has its error, and the others stay', async () => {
    const progress: string[] = [];
    const client = engine((request) => {
      if (request.trace.length === 5) throw new Error('no road');
      return follow(request);
    });
    const segments = [{ points: track(3) }, { where: 'line 9', points: track(9) }, { points: track(2) }];
    const matched = await matchTrack(client, segments, {
      profile: 'driving',
      maxPoints: 5,
      onProgress: ({ done, total }) => void progress.push(`${done}/${total}`),
    });
    expect(matched.map(({ result, error }) => [result?.routes.length, (error as Error)?.message])).toEqual([
      [1, undefined],
      [undefined, 'no road'],
      [1, undefined],
    ]);
    expect(matched[1]?.where).toBe('line 9');
    expect(progress).toEqual(['1/4', '3/4', '4/4']);
  });

  const fields: OrgErrorFields = { message: 'refused', operation: 'match', outcome: 'not-sent' };
  const segments = [{ points: track(3) }, { points: track(2) }];

  it.each([
    new AuthenticationError(fields),
    new PermissionError(fields),
    new CredentialError(fields),
    new ConfigurationError(fields),
    new QuotaExceededError(fields),
    new ClosedError(fields),
    new UnsupportedError(fields),
    new InvalidInputError({ ...fields, issues: [{ path: 'profile', message: 'is none' }] }),
    new InvalidInputError(fields),
  ])('%s ends the call after one request', async (error) => {
    const client = engine(() => {
      throw error;
    });
    await expect(matchTrack(client, segments, { profile: 'driving' })).rejects.toBe(error);
    expect(client.requests).toHaveLength(1);
  });

  it.each([
    new NoRouteError(fields),
    new PointNotFoundError(fields),
    new LimitExceededError(fields),
    new ServerError(fields),
    new NetworkError(fields),
    new TimeoutError(fields),
    new RateLimitError(fields),
    new InvalidInputError({ ...fields, issues: [{ path: 'trace[1]', message: 'is none' }] }),
  ])('%s is that of its segment', async (error) => {
    const client = engine((request) => {
      if (request.trace.length === 3) throw error;
      return follow(request);
    });
    const matched = await matchTrack(client, segments, { profile: 'driving' });
    expect(matched.map(({ error: own }) => own)).toEqual([error, undefined]);
  });

  it('a client refuses a wrong profile once, and a segment of one point for itself', async () => {
    const paths: string[] = [];
    await using client = createRoutingClient({
      driver: osrm({ baseUrl: 'http://127.0.0.1:9' }),
      runtime: {
        fetch: async (url) => {
          paths.push(String(url));
          return Response.json({ code: 'NoMatch' }, { status: 400 });
        },
      },
    });
    const call = matchTrack(client, segments, { profile: 'flying' as never });
    await expect(call).rejects.toThrow(/profile/);
    expect(paths).toEqual([]);
    const one = await matchTrack(client, [{ points: track(1) }, ...segments], { profile: 'driving' });
    expect(one.map(({ error }) => (error as { code?: string }).code)).toEqual([
      'invalid-input',
      'no-route',
      'no-route',
    ]);
    expect(paths).toHaveLength(2);
  });

  it('routes that do not meet stay two, with their points', async () => {
    const client = engine((request) => {
      const result = follow(request);
      // The engine found another road in the second request.
      if (client.requests.length === 2)
        for (const place of result.routes[0]?.geometry.coordinates ?? []) place[0] += 0.01;
      return result;
    });
    const [matched] = await matchTrack(client, [{ points: track(5) }], { profile: 'driving', maxPoints: 3 });
    expect(matched?.result?.routes).toHaveLength(2);
    expect(matched?.result?.points.map((point) => point?.routeIndex)).toEqual([0, 0, 0, 1, 1]);
  });

  it('an abort and an error of onProgress end the call', async () => {
    const controller = new AbortController();
    const client = engine(() => {
      controller.abort(new Error('stop'));
      throw new Error('aborted');
    });
    const options = { profile: 'driving', signal: controller.signal } as const;
    await expect(matchTrack(client, [{ points: track(3) }], options)).rejects.toThrow('stop');
    const onProgress = () => {
      throw new Error('enough');
    };
    await expect(
      matchTrack(engine(), [{ points: track(3) }], { profile: 'driving', onProgress }),
    ).rejects.toThrow('enough');
  });

  it.each([{ maxPoints: 1 }, { maxPoints: 2.5 }, { maxMeters: 0 }, { maxMeters: Number.NaN }])(
    '%j is refused',
    async (options) => {
      const call = matchTrack(engine(), [], { profile: 'driving', ...options });
      await expect(call).rejects.toThrow(`${Object.keys(options)[0]} must be`);
    },
  );
});

it.skipIf(!platformSupport().supported)(
  'on an engine, a track in parts has the roads of the whole',
  async () => {
    const { tilesDirectory } = await prepareTown();
    await using client = createRoutingClient({ driver: embedded({ tilesDirectory }) });
    const [west, south] = corner(1, 2);
    const [east] = corner(6, 2);
    const points = Array.from(
      { length: 41 },
      (_, at): TrackPoint => ({
        position: [west + ((east - west) * at) / 40, south + (at % 2) * 0.00002],
        timeSeconds: at * 2,
      }),
    );
    const match = async (maxPoints: number) => {
      const [matched] = await matchTrack(client, [{ points }], { profile: 'driving', maxPoints });
      expect(matched?.error).toBeUndefined();
      return matched?.result;
    };
    const [whole, parts] = [await match(100), await match(11)];
    const lengthOf = (result: MatchResult | undefined) =>
      result?.routes.reduce((sum, { distanceMeters }) => sum + distanceMeters, 0) ?? Number.NaN;
    expect(whole?.routes).toHaveLength(1);
    expect(parts?.routes).toHaveLength(1);
    expect(parts?.points).toHaveLength(41);
    expect(Math.abs(lengthOf(parts) - lengthOf(whole))).toBeLessThan(5);
  },
);
