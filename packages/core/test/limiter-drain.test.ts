import { describe, expect, it } from 'vitest';
import { seededRandom } from '../src/testing/seeded-random.ts';
import { bucket, type Constraint, window } from '../src/throttle/constraint.ts';
import { createLimiter } from '../src/throttle/create-limiter.ts';
import {
  createWorld,
  type DrainPlan,
  drain,
  fixedWindow,
  type RateServer,
  slidingWindow,
  tokenBucket,
} from './limiter-simulation.ts';

const calls = 1_000;

async function send(
  limits: readonly Constraint[],
  server: RateServer,
  plan: Partial<DrainPlan> & { readonly slowestMs?: number } = {},
) {
  const world = createWorld();
  const limiter = createLimiter({ limits, runtime: world.runtime });
  const random = seededRandom(7);
  const travelMs = () => random() * (plan.slowestMs ?? 2);
  return drain({ world, limiter, server, calls, travelMs, ...plan });
}

describe('1000 calls through a service whose limit is known', () => {
  const services: [string, () => RateServer, Constraint][] = [
    ['fixed window', () => fixedWindow(100, 1_000), window(100, 1_000)],
    ['fixed window out of phase', () => fixedWindow(100, 1_000, 390), window(100, 1_000)],
    ['sliding window', () => slidingWindow(100, 1_000), window(100, 1_000)],
    ['token bucket', () => tokenBucket(100, 50), bucket(100, 50)],
    ['token bucket with a small burst', () => tokenBucket(100, 2), bucket(100, 2)],
  ];

  it.each(services)('%s: none is refused, and hardly any time is lost', async (_, serverOf, limit) => {
    const server = serverOf();
    const { answered, refused, finishedMs } = await send([limit], server);
    expect({ answered, refused }).toEqual({ answered: calls, refused: 0 });
    expect(finishedMs).toBeLessThanOrEqual(1.02 * server.leastMs(calls));
  });

  it.each(services)('%s: reports of the limit cost no time', async (_, serverOf, limit) => {
    const server = serverOf();
    const { answered, refused, finishedMs } = await send([limit], server, { says: 'everything' });
    expect({ answered, refused }).toEqual({ answered: calls, refused: 0 });
    expect(finishedMs).toBeLessThanOrEqual(1.02 * server.leastMs(calls));
  });

  it.each(services.slice(0, 4))('%s: slow and uneven ways get nobody refused', async (_, serverOf, limit) => {
    const { answered, refused } = await send([limit], serverOf(), { slowestMs: 200 });
    expect({ answered, refused }).toEqual({ answered: calls, refused: 0 });
  });
});

describe('1000 calls through a service whose limit is not known', () => {
  it.each([
    ['fixed window', () => fixedWindow(100, 1_000, 390)],
    ['sliding window', () => slidingWindow(100, 1_000)],
    ['token bucket', () => tokenBucket(100, 50)],
  ])('%s that reports its limit: at most 1 %% are refused', async (_, serverOf) => {
    const { answered, refused } = await send([], serverOf(), { says: 'everything' });
    expect(answered).toBe(calls);
    expect(refused).toBeLessThanOrEqual(calls / 100);
  });

  it.each([
    ['fixed window', () => fixedWindow(100, 1_000, 390)],
    ['sliding window', () => slidingWindow(100, 1_000)],
    ['token bucket', () => tokenBucket(100, 50)],
  ])('%s that only refuses: few are', async (_, serverOf) => {
    const { answered, refused } = await send([], serverOf(), { says: 'retry-after' });
    expect(answered).toBe(calls);
    expect(refused).toBeLessThanOrEqual(calls / 50);
  });
});

describe('C5: a service that bears a thousandth of what is configured', () => {
  it.each([
    ['fixed window', () => fixedWindow(20, 1_000, 390)],
    ['token bucket', () => tokenBucket(20, 20)],
  ])('%s: is found out within ten seconds', async (_, serverOf) => {
    const { answeredAt, refusedAt } = await send([window(10_000, 1_000)], serverOf(), {
      calls: Number.POSITIVE_INFINITY,
      workers: 10,
      slowestMs: 20,
      says: 'retry-after',
      untilMs: 60_000,
    });
    const answered = answeredAt.filter((at) => at >= 10_000).length;
    const refused = refusedAt.filter((at) => at >= 10_000).length;
    expect(answered / 50).toBeGreaterThan(15);
    expect(answered / 50).toBeLessThan(25);
    expect(refused / answered).toBeLessThan(0.05);
  });
});
