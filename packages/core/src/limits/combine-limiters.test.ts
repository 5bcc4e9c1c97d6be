import { describe, expect, it } from 'vitest';
import { combineLimiters } from './combine-limiters.ts';
import { createLimiter } from './create-limiter.ts';
import { maxConcurrency } from './kinds/concurrency.ts';

it('rejects a value that is not a limiter when limiters are combined, not at the first call', () => {
  const own = createLimiter({ limits: [] });
  const wrong = combineLimiters as (...given: unknown[]) => unknown;
  for (const given of [[[own]], [own, undefined]]) {
    expect(() => wrong(...given)).toThrow(
      expect.objectContaining({
        code: 'configuration',
        message: expect.stringContaining(`combineLimiters(…)[${given.length - 1}] must be an object with`),
      }),
    );
  }
});

describe('limiters that are combined more than once', () => {
  const one = () => createLimiter({ limits: [maxConcurrency(1)] });

  it('are refused when one of them is there twice, also inside another combination', () => {
    const [a, b] = [one(), one()];
    const twice = expect.objectContaining({ code: 'configuration' });
    expect(() => combineLimiters(a, a)).toThrow(twice);
    expect(() => combineLimiters(combineLimiters(a, b), a)).toThrow(twice);
  });

  it.each(['alone', 'inside other combinations'])('never wait for each other: %s', async (where) => {
    const [a, b, c] = [one(), one(), one()];
    const isNested = where !== 'alone';
    const both = isNested
      ? [combineLimiters(combineLimiters(a, b), c), combineLimiters(c, combineLimiters(b, a))]
      : [combineLimiters(a, b), combineLimiters(b, a)];
    const signal = AbortSignal.timeout(5_000);
    const calls = Array.from({ length: 20 }, async (_, index) => {
      const permit = await both[index % 2]?.acquire({ signal });
      await new Promise((resolve) => setTimeout(resolve, 1));
      permit?.release();
    });
    await Promise.all(calls);
  });

  it('take the permit of each tenant before that of the fleet', async () => {
    const fleet = one();
    const tenants = [one(), one(), one()];
    const limiters = tenants.map((tenant) => combineLimiters(tenant, fleet));
    const held = await Promise.all(tenants.map((tenant) => tenant.acquire()));
    const waiting = limiters.map((limiter) => limiter.acquire());
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(fleet.snapshot().inFlight).toBe(0);
    for (const permit of held) permit.release();
    for (const acquired of waiting) (await acquired).release();
  });
});

it('a limiter with waiters can be written as JSON', async () => {
  const limiter = createLimiter({
    limits: [maxConcurrency(1)],
    groups: { send: [maxConcurrency(1)] },
    name: 'acme',
  });
  const held = await limiter.acquire();
  const waiting = limiter.acquire({ group: 'send' });
  expect(JSON.parse(JSON.stringify({ limiter }))).toMatchObject({ limiter: { name: 'acme', pending: 1 } });
  held.release();
  (await waiting).release();
});
