import { expect, it } from 'vitest';
import { ConfigurationError } from '../../src/errors/caller-errors.ts';
import { createRedisLimiter } from '../../src/redis/index.ts';
import { perMinute } from '../../src/throttle/constraint.ts';

it.each([
  [{ key: '' }, /key must not be empty/],
  [{ key: 'a}b' }, /braces/],
  [{ prefix: '{' }, /braces/],
  [{ limits: [] }, /at least one limit/],
  [{ localShare: 0 }, /localShare/],
  [{ localShare: 1.5 }, /localShare/],
  [{ maxQueue: 0 }, /maxQueue/],
  [{ leaseMs: 0 }, /leaseMs/],
  [{ storeTimeoutMs: Number.NaN }, /storeTimeoutMs/],
  [{ maxPauseMs: -1 }, /maxPauseMs/],
])('refuses options that make no sense: %j', (options, message) => {
  const store = { eval: () => Promise.resolve(), evalsha: () => Promise.resolve() };
  const make = () => createRedisLimiter({ store, key: 'k', limits: [perMinute(1)], ...options });
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(message);
});
