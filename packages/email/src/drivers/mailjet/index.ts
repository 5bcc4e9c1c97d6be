import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type MailjetCapabilities, mailjetCapabilities } from './limits.ts';
import { type MailjetOptions, mailjetService } from './service.ts';

export type { MailjetCapabilities } from './limits.ts';
export type { MailjetMessageOptions } from './options.ts';
export type { MailjetOptions } from './service.ts';

/**
 * Sends through Mailjet's Send API v3.1 (https://dev.mailjet.com, guides of September 2023).
 *
 * Delivery: at most once. Mailjet has no idempotency keys, so a send without a response is not repeated, and
 * its outcome is `unknown`.
 *
 * A send to an address creates a contact for it. @public
 *
 * @example
 * const email = createEmailClient({ driver: mailjet() }); // MAILJET_API_KEY and MAILJET_SECRET_KEY
 */
export function mailjet(options: MailjetOptions = {}): EmailDriver<MailjetCapabilities> {
  const service = mailjetService(options);
  const driver = httpDriver({ service, operations: load, capabilities: mailjetCapabilities });
  const webhooks = emailWebhooks('MAILJET_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(driver, {
    // Sandbox mode is a switch of the whole request.
    batchKey: ({ sandbox }) => (sandbox ? 'sandbox' : 'live'),
    webhooks,
  });
}

const load = () => import('./operations.ts');
