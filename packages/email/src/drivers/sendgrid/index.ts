import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type SendGridCapabilities, sendGridBatchKey, sendGridCapabilities } from './limits.ts';
import { type SendGridOptions, sendGridService } from './service.ts';

export type { SendGridCapabilities } from './limits.ts';
export type { SendGridMessageOptions } from './options.ts';
export type { SendGridOptions } from './service.ts';

/**
 * Sends through Twilio SendGrid's v3 API (twilio/sendgrid-oai, as of January 2026).
 *
 * Delivery: at most once. SendGrid has no idempotency keys, so an attempt without a response is an error with
 * `outcome: 'unknown'` and is never repeated.
 *
 * Every mail carries an id of ours in `custom_args`, which SendGrid repeats in its events: the `messageId` of
 * the result and of the events. For a message with `sendAt` it is the id that `messages.cancel` needs.
 * @public
 *
 * @example
 * const email = createEmailClient({ driver: sendgrid({ region: 'eu' }) }); // SENDGRID_API_KEY
 */
export function sendgrid(options: SendGridOptions = {}): EmailDriver<SendGridCapabilities> {
  const service = sendGridService(options);
  const driver = httpDriver({ service, operations: load, capabilities: sendGridCapabilities });
  const webhooks = emailWebhooks('SENDGRID_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(driver, { batchKey: sendGridBatchKey, webhooks });
}

const load = () => import('./operations.ts');
