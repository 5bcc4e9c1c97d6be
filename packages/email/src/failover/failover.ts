import { type OptionNames, refuseUnknown, wordOption } from '@org/core/basics';
import { positiveOption, requireDrivers } from '@org/core/driver';
import { Failover } from '@org/core/failover';
import type { EmailDriver } from '../driver/email-driver.ts';
import {
  type ComposedCapabilities,
  type ComposedEntry,
  composeDrivers,
  type EntryList,
} from './compose-drivers.ts';
import { failoverRoute } from './failover-route.ts';
import { emailRules } from './rules.ts';

const failoverNames: OptionNames<FailoverOptions> = { onUnknown: 0, onUnavailable: 0, leaveOutMs: 0 };

/** Options of `failover()`. @public */
export interface FailoverOptions {
  /**
   * After a failure with `outcome: 'unknown'`: `fail` rejects; `send-again` sends through the next driver,
   * and the recipient may get two mails.
   *
   * @defaultValue 'fail'
   */
  readonly onUnknown?: 'fail' | 'send-again' | undefined;
  /**
   * After a 503 without `Retry-After`: `fail` rejects; `next` sends through the next driver. By RFC 9110 the
   * service could not handle the request, but a proxy may answer 503 after the service took the mail.
   *
   * @defaultValue 'fail'
   */
  readonly onUnavailable?: 'fail' | 'next' | undefined;
  /**
   * How long a driver is left out after a failure of the service or the account that names no time, in
   * milliseconds. Then one mail tries it.
   *
   * @defaultValue 30_000
   */
  readonly leaveOutMs?: number | undefined;
}

/**
 * A driver that sends through the first of several drivers that can: through the next one when the one before
 * surely sent nothing because of its service or its account. It is unreachable, throttled, over its quota,
 * does not accept the credential (401, 403, a missing key), or does not know the sender: another account
 * may do all of this. A refused message or recipient is not sent again, because the refusal is about the
 * mail. In a batch each message is judged by itself.
 *
 * It can do what all its drivers can. With `onLossy: 'allow'` or `'warn'`, each service loses only what it
 * does not carry itself, and `lossy` has the losses of the one that sent the mail. It has no templates,
 * stores or webhooks, whose ids belong to one service. The result's `provider`, and that of each recipient,
 * is the driver that accepted the mail. Every driver gets the call's idempotency key, but a repeated call
 * may reach another driver: after an error with `outcome: 'unknown'`, the same key prevents no second mail.
 *
 * A driver before the last waits for nothing, unless its entry has `retry.maxAttempts`. Each driver has its
 * own limiter. All share the deadline: a driver before the last may use three quarters of
 * the time that is left. They share the retries as well. @public
 *
 * @example
 * const driver = failover([resend(), smtp({ host: 'smtp.acme.dev' })]);
 * const { provider } = await createEmailClient({ driver }).send(message); // 'resend' or 'smtp'
 *
 * @throws ConfigurationError without drivers; for a service of stored templates alone; and for a wrong option
 */
export function failover<
  const Entries extends EntryList<ComposedEntry, 'one list: failover([resend(), smtp()])'>,
>(entries: Entries, options: FailoverOptions = {}): EmailDriver<ComposedCapabilities<Entries[number]>> {
  requireDrivers('failover', entries, 'templates');
  refuseUnknown(options, failoverNames, 'failover()');
  const rules = emailRules({
    onUnknown: wordOption('onUnknown', options.onUnknown, ['fail', 'send-again'], 'fail'),
    onUnavailable: wordOption('onUnavailable', options.onUnavailable, ['fail', 'next'], 'fail'),
    leaveOutMs: positiveOption('leaveOutMs', options.leaveOutMs, 30_000),
  });
  return composeDrivers<Entries[number]>({
    name: 'failover',
    entries,
    changes: { idempotency: 'none' },
    openRoute: (members, engine) => failoverRoute(new Failover(members, rules, engine), rules, engine),
  });
}
