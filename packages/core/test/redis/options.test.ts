import { expect, it } from 'vitest';
import { ConfigurationError } from '../../src/errors/caller-errors.ts';
import { perMinute } from '../../src/limits/kinds/window.ts';
import { createRedisLimiter, type RedisLimiterOptions } from '../../src/redis/index.ts';

it.each([
  [{ key: '' }, /key must be a non-empty string/],
  [{ key: undefined }, /key must be a non-empty string/],
  [{ store: {} }, /store must come from fromIoredis/],
  [{ onStoreError: 'fail' }, /onStoreError/],
  [{ limits: perMinute(5) }, /limits must be a list/],
  [{ limits: [{ kind: 'window', limit: 5 }] }, /windowMs/],
  [{ groups: { paid: perMinute(5) } }, /groups.paid must be a list/],
  [{ groups: { paid: undefined } }, /groups.paid must be a list/],
  [{ fairness: {} }, /fairness must be an object with a method openQueue/],
  [{ onModeChange: 'log' }, /onModeChange must be a function/],
  [{ key: 'a}b' }, /braces/],
  [{ prefix: '{' }, /braces/],
  [{ limits: [] }, /at least one limit/],
  [{ localShare: 0 }, /localShare/],
  [{ localShare: 1.5 }, /localShare/],
  [{ maxQueue: 0 }, /maxQueue/],
  [{ leaseMs: 0 }, /leaseMs/],
  [{ leaseMs: Number.POSITIVE_INFINITY }, /leaseMs must be above 0 and at most/],
  [{ storeTimeoutMs: Number.NaN }, /storeTimeoutMs/],
  [{ maxPauseMs: -1 }, /maxPauseMs/],
])('refuses options that make no sense: %j', (options, message) => {
  const store = { eval: () => Promise.resolve(), evalsha: () => Promise.resolve() };
  const given = { store, key: 'k', limits: [perMinute(1)], ...options } as RedisLimiterOptions;
  const make = () => createRedisLimiter(given);
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(message);
});
