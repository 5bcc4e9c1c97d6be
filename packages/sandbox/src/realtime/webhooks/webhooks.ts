import type { InBackground } from '../../failures.ts';
import type { Journal } from '../journal.ts';
import type { ResolvedRealtimeOptions } from '../options.ts';
import type { RealtimeCounters } from '../stats.ts';
import { createWebhookDelivery } from './delivery.ts';
import { createWebhookQueue, type WebhookQueue } from './queue.ts';
import { assertLoopbackTarget } from './target.ts';

/** The webhooks of one app. */
export interface RealtimeWebhooks extends WebhookQueue {
  /** Drops those that wait or are on their way. */
  reset(): void;
}

interface WebhookParts {
  readonly journal: Journal;
  readonly counters: RealtimeCounters;
  readonly inBackground: InBackground;
}

/** @throws {TypeError} for a target that is not on this machine */
export function createWebhooks(options: ResolvedRealtimeOptions, parts: WebhookParts): RealtimeWebhooks {
  for (const target of options.webhooks) assertLoopbackTarget(target);
  let current = startWebhooks(options, parts);
  return {
    emit: (event) => current.emit(event),
    close: () => current.close(),
    reset() {
      current.close();
      current = startWebhooks(options, parts);
    },
  };
}

function startWebhooks(
  options: ResolvedRealtimeOptions,
  { journal, counters, inBackground }: WebhookParts,
): WebhookQueue {
  const { app, clock, limits, webhooks: targets } = options;
  if (targets.length === 0) return { emit() {}, close() {} };
  const fail = (detail: string): void => {
    counters.webhooksFailed += 1;
    journal.record('webhook-failed', { detail });
  };
  const delivery = createWebhookDelivery({
    app,
    clock,
    inBackground,
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
