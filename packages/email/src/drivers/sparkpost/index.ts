import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type SparkPostCapabilities, sparkpostCapabilities } from './limits.ts';
import { type SparkPostOptions, sparkpostService } from './service.ts';

export type { SparkPostCapabilities, SparkPostMessageOptions } from './limits.ts';
export type { SparkPostOptions } from './service.ts';

/**
 * Sends through SparkPost's Transmissions API (https://developers.sparkpost.com, as of June 2026).
 *
 * Delivery: at most once. SparkPost has no idempotency keys: an attempt without a response is an error with
 * `outcome: 'unknown'` and is never repeated. @public
 *
 * @example
 * const email = createEmailClient({ driver: sparkpost() }); // SPARKPOST_API_KEY, else EMAIL_API_KEY
 */
export function sparkpost(options: SparkPostOptions = {}): EmailDriver<SparkPostCapabilities> {
  const service = sparkpostService(options);
  const driver = httpDriver({ service, operations: load, capabilities: sparkpostCapabilities });
  return defineEmailDriver(driver, { webhooks: emailWebhooks('SPARKPOST_WEBHOOK_SECRET', options, load) });
}

const load = () => import('./operations.ts');
