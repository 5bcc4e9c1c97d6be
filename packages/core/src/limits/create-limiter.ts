import { meantOption } from '../options/meant-option.ts';
import { numberOption, requireNumber, timeLimit } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { requireMethod } from '../options/require-option.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import type { Fairness } from './fairness.ts';
import { requireConstraints } from './kinds/check-constraints.ts';
import type { Constraint } from './kinds/constraint.ts';
import type { AdaptiveConcurrency } from './kinds/constraint-state.ts';
import { openConstraint } from './kinds/kinds.ts';
import { LimitSet } from './limit-set.ts';
import type { MemoryLimiter } from './memory-limiter.ts';
import { QueuedLimiter } from './queued-limiter.ts';

const limiterNames: OptionNames<LimiterOptions> = {
  limits: 0,
  groups: 0,
  maxQueue: 0,
  maxPauseMs: 0,
  probe: 0,
  adaptiveConcurrency: 0,
  fairness: 0,
  name: 0,
  runtime: 0,
};

/** Options of `createLimiter()`. @public */
export interface LimiterOptions {
  /** Limits of every call; a call needs capacity in all of them. For an empty list, see `probe`. */
  readonly limits: readonly Constraint[];
  /**
   * Additional limits of the calls that name a group. Calls of a group that is not listed have only `limits`.
   */
  readonly groups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  /**
   * The largest number of waiting calls; one more is rejected. With 0, no call waits.
   *
   * @defaultValue 10_000
   */
  readonly maxQueue?: number | undefined;
  /**
   * The longest inferred pause, in milliseconds: from `remaining` and `reset`, or from a 429 without a time.
   * A Retry-After of up to a day is never shortened.
   *
   * @defaultValue 60_000
   */
  readonly maxPauseMs?: number | undefined;
  /**
   * For a service with unknown limits: starts one call at a time, or the given number, and more as the
   * responses show capacity.
   *
   * @defaultValue true when there are neither `limits` nor `groups` nor `adaptiveConcurrency`
   */
  readonly probe?: boolean | number | undefined;
  /** Adapts the number of concurrent calls to their outcomes: `aimd()`. Applies in addition to `limits`. */
  readonly adaptiveConcurrency?: AdaptiveConcurrency | undefined;
  /**
   * Schedules the tenants that wait in the same priority: `deficitRoundRobin()`. A call names its `tenant`;
   * calls without one form a tenant too. When the queue is full, the newest waiter of the tenant with the
   * most waiters is rejected. Without this option, waiters start in the order of arrival.
   */
  readonly fairness?: Fairness | undefined;
  /** Shown in snapshots and errors. */
  readonly name?: string | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/**
 * A limiter in this process's memory: it delays calls to keep the service's limits. Share one limiter among
 * all clients of an account.
 *
 * The queue is first in, first out within a priority; priorities share starts 4 : 2 : 1; a retry goes to the
 * head of its priority. A permit counts from its start, even when no request was sent with it. @public
 *
 * @example
 * const limiter = createLimiter({ limits: [perMinute(1000), maxConcurrency(4)] });
 * const mail = createEmailClient({ driver: plunk(), limiter });
 * const news = createEmailClient({ driver: plunk(), limiter }); // both together keep the limits
 *
 * @throws ConfigurationError for an invalid option.
 */
export function createLimiter(options: LimiterOptions): MemoryLimiter {
  refuseUnknown(options, limiterNames, 'createLimiter()', meantOption);
  const given = ownCopy(options);
  const { limits, groups = {}, maxQueue = 10_000, name, adaptiveConcurrency, fairness } = given;
  requireConstraints(limits, groups);
  requireMethod('adaptiveConcurrency', adaptiveConcurrency, 'open', 'aimd()');
  requireMethod('fairness', fairness, 'openQueue', 'deficitRoundRobin()');
  requireNumber('maxQueue', maxQueue, 'a number of at least 0', (length) => length >= 0);
  const maxPauseMs = timeLimit('maxPauseMs', given.maxPauseMs, 60_000);
  const isUnknown =
    limits.length === 0 && Object.keys(groups).length === 0 && adaptiveConcurrency === undefined;
  const probes = numberOption('probe', Number(given.probe ?? isUnknown), 0);
  const runtime = createRuntime(given.runtime);
  return new QueuedLimiter({
    limits,
    groups,
    maxQueue,
    fairness,
    name,
    runtime,
    source: {
      open(constraints, wake, group) {
        const isCommon = group === undefined;
        const feedback = { maxPauseMs, probes: isCommon ? probes : 0, onLoosened: wake };
        const states = constraints.map(openConstraint);
        if (isCommon && adaptiveConcurrency !== undefined) states.push(adaptiveConcurrency.open());
        return new LimitSet(states, feedback);
      },
    },
  });
}
