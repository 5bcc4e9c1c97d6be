import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type MandrillCapabilities, mandrillCapabilities } from './limits.ts';
import { type MandrillOptions, mandrillService } from './service.ts';

export type { MandrillCapabilities, MandrillMessageOptions } from './limits.ts';
export type { MandrillOptions } from './service.ts';

/**
 * Sends through Mailchimp Transactional, Mandrill's API 1.4 (its OpenAPI document, as of April 2026).
 *
 * Delivery: at most once. Mandrill has no idempotency keys, so an attempt without a response is an error with
 * `outcome: 'unknown'` and is never repeated. @public
 *
 * @example
 * const email = createEmailClient({ driver: mandrill() }); // MANDRILL_API_KEY, else EMAIL_API_KEY
 */
export function mandrill(options: MandrillOptions = {}): EmailDriver<MandrillCapabilities> {
  const service = mandrillService(options);
  const driver = httpDriver({ service, operations: load, capabilities: mandrillCapabilities });
  const webhooks = emailWebhooks('MANDRILL_WEBHOOK_SECRET', options, async () => ({
    webhookScheme: (await load()).webhookScheme(options.webhookUrl),
  }));
  return defineEmailDriver(driver, { webhooks });
}

const load = () => import('./operations.ts');
