import { createRuntime, positive } from '@org/core';
import type { EmailDriver } from '../driver/email-driver.ts';
import { type ComposedCapabilities, type ComposedEntryOptions, composeDrivers } from './compose-drivers.ts';

/** A driver and its share of the mails. @public */
export interface WeightedEntry extends ComposedEntryOptions {
  /** In relation to the other weights, above 0. */
  readonly weight: number;
}

/**
 * A driver that distributes mails over several drivers by weight, for example to warm up a new one. A mail
 * with an idempotency key always goes to the same driver; any other to a random one. It does not fail over:
 * `failover([weighted([…]), smtp()])` does.
 *
 * It can do what all its drivers can; it has no templates, stores or webhooks, whose ids belong to one
 * service.
 *
 * @throws ConfigurationError without drivers, or for a wrong weight
 * @public
 */
export function weighted<const Entries extends readonly WeightedEntry[]>(
  entries: Entries,
): EmailDriver<ComposedCapabilities<Entries[number]>> {
  const weights = entries.map(({ weight }) => positive('weight', weight, 1));
  return composeDrivers<Entries[number]>({
    name: 'weighted',
    entries: entries.map(({ weight: _, ...entry }) => entry),
    changes: {},
    async loadRoute({ runtime }) {
      const { weightedRoute } = await import('./weighted-route.ts');
      return weightedRoute(weights, createRuntime(runtime).random);
    },
  });
}
