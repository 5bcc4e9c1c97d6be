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
>;

/** The parts that all apps of a service share. */
export function createAppParts(
  { clock, limits }: ResolvedRealtimeOptions,
  { faults, requests, failures }: SharedParts,
): AppParts {
  return {
    journal: createJournal(clock, limits.recentEvents),
    counters: createCounters(),
    faults: createFaultState(faults),
    requests,
    frames: createFrameLog(clock.now),
    inBackground: failures.inBackground,
  };
}

/** Creates the parts of an app. The service does not listen yet. */
export function createRealtimeContext(
  given: ResolvedRealtimeOptions,
  { journal, counters, faults, requests, frames, inBackground }: AppParts,
): RealtimeContext {
  const clock = guardTimers(given.clock, inBackground);
  const options = { ...given, clock };
  const { limits } = options;
  const webhooks = createWebhooks(options, { journal, counters, inBackground });
  return {
    options,
    journal,
    counters,
    connections: new Map<string, Connection>(),
    channels: createChannelRegistry(),
    cache: createEventCache(clock, options.cacheTtlMs, limits.cachedChannels),
    events: options.recovery
      ? createEventLog(clock, {
          ttlMs: options.recoveryTtlMs,
          events: limits.recoveryEvents,
          channels: limits.recoveryChannels,
        })
      : undefined,
    users: createUserDirectory(),
    subscriptionCounts: createSubscriptionCounts(clock, webhooks, options.subscriptionCount),
    webhooks,
    faults,
    requests,
    frames,
    inBackground,
  };
}

/** An exception of a timer would end the process. */
function guardTimers(clock: RealtimeClock, inBackground: InBackground): RealtimeClock {
  return {
    now: () => clock.now(),
    after: (delayMs, callback) => clock.after(delayMs, () => inBackground('A timer of realtime', callback)),
  };
}
