import { createRuntime } from '@org/core';
import { positiveOption, requireDrivers } from '@org/core/driver';
import type { EmailDriver } from '../driver/email-driver.ts';
import {
  type ComposedCapabilities,
  type ComposedEntryOptions,
  composeDrivers,
  type EmailMember,
  sendThrough,
} from './compose-drivers.ts';

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
 * service. @public
 *
 * @throws ConfigurationError without drivers; for a service of stored templates alone; and for a wrong weight
 */
export function weighted<const Entries extends readonly WeightedEntry[]>(
  entries: Entries,
): EmailDriver<ComposedCapabilities<Entries[number]>> {
  requireDrivers('weighted', entries, 'templates');
  const weights = entries.map(({ weight }) => positiveOption('weight', weight, 1));
  return composeDrivers<Entries[number]>({
    name: 'weighted',
    entries: entries.map(({ weight: _, ...entry }) => entry),
    changes: {},
    openRoute(members, { runtime }) {
      const { random } = createRuntime(runtime);
      return async (messages, options) => {
        const { idempotencyKey: key } = options;
        const place = placeAt(key === undefined ? random() : fractionOf(key), weights);
        return sendThrough(members[place] as EmailMember, messages, options);
      };
    },
  });
}

/** The place of the weight that a fraction of their sum falls into. */
function placeAt(fraction: number, weights: readonly number[]): number {
  let rest = fraction * weights.reduce((sum, weight) => sum + weight, 0);
  const place = weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  // Rounding may leave a rest after the last weight.
  return place === -1 ? weights.length - 1 : place;
}

/** A number in [0, 1), evenly distributed: FNV-1a, then the last step of MurmurHash3. */
function fractionOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
