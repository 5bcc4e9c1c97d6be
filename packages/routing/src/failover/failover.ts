import { ConfigurationError, createRuntime, positive } from '@org/core';
import { type EngineOptions, LazyModule } from '@org/core/driver';
import type { RoutingDriver, RoutingSession } from '../driver/routing-driver.ts';
import { loadOnce } from '../internal/load-once.ts';
import { commonCapabilities } from './common-capabilities.ts';
import type { FailoverCapabilities, FailoverEntry, FailoverEntryOptions } from './composed-types.ts';
import type { FailoverSession, OpenMember } from './failover-session.ts';

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
   * How long a driver is left out after a failure, in milliseconds; longer if the service asks for it. Then
   * one call tries it.
   *
   * @defaultValue 30_000
   */
  readonly leaveOutMs?: number | undefined;
}

/**
 * A driver that asks the first of several drivers, and the next one after a transient failure: unreachable,
 * timed out, throttled, failed (500 and above), over its quota. An answer such as "no route", a request that
 * is not valid and a key that is refused are no reason to try the next one.
 *
 * It has the methods, profiles and options of all its drivers, with the smallest caps. `meta.provider` names
 * the driver that answered.
 *
 * @throws ConfigurationError without drivers, or for an invalid option
 * @example
 * failover([openrouteservice(), embedded({ tilesDirectory: 'tiles' })])
 * @public
 */
export function failover<const Entries extends readonly FailoverEntry[]>(
  entries: Entries,
  options: FailoverOptions = {},
): RoutingDriver<FailoverCapabilities<Entries[number]>> {
  const members = entries.map(
    (entry): FailoverEntryOptions => ('driver' in entry ? entry : { driver: entry }),
  );
  if (members.length === 0)
    throw new ConfigurationError({ message: 'failover() needs at least one driver.' });
  const leaveOutMs = positive('leaveOutMs', options.leaveOutMs, 30_000);
  const all = members.map(({ driver }) => driver.capabilities);
  return {
    specVersion: 1,
    name: 'failover',
    capabilities: commonCapabilities(all) as FailoverCapabilities<Entries[number]>,
    open: (engine) => openSession(members, engine, { leaveOutMs, mix: options.mix === true }),
  };
}

function openSession(
  entries: readonly FailoverEntryOptions[],
  engine: EngineOptions,
  settings: { readonly leaveOutMs: number; readonly mix: boolean },
): RoutingSession {
  const runtime = createRuntime(engine.runtime);
  const members = entries.map(({ driver, dailyCap, ...own }): OpenMember => {
    const options = { ...engine, ...own };
    const session = driver.open(options) as unknown as RoutingSession;
    return { engine: driver, session, dailyCap, retry: options.retry };
  });
  const load = loadOnce(async () => {
    const { FailoverSession } = await import('./failover-session.ts');
    return new FailoverSession(members, runtime, settings.leaveOutMs, engine.deadlineMs);
  });
  const lazy = new LazyModule<FailoverSession>(runtime, 'failover', load);
  const opened = async () => lazy.loaded ?? (await lazy.load());
  return {
    execute: async (name, query, options) => (await opened()).execute(name, query, options),
    // Without it every request of a call is sent by itself.
    ...(settings.mix ? {} : { move: async (options, run) => (await opened()).move(options, run) }),
    usage: () => lazy.loaded?.usage() ?? [],
    preload() {
      for (const { session } of members) session.preload?.();
      lazy.load().catch(() => {});
    },
    async close() {
      await Promise.all(members.map(({ session }) => session.close()));
    },
  };
}
