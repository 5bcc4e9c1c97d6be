import type { SharedParts } from '../shared-parts.ts';
import { createChannelRegistry } from './channels/channel-registry.ts';
import { createEventCache } from './channels/event-cache.ts';
import { createSubscriptionCounts } from './channels/subscription-counts.ts';
import type { Connection } from './connection.ts';
import type { RealtimeContext } from './context.ts';
import { createFaultState } from './faults/fault-state.ts';
import { createFrameLog } from './frame-log.ts';
import { createJournal, type Journal } from './journal.ts';
import type { ResolvedRealtimeOptions } from './options.ts';
import { createCounters, type RealtimeCounters } from './stats.ts';
import { createUserDirectory } from './user-directory.ts';
import { createWebhookDelivery } from './webhooks/delivery.ts';
import { createWebhookQueue, type WebhookQueue } from './webhooks/queue.ts';
import { assertLoopbackTarget } from './webhooks/target.ts';

type AppParts = Pick<RealtimeContext, 'journal' | 'counters' | 'faults' | 'requests' | 'frames'>;

/** The parts that all apps of a service share. */
export function createAppParts(
  { clock, limits }: ResolvedRealtimeOptions,
  { faults, requests }: SharedParts,
): AppParts {
  return {
    journal: createJournal(clock, limits.recentEvents),
    counters: createCounters(),
    faults: createFaultState(faults),
    requests,
    frames: createFrameLog(clock.now),
  };
}

/** Creates the parts of an app. The service does not listen yet. */
export function createRealtimeContext(
  options: ResolvedRealtimeOptions,
  { journal, counters, faults, requests, frames }: AppParts,
): RealtimeContext {
  const { clock, limits } = options;
  const webhooks = createWebhooks(options, journal, counters);
  return {
    options,
    journal,
    counters,
    connections: new Map<string, Connection>(),
    channels: createChannelRegistry(),
    cache: createEventCache(clock, options.cacheTtlMs, limits.cachedChannels),
    users: createUserDirectory(),
    subscriptionCounts: createSubscriptionCounts(clock, webhooks, options.subscriptionCount),
    webhooks,
    faults,
    requests,
    frames,
  };
}

function createWebhooks(
  options: ResolvedRealtimeOptions,
  journal: Journal,
  counters: RealtimeCounters,
): WebhookQueue {
  const { app, clock, limits, webhooks: targets } = options;
  for (const target of targets) assertLoopbackTarget(target);
  if (targets.length === 0) return { emit() {}, close() {} };
  const fail = (detail: string): void => {
    counters.webhooksFailed += 1;
    journal.record('webhook-failed', { detail });
  };
  const delivery = createWebhookDelivery({
    app,
    clock,
    targets,
    retryDelayMs: options.webhookRetryDelayMs,
    capacity: limits.pendingWebhooks,
    delivered(url) {
      counters.webhooksDelivered += 1;
      journal.record('webhook', { detail: url });
    },
    failed: (url, reason) => fail(`${url} ${reason}`),
  });
  const queue = createWebhookQueue({
    clock,
    delayMs: options.webhookDelayMs,
    batchMs: options.webhookBatchMs,
    capacity: limits.pendingWebhooks,
    deliver: delivery.deliver,
    overflow: ({ name, channel }) => fail(`queue full, dropped ${name} of ${channel}`),
  });
  return {
    emit: queue.emit,
    close() {
      queue.close();
      delivery.close();
    },
  };
}
