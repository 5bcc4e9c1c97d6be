import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../src/limits/create-limiter.ts';
import { perWindow } from '../../src/limits/kinds/window.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import {
  bucketServer,
  createWorld,
  drain,
  fixedWindow,
  type RateServer,
  slidingWindow,
} from '../limiter-simulation.ts';

const services: Readonly<Record<string, (rate: number) => RateServer>> = {
  'fixed window': (rate) => fixedWindow(rate, 1_000),
  'fixed window out of phase': (rate) => fixedWindow(rate, 1_000, 390),
  'sliding window': (rate) => slidingWindow(rate, 1_000),
  'token bucket': (rate) => bucketServer(rate, rate),
  'token bucket with half a burst': (rate) => bucketServer(rate, rate / 2),
};

const hints: Readonly<Record<string, (server: RateServer) => RateServer>> = {
  'an exact Retry-After': (server) => server,
  'whole seconds': (server) => ({
    ...server,
    retryAfterMs: (now) => Math.max(1, Math.ceil((server.retryAfterMs(now) ?? 0) / 1_000)) * 1_000,
  }),
  'no Retry-After': (server) => ({ ...server, retryAfterMs: () => undefined }),
};

/** Use of the limit and share of refused calls, from the tenth second on. */
async function settle(
  server: RateServer,
  rate: number,
  slowestMs: number,
  seed: number,
  isConfigured: boolean,
) {
  const world = createWorld();
  const limits = isConfigured ? [perWindow(10_000, 1_000)] : [];
  const limiter = createLimiter({ limits, runtime: world.runtime });
  const random = seededRandom(seed);
  const { answeredAt, refusedAt } = await drain({
    world,
    limiter,
    server,
    calls: Number.POSITIVE_INFINITY,
    travelMs: () => random() * slowestMs,
    says: 'retry-after',
    workers: Math.ceil((rate * slowestMs * 2) / 1_000) + 10,
    untilMs: 25_000,
  });
  const answered = answeredAt.filter((at) => at >= 10_000).length;
  const refused = refusedAt.filter((at) => at >= 10_000).length;
  return { use: answered / 15 / rate, refused: refused / Math.max(1, refused + answered) };
}

describe('C5: a limit nobody knew, or that dropped, for many services, ways and hints', () => {
  it('is used to 75 to 125 % from the tenth second on, under 5 % refused, in 98 of 100 cases', async () => {
    const missed: string[] = [];
    let cases = 0;
    for (const [name, serverOf] of Object.entries(services))
      for (const [hint, hinting] of Object.entries(hints))
        for (const rate of [10, 20, 50, 100])
          for (const slowestMs of [2, 20, 60])
            for (const seed of [1, 2])
              for (const isConfigured of [true, false]) {
                const { use, refused } = await settle(
                  hinting(serverOf(rate)),
                  rate,
                  slowestMs,
                  seed,
                  isConfigured,
                );
                cases += 1;
                const limit = isConfigured ? 'configured' : 'unknown';
                const figures = `${use.toFixed(2)}, ${(refused * 100).toFixed(1)} %`;
                const text = `${name}, ${rate} a second, ${hint}, ${slowestMs} ms, ${limit}: ${figures}`;
                if (use < 0.75 || use > 1.25 || refused >= 0.05) missed.push(text);
                expect(use, text).toBeGreaterThan(0.6);
                expect(use, text).toBeLessThan(1.25);
                expect(refused, text).toBeLessThan(0.06);
              }
    expect(missed.length / cases, missed.join('\n')).toBeLessThan(0.02);
  });
});
