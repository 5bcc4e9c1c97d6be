import { withResponse } from '@org/core';
import { createFakeDriver, createFakeTransport } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../src/client.ts';
import { openrouteservice } from '../src/drivers/openrouteservice/index.ts';
import type { Position } from '../src/model/position.ts';

const places = (count: number): readonly Position[] =>
  Array.from({ length: count }, (_, index) => [8 + index / 1_000, 49]);

describe('the raw answers of a call', () => {
  it('are those of all its parts, where it was split; hooks run in each', async () => {
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
    const { value, answer, answers } = await withResponse((options) => routing.matrix(request, options));
    expect(value.durationsSeconds).toHaveLength(60);
    expect(answers.length).toBe(value.meta.requests);
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.map(({ headers }) => headers.get('x-part'))).toEqual(
      answers.map((_, index) => `${index + 1}`),
    );
    expect(answer).toBe(answers.at(-1));
    expect(transport.requests.every(({ headers }) => headers.get('x-traced') === 'yes')).toBe(true);
  });
});

describe('tests of programs that ask for routes', () => {
  it('need no network: a driver that only pretends has the caps and the types of the real one', async () => {
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
