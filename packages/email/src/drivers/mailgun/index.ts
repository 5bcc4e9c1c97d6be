import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { batchKey, capabilitiesFor, type MailgunCapabilities } from './limits.ts';
import { type MailgunOptions, mailgunService } from './service.ts';

export type { MailgunCapabilities } from './limits.ts';
export type { MailgunMessageOptions } from './options.ts';
export type { MailgunOptions } from './service.ts';

/**
 * Sends through Mailgun's API (https://documentation.mailgun.com, as of 2026), with templates, mailing lists,
 * suppressions, events and webhooks of one domain.
 *
 * Delivery: at most once. Mailgun has no idempotency keys: an attempt without a response is not repeated,
 * and its outcome is `unknown`. @public
 *
 * @example
 * // The key comes from MAILGUN_API_KEY, else EMAIL_API_KEY.
 * const email = createEmailClient({ driver: mailgun({ domain: 'mg.acme.dev', region: 'eu' }) });
 *
 * @throws ConfigurationError without a domain
 */
export function mailgun(options: MailgunOptions = {}): EmailDriver<MailgunCapabilities> {
  const { domain, service } = mailgunService(options);
  const driver = httpDriver({
    service,
    operations: async () => (await load()).operationsOf(domain),
    capabilities: capabilitiesFor(options.maxScheduleDays),
  });
  return defineEmailDriver(driver, {
    batchKey,
    webhooks: emailWebhooks('MAILGUN_WEBHOOK_SECRET', options, load),
  });
}

const load = () => import('./operations.ts');
