import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type MailerSendCapabilities, mailersendCapabilities } from './limits.ts';
import { type MailerSendOptions, mailersendService } from './service.ts';

export type { MailerSendCapabilities } from './limits.ts';
export type { MailerSendMessageOptions } from './options.ts';
export type { MailerSendOptions } from './service.ts';

/**
 * Sends through MailerSend's HTTP API (https://developers.mailersend.com, as of August 2026), with
 * suppressions, webhooks, and the status of messages.
 *
 * Delivery: at most once. MailerSend has no idempotency keys, so an attempt without a response is never
 * repeated: its error has outcome `unknown`. @public
 *
 * @example
 * const email = createEmailClient({ driver: mailersend() }); // MAILERSEND_API_KEY, else EMAIL_API_KEY
 */
export function mailersend(options: MailerSendOptions = {}): EmailDriver<MailerSendCapabilities> {
  const service = mailersendService(options);
  const { domainId } = options;
  const operations = async () => (await load()).createOperations(domainId);
  const driver = httpDriver({ service, operations, capabilities: mailersendCapabilities });
  return defineEmailDriver(driver, { webhooks: emailWebhooks('MAILERSEND_WEBHOOK_SECRET', options, load) });
}

const load = () => import('./operations.ts');
