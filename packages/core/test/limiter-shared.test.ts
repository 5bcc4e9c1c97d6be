import { describe, expect, it } from 'vitest';
import { seededRandom } from '../src/testing/seeded-random.ts';
import { calls, reporting, send } from './drain-plan.ts';
import { bucketServer, fixedWindow, slidingWindow } from './limiter-simulation.ts';

it('C5: uses a sliding window of a known length, of which another client uses a hundredth', async () => {
  const ratios: number[] = [];
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = seededRandom(seed);
    const server = reporting(slidingWindow(100, 1_000), 'whole seconds');
    const plan = { says: 'everything', others: { everyMs: 1_000 }, slowestMs: 6 } as const;
    const busyMs = () => (random() < 0.01 ? 10 : 0.3);
    const { answered, finishedMs } = await send([], server, { ...plan, busyMs });
    expect(answered).toBe(calls);
    ratios.push(finishedMs / server.leastMs(calls));
  }
  expect(ratios.filter((ratio) => ratio > 1.35)).toEqual([]);
});

describe('a quota that another client shares, which takes 40 % of it', () => {
  it.each([
    ['fixed window', 'everything', () => fixedWindow(100, 1_000)],
    ['fixed window out of phase', 'everything', () => fixedWindow(100, 1_000, 390)],
    ['sliding window', 'everything', () => slidingWindow(100, 1_000)],
    ['fixed window', 'retry-after', () => fixedWindow(100, 1_000)],
    ['sliding window', 'retry-after', () => slidingWindow(100, 1_000)],
    ['token bucket', 'retry-after', () => bucketServer(100, 100)],
  ] as const)('%s with %s: at most 2 %% are throttled, and none is lost', async (_, says, serverOf) => {
    const server = serverOf();
    const { answered, refused } = await send([], server, { says, untilMs: 120_000, others: { everyMs: 25 } });
    expect(answered).toBe(calls);
    expect(refused).toBeLessThanOrEqual(calls / 50);
  });
});
