import type { ConcurrencyPolicy } from '../constraints/concurrency-policy.ts';
import type { Constraint } from '../constraints/constraint.ts';
import { requireConstraints } from '../constraints/kinds.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { wholeNumber } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { requireMethod } from '../options/require-option.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import type { Fairness } from './fairness.ts';
import { MemoryLimitSet } from './memory-limit-set.ts';
import type { MemoryLimiter } from './memory-limiter.ts';
import { QueuedLimiter } from './queued-limiter.ts';

/** What `createLimiter()` takes. @public */
export interface LimiterOptions {
  /** Limits of every call; a call needs a place in all of them. With none, see `probe`. */
  readonly limits: readonly Constraint[];
  /** Further limits of the calls that name a group; the common ones count for them too. A group that is not listed has only those. */
  readonly groups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  /** Calls that may wait; one more is refused. @default 10_000 */
  readonly maxQueue?: number | undefined;
  /**
   * The longest pause that is only inferred (from `remaining` and `reset`, or from refusals that name no time). What a service asks for
   * with a Retry-After is always kept. @default 60_000
   */
  readonly maxPauseMs?: number | undefined;
  /**
   * For a service whose limits nobody knows: begin with one call at a time and let more start as the answers show what it bears.
   * @default true when there are neither `limits` nor `groups` nor `adaptiveConcurrency`
   */
  readonly probe?: boolean | undefined;
  /** How many calls may run at the same time, learned from how they went: `aimd()`. Counts beside `limits`. */
  readonly adaptiveConcurrency?: ConcurrencyPolicy | undefined;
  /**
   * Whose turn it is among the tenants that wait in the same priority: `deficitRoundRobin()`. Calls say their `tenant`; those that say
   * none are one more tenant. When the queue is full, the tenant with most calls in it loses its newest. First come, first served, whoever
   * asks, when left out.
   */
  readonly fairness?: Fairness | undefined;
  /** Shown in snapshots and errors. */
  readonly name?: string | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/**
 * Says when calls may start, so that the service's limits are kept. Give the same limiter to all clients that share an account.
 *
 * First in, first out within a priority; priorities share 4 : 2 : 1; a retry goes to the head of its class. A permit counts from its
 * start, whether or not anything was sent with it.
 *
 * @throws ConfigurationError for options that make no sense.
 * @public
 */
export function createLimiter(options: LimiterOptions): MemoryLimiter {
  const given = ownCopy(options);
  const {
    limits,
    groups = {},
    maxQueue = 10_000,
    maxPauseMs = 60_000,
    name,
    adaptiveConcurrency,
    fairness,
  } = given;
  requireConstraints(limits, groups);
  requireMethod('adaptiveConcurrency', adaptiveConcurrency, 'next', 'aimd()');
  for (const name of ['initialLimit', 'maxLimit'] as const)
    if (adaptiveConcurrency)
      wholeNumber(`adaptiveConcurrency.${name}`, adaptiveConcurrency[name], undefined, 1);
  requireMethod('fairness', fairness, 'createSchedule', 'deficitRoundRobin()');
  if (!(maxQueue >= 0)) throw wrongOption(`maxQueue must be at least 0, not ${maxQueue}.`);
  if (!(maxPauseMs > 0)) throw wrongOption(`maxPauseMs must be more than 0, not ${maxPauseMs}.`);
  const probe =
    given.probe ??
    (limits.length === 0 && Object.keys(groups).length === 0 && adaptiveConcurrency === undefined);
  return new QueuedLimiter({
    limits,
    groups,
    maxQueue,
    fairness,
    name,
    runtime: createRuntime(given.runtime),
    source: {
      open: (constraints, group) =>
        group === undefined
          ? new MemoryLimitSet(constraints, maxPauseMs, probe, adaptiveConcurrency)
          : new MemoryLimitSet(constraints, maxPauseMs, false),
    },
  });
}
