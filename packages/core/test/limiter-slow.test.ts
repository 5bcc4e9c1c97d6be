import { describe, expect, it } from 'vitest';
import { send } from './drain-plan.ts';
import { bucketServer, fixedWindow, type RateServer, slidingWindow } from './limiter-simulation.ts';

describe.each([50, 400])(
  'C5: a limit of few calls, of which a service tells nothing but Retry-After, ways up to %i ms',
  (slowestMs) => {
    it.each<[string, () => RateServer, number]>([
      ['10 a minute, a bucket', () => bucketServer(10 / 60, 10), 0.08],
      ['20 a minute, a bucket', () => bucketServer(20 / 60, 20), 0.08],
      ['100 a minute, a bucket', () => bucketServer(100 / 60, 100), 0.05],
      ['one a second, a bucket of five', () => bucketServer(1, 5), 0.08],
      ['one a minute', () => bucketServer(1 / 60, 1), 0.12],
      ['10 a minute, a fixed window', () => fixedWindow(10, 60_000, 20_000), 0.03],
      ['10 a minute, a sliding window', () => slidingWindow(10, 60_000), 0.03],
    ])(
      '%s: at least three quarters are used, and few calls are throttled',
      async (_, serverOf, mostRefused) => {
        const server = serverOf();
        const total = 400;
        const plan = { calls: total, workers: 20, slowestMs, says: 'retry-after' } as const;
        const { answered, finishedMs, answeredAt, refusedAt } = await send([], server, plan);
        expect(answered).toBe(total);
        expect(finishedMs).toBeLessThanOrEqual(server.leastMs(total) / 0.75);
        // Once it has settled. On long ways a bucket of 100 is passed by a few more.
        const half = answeredAt[total / 2] ?? 0;
        expect(refusedAt.filter((at) => at > half).length / (total / 2)).toBeLessThanOrEqual(
          slowestMs === 50 ? mostRefused : Math.max(mostRefused, 0.08),
        );
      },
    );
  },
);

it('C5: a service without a limit soon gets all calls', async () => {
  const generous = { ...fixedWindow(100, 1_000), admit: () => true };
  const plan = { calls: 20_000, workers: 300, says: 'retry-after', slowestMs: 100 } as const;
  const { answeredAt } = await send([], generous, plan);
  const lastSecond = answeredAt.filter((at) => at > (answeredAt.at(-1) ?? 0) - 1_000);
  // With 200 at once, of a tenth of a second each on average.
  expect(lastSecond.length).toBeGreaterThan(1_500);
});
