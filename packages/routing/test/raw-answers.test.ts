import { withResponse } from '@org/core';
import { createFakeDriver, createFakeTransport } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../src/client.ts';
import { openrouteservice } from '../src/drivers/openrouteservice/index.ts';
import { valhalla } from '../src/drivers/valhalla/index.ts';
import type { Position } from '../src/model/geometry/position.ts';
import { type ScriptedAnswer, scriptedFetch } from './scripted-fetch.ts';

const places = (count: number): readonly Position[] =>
  Array.from({ length: count }, (_, index) => [8 + index / 1_000, 49]);

describe('the raw responses of a call', () => {
  it('are those of all parts of a split request; hooks run in each', async () => {
    const transport = createFakeTransport([
      {
        answer: (request) => {
          const { sources, destinations } = request.json() as { sources: unknown[]; destinations: unknown[] };
          const row = destinations.map(() => 1);
          return {
            headers: { 'x-part': `${transport.requests.length}` },
            json: { durations: sources.map(() => row) },
          };
        },
      },
    ]);
    const hooks = { beforeRequest: () => ({ headers: { 'x-traced': 'yes' } }) };
    const routing = createRoutingClient({
      driver: openrouteservice({ apiKey: 'test' }),
      transport,
      hooks,
      limiter: false,
      maxParallelParts: 1,
    });
    const request = {
      profile: 'driving',
      origins: places(60),
      destinations: places(60),
      metrics: ['duration'],
    } as const;
    const { value, response, responses } = await withResponse((options) => routing.matrix(request, options));
    expect(value.durationsSeconds).toHaveLength(60);
    expect(responses.length).toBe(value.meta.requests);
    expect(responses.length).toBeGreaterThan(1);
    expect(responses.map(({ headers }) => headers.get('x-part'))).toEqual(
      responses.map((_, index) => `${index + 1}`),
    );
    expect(response).toBe(responses.at(-1));
    expect(transport.requests.every(({ headers }) => headers.get('x-traced') === 'yes')).toBe(true);
  });
});

describe('the result of several requests', () => {
  const matrix = (
    driver: ReturnType<typeof openrouteservice>,
    answers: readonly ScriptedAnswer[],
    options: { readonly includeRaw?: boolean } = {},
  ) =>
    createRoutingClient({
      driver,
      runtime: scriptedFetch(...answers).runtime,
      limiter: false,
      maxParallelParts: 1,
    }).matrix({ profile: 'driving', origins: places(1), destinations: places(2) }, options);
  const cell = { durations: [[1]], distances: [[1]] };
  const driver = openrouteservice({ apiKey: 'test', caps: { matrixCells: 1 } });

  it('has the quota of the last one', async () => {
    const answer = (remaining: string) => ({
      body: cell,
      headers: { 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': remaining },
    });
    const { meta } = await matrix(driver, [answer('10'), answer('9')]);
    expect(meta).toMatchObject({ requests: 2, quota: { limit: 500, remaining: 9 } });
  });

  it('has the response of each part in `raw`, when asked', async () => {
    const answers = [{ body: { ...cell, part: 1 } }, { body: { ...cell, part: 2 } }];
    const { raw } = await matrix(driver, answers, { includeRaw: true });
    expect(raw).toMatchObject([{ part: 1 }, { part: 2 }]);
    expect(await matrix(driver, answers)).not.toHaveProperty('raw');
  });

  it('has each warning once, also two with the same number', async () => {
    const answer = (...texts: string[]) => ({
      body: { sources_to_targets: cell, warnings: texts.map((text) => ({ code: 400, text })) },
    });
    const engine = valhalla({ baseUrl: 'https://valhalla.example.com', caps: { matrixCells: 1 } });
    const { warnings } = await matrix(engine as never, [answer('a'), answer('b', 'a')]);
    expect(warnings.map(({ message }) => message).slice(0, 2)).toEqual(['a', 'b']);
  });
});

describe('tests of programs with routes', () => {
  it('need no network: a fake driver has the caps and the types of the real one', async () => {
    const driver = createFakeDriver(openrouteservice({ apiKey: 'test' })).answer('snap', ({ positions }) => ({
      points: positions.map(([longitude, latitude]) => ({
        position: [longitude, latitude],
        distanceMeters: 0,
      })),
      warnings: [],
      attribution: [],
      raw: undefined,
    }));
    const routing = createRoutingClient({ driver });
    const { points } = await routing.snap({ profile: 'driving', positions: places(1) });
    expect(points[0]?.position).toEqual([8, 49]);
    expect(driver.callsOf('snap')[0]?.input).toMatchObject({ profile: 'driving', radiusMeters: 350 });
  });
});
