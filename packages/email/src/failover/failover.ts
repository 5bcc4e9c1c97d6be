import { ConfigurationError, createRuntime } from '@org/core';
import type { EmailDriver } from '../driver/email-driver.ts';
import { type ComposedCapabilities, type ComposedEntry, composeDrivers } from './compose-drivers.ts';

/** Options of `failover()`. @public */
export interface FailoverOptions {
  /**
   * After a failure with `outcome: 'unknown'`: `fail` rejects; `send-again` sends through the next driver,
   * and the recipient may get two mails.
   *
   * @defaultValue 'fail'
   */
  readonly onUnknown?: 'fail' | 'send-again' | undefined;
}

/**
 * A driver that sends through the first of several drivers that can: through the next one when the one before
 * surely sent nothing, because it is unreachable, throttled, over its quota or suspended. A message that a
 * service refuses, or a suppressed recipient, is no reason to try the next.
 *
 * It can do what all its drivers can; it has no templates, stores or webhooks, whose ids belong to one
 * service. The result's `provider`, and that of each recipient, is the driver that accepted the mail. Every
 * driver gets the call's idempotency key, but a repeated call may reach another driver: for a client, the
 * composition has no keys.
 *
 * Each driver has its own limiter. Give an entry its own circuit breaker so that an outage is not noticed
 * again with every mail: `{ driver: resend(), limiter: createBreaker() }`.
 *
 * @throws ConfigurationError without drivers, or for a wrong option
 * @public
 */
export function failover<const Entries extends readonly ComposedEntry[]>(
  entries: Entries,
  { onUnknown = 'fail' }: FailoverOptions = {},
): EmailDriver<ComposedCapabilities<Entries[number]>> {
  if (onUnknown !== 'fail' && onUnknown !== 'send-again')
    throw new ConfigurationError({ message: "onUnknown must be 'fail' or 'send-again'." });
  return composeDrivers<Entries[number]>({
    name: 'failover',
    entries,
    changes: { idempotency: 'none' },
    async loadRoute({ runtime, deadlineMs = 120_000 }) {
      const { failoverRoute } = await import('./failover-route.ts');
      return failoverRoute(onUnknown === 'send-again', createRuntime(runtime).monotonic, deadlineMs);
    },
  });
}
