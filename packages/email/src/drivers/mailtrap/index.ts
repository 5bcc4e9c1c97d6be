import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type MailtrapCapabilities, mailtrapCapabilities } from './limits.ts';
import { type MailtrapOptions, mailtrapService } from './service.ts';

export type { MailtrapCapabilities } from './limits.ts';
export type { MailtrapOptions } from './service.ts';

/**
 * Sends through Mailtrap's Email API, its bulk stream or its sandbox (OpenAPI documents of June 2026).
 *
 * Delivery: at most once. Mailtrap has no idempotency keys, so an attempt without a response is an error with
 * `outcome: 'unknown'` and is never repeated. @public
 *
 * @example
 * const email = createEmailClient({ driver: mailtrap() }); // MAILTRAP_API_KEY, else EMAIL_API_KEY
 */
export function mailtrap(options: MailtrapOptions = {}): EmailDriver<MailtrapCapabilities> {
  const { service, inbox } = mailtrapService(options);
  const operations = async () => (await load()).createOperations(inbox);
  const driver = httpDriver({ service, operations, capabilities: mailtrapCapabilities });
  const webhooks = emailWebhooks('MAILTRAP_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(driver, { batchKey: () => 'all', webhooks });
}

const load = () => import('./operations.ts');
