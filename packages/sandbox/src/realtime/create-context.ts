import type { InBackground } from '../failures.ts';
import type { SharedParts } from '../shared-parts.ts';
import { createChannelRegistry } from './channels/channel-registry.ts';
import { createEventCache } from './channels/event-cache.ts';
import { createSubscriptionCounts } from './channels/subscription-counts.ts';
import type { RealtimeClock } from './clock.ts';
import type { Connection } from './connection.ts';
import type { RealtimeContext } from './context.ts';
import { createFaultState } from './faults/fault-state.ts';
import { createFrameLog } from './frame-log.ts';
import { createJournal } from './journal.ts';
import type { ResolvedRealtimeOptions } from './options.ts';
import { createEventLog } from './recovery/event-log.ts';
import { createCounters } from './stats.ts';
import { createUserDirectory } from './user-directory.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

type AppParts = Pick<
  RealtimeContext,
  'journal' | 'counters' | 'faults' | 'requests' | 'frames' | 'inBackground'
> &
  Pick<SharedParts, 'cachedEvents'>;

/** The parts that all apps of a service share. */
export function createAppParts(
  { clock, limits }: ResolvedRealtimeOptions,
  { faults, cachedEvents, requests, failures }: SharedParts,
): AppParts {
  return {
    journal: createJournal(clock, limits.recentEvents),
    counters: createCounters(),
    faults: createFaultState(faults),
    cachedEvents,
    requests,
    frames: createFrameLog(clock.now),
    inBackground: failures.inBackground,
  };
}

/** Creates the parts of an app. The service does not listen yet. */
export function createRealtimeContext(
  given: ResolvedRealtimeOptions,
  { cachedEvents, ...shared }: AppParts,
): RealtimeContext {
  const clock = guardTimers(given.clock, shared.inBackground);
  const options = { ...given, clock };
  const { limits } = options;
  const webhooks = createWebhooks(options, shared);
  return {
    ...shared,
    options,
    connections: new Map<string, Connection>(),
    channels: createChannelRegistry(),
    cache: createEventCache(clock, {
      ...{ table: cachedEvents, app: options.app.id },
      ...{ ttlMs: options.cacheTtlMs, capacity: limits.cachedChannels },
    }),
    events: options.recovery
      ? createEventLog(clock, {
          ttlMs: options.recoveryTtlMs,
          events: limits.recoveryEvents,
          channels: limits.recoveryChannels,
          bytes: limits.recoveryBytes,
        })
      : undefined,
    users: createUserDirectory(),
    subscriptionCounts: createSubscriptionCounts(clock, webhooks, options.subscriptionCount),
    webhooks,
  };
}

/** An exception of a timer would end the process. */
function guardTimers(clock: RealtimeClock, inBackground: InBackground): RealtimeClock {
  return {
    now: () => clock.now(),
    after: (delayMs, callback) => clock.after(delayMs, () => inBackground('A timer of realtime', callback)),
  };
}
