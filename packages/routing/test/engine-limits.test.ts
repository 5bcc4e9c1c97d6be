import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../src/client.ts';
import { PointNotFoundError } from '../src/errors.ts';
import type { SnapQuery } from '../src/model/places/snap.ts';
import { lastRoadLongitude, rulerEngine } from './ruler-engine.ts';

const profile = 'driving';

describe('snapping with an engine that refuses a request for one place without a road', () => {
  const open = (snapPositions: number) => {
    const sizes: number[] = [];
    const onRequest = (_name: string, query: unknown) => {
      const { positions } = query as SnapQuery;
      sizes.push(positions.length);
      if (positions.some(([longitude]) => longitude > lastRoadLongitude))
        throw new PointNotFoundError({ message: 'No road.' });
    };
    const driver = rulerEngine({ caps: { snapPositions }, onRequest });
    return { routing: createRoutingClient({ driver, maxParallelParts: 1 }), sizes };
  };
  const positions = [
    [1, 1],
    [150, 1],
    [2, 1],
    [3, 1],
  ] as const;

  it.each([
    [1, [1, 1, 1, 1]],
    [2, [2, 1, 1, 2]],
    // In halves: of the first two one is refused, and is asked alone.
    [4, [4, 2, 1, 1, 2]],
  ])('%i in a request: null for that place, and the others as ever', async (most, expected) => {
    const { routing, sizes } = open(most);
    const { points, meta } = await routing.snap({ profile, positions });
    expect(points.map(({ position }) => (position === null ? null : position?.[0]))).toEqual([1, null, 2, 3]);
    expect(sizes).toEqual(expected);
    expect(meta.requests).toBe(expected.length);
  });
});

it('a matrix is split by the places of a request', async () => {
  const driver = rulerEngine({ caps: { matrixPlaces: 5 } });
  const origins = Array.from({ length: 4 }, (_, index) => [index, 1] as const);
  const routing = createRoutingClient({ driver });
  const whole = createRoutingClient({ driver: rulerEngine() });
  const { meta, durationsSeconds } = await routing.matrix({ profile, origins });
  expect(meta.requests).toBe(4);
  expect(durationsSeconds).toEqual((await whole.matrix({ profile, origins })).durationsSeconds);
});
