import {
  type CallOptions,
  CircuitOpenError,
  type OrgError,
  QuotaExceededError,
  ThrottleRejectedError,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { type EngineOptions, positiveOption, requireDrivers } from '@org/core/driver';
import { Failover, isOutage, lifecycleOf, memberEntries } from '@org/core/failover';
import type { RoutingDriver, RoutingSession, RunCall } from '../driver/routing-driver.ts';
import { commonCapabilities } from './common-capabilities.ts';
import type { FailoverCapabilities, FailoverEntry, FailoverEntryOptions } from './composed-types.ts';
import { openEngines } from './open-engines.ts';

const failoverNames: OptionNames<FailoverOptions> = { mix: 0, leaveOutMs: 0 };

/** Options of `failover()`. @public */
export interface FailoverOptions {
  /**
   * Lets each request of a split call go to another driver. Results of engines differ, so that parts may not
   * fit each other exactly.
   *
   * @defaultValue false: the whole call is sent again through the next driver
   */
  readonly mix?: boolean | undefined;
  /**
   * How long a driver is left out after a failure that names no time, in milliseconds. Then one call tries
   * it.
   *
   * @defaultValue 30_000
   */
  readonly leaveOutMs?: number | undefined;
}

/**
 * A driver that asks the first of several drivers, and the next one after a transient failure: unreachable,
 * timed out, throttled, failed (500 and above), over its quota. A driver before the last waits for nothing,
 * unless its entry has `retry.maxAttempts`. An answer such as "no route", a request that
 * is not valid and a key that is refused are not a reason to try the next one.
 *
 * It has the methods, profiles and options of all its drivers, with the smallest caps. `meta.provider` names
 * the driver that answered. @public
 *
 * @throws ConfigurationError without drivers, or for an invalid option
 * @example
 * failover([openrouteservice(), embedded({ tilesDirectory: 'tiles' })])
 */
export function failover<const Entries extends readonly FailoverEntry[]>(
  entries: Entries,
  options: FailoverOptions = {},
): RoutingDriver<FailoverCapabilities<Entries[number]>> {
  requireDrivers('failover', entries, 'profiles');
  refuseUnknown(options, failoverNames, 'failover()');
  const own = memberEntries<FailoverEntryOptions>('failover', entries);
  const leaveOutMs = positiveOption('leaveOutMs', options.leaveOutMs, 30_000);
  const all = own.map(({ driver }) => driver.capabilities);
  return {
    specVersion: 1,
    name: 'failover',
    capabilities: commonCapabilities(all) as FailoverCapabilities<Entries[number]>,
    open: (engine) => openSession(own, engine, { leaveOutMs, mix: options.mix === true }),
  };
}

const usualDeadlineMs = 120_000;

interface WithCheckpoint {
  readonly checkpoint?: unknown;
}

function openSession(
  entries: readonly FailoverEntryOptions[],
  engine: EngineOptions,
  { leaveOutMs, mix }: { readonly leaveOutMs: number; readonly mix: boolean },
): RoutingSession {
  const members = openEngines(entries, engine);
  const group = new Failover(members, { mayTryNext, isOutage, leaveOutMs, isRepeatable: true }, engine);
  const { deadlineMs } = engine;
  const move = <Result>(options: CallOptions & WithCheckpoint, run: RunCall<Result>) => {
    // Each request has the usual deadline, all together only that of the caller. A checkpoint has the answers
    // of one engine: the call continues there.
    const limits = { deadlineMs: deadlineMs ?? Infinity, onlyFirst: options.checkpoint !== undefined };
    return group.run(options, limits, ({ session }, own) => session.move?.(own, run) ?? run(session, own));
  };
  return {
    execute: (name, query, options = {}) =>
      group.run(options, { deadlineMs: deadlineMs ?? usualDeadlineMs }, ({ session }, own) =>
        session.execute(name, query, own),
      ),
    // Without it every request of a call is sent by itself.
    ...(mix ? {} : { move }),
    usage: () => [
      ...members.flatMap(({ session }) => session.usage?.() ?? []),
      ...group.paused().map(({ member: { name: provider }, pausedUntil }) => {
        return { provider, operation: 'all', requests: 0, pausedUntil };
      }),
    ],
    ...lifecycleOf(members),
  };
}

/** Failures that say nothing about the request: another engine may answer it. */
function mayTryNext(error: OrgError): boolean {
  const others = [CircuitOpenError, QuotaExceededError, ThrottleRejectedError];
  return isOutage(error) || others.some((family) => family.isInstance(error));
}
