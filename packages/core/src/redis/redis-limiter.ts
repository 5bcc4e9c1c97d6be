import { wrongOption } from '../errors/wrong-option.ts';
import { requireConstraints } from '../limits/kinds/check-constraints.ts';
import { meantOption } from '../options/meant-option.ts';
import { requireNumber, timeLimit } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { requireFunction, requireMethod } from '../options/require-option.ts';
import { createRuntime } from '../time/runtime.ts';
import { FleetLimiter } from './fleet-limiter.ts';
import { FleetLink } from './fleet-link.ts';
import type { RedisLimiter, RedisLimiterOptions } from './options.ts';
import { ScriptRunner } from './run-script.ts';
import { fleetScript } from './script.ts';
import { requireRedisStore } from './store.ts';
import { describeLimit } from './wire.ts';

const redisLimiterNames: OptionNames<RedisLimiterOptions> = {
  store: 0,
  key: 0,
  prefix: 0,
  limits: 0,
  groups: 0,
  onStoreError: 0,
  localShare: 0,
  maxQueue: 0,
  fairness: 0,
  leaseMs: 0,
  storeTimeoutMs: 0,
  maxPauseMs: 0,
  onModeChange: 0,
  runtime: 0,
};

/**
 * A shared limiter: its limits hold for all processes that use the same store and key. Queue, priorities,
 * groups and feedback are those of `createLimiter`. One script on the server's clock acquires all limits of a
 * call, or none. A 429 in one process pauses all processes.
 *
 * Needs Redis 6.2 or later, Valkey, or a compatible store whose scripts may call `TIME`. @public
 *
 * @example
 * const limiter = createRedisLimiter({
 *   store: fromIoredis(new Redis()),
 *   key: 'mail:account-7', // processes with the same key share the limits
 *   limits: [perMinute(1000), maxConcurrency(50)],
 * });
 * const email = createEmailClient({ driver: plunk(), limiter });
 *
 * @throws ConfigurationError for an invalid option.
 */
export function createRedisLimiter(given: RedisLimiterOptions): RedisLimiter {
  refuseUnknown(given, redisLimiterNames, 'createRedisLimiter()', meantOption);
  const options = ownCopy(given);
  const { key, limits, groups = {}, localShare = 0.1, onStoreError = 'local', onModeChange } = options;
  const { prefix = 'org-limit', store, maxQueue = 10_000, leaseMs = 30_000, fairness } = options;
  if (typeof key !== 'string' || key === '' || /[{}]/.test(prefix + key))
    throw wrongOption('key must be a non-empty string, and neither key nor prefix may contain braces.');
  requireRedisStore(store);
  if (!['local', 'closed', 'open'].includes(onStoreError))
    throw wrongOption(`onStoreError must be "local", "closed" or "open", not ${onStoreError}.`);
  requireConstraints(limits, groups);
  requireMethod('fairness', fairness, 'openQueue', 'deficitRoundRobin()');
  requireFunction('onModeChange', onModeChange);
  if (limits.length === 0 && Object.values(groups).every((constraints) => constraints.length === 0))
    throw wrongOption('limits and groups must hold at least one limit for a shared limiter.');
  requireNumber('localShare', localShare, 'above 0 and at most 1', (share) => share > 0 && share <= 1);
  requireNumber('maxQueue', maxQueue, 'a number of at least 1', (length) => length >= 1);
  const timeoutMs = timeLimit('storeTimeoutMs', options.storeTimeoutMs, 500);
  const maxPauseMs = timeLimit('maxPauseMs', options.maxPauseMs, 60_000);
  // The store counts the lease in whole microseconds.
  const isLease = (ms: number) => ms > 0 && ms <= longestLeaseMs;
  requireNumber('leaseMs', leaseMs, `above 0 and at most ${longestLeaseMs}`, isLease);
  const runtime = createRuntime(options.runtime);
  const definitions = [
    { id: 'all', constraints: limits },
    ...Object.entries(groups).map(([group, constraints]) => ({ id: `group:${group}`, constraints })),
  ];
  const runner = new ScriptRunner({ store, script: fleetScript, runtime, timeoutMs, maxUnanswered: 4 });
  const link = new FleetLink({ runner, ...describeLimit(prefix, key, definitions), runtime });
  return new FleetLimiter({
    name: key,
    limits,
    groups,
    maxQueue,
    maxPauseMs,
    localShare,
    fairness,
    runtime,
    link,
    leaseMs,
    onStoreError,
    onModeChange,
  });
}

const longestLeaseMs = 1_000_000_000;
