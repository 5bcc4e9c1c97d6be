import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type ElasticEmailCapabilities, elasticEmailBatchKey, elasticEmailCapabilities } from './limits.ts';
import { type ElasticEmailOptions, elasticemailService } from './service.ts';

export type { ElasticEmailCapabilities } from './limits.ts';
export type { ElasticEmailMessageOptions } from './options.ts';
export type { ElasticEmailOptions } from './service.ts';

/**
 * Sends through Elastic Email's REST API v4 (its OpenAPI document, as of March 2026).
 *
 * Delivery: at most once. Elastic Email has no idempotency keys, so an attempt without a response is an error
 * with `outcome: 'unknown'` and is never repeated. @public
 *
 * @example
 * const email = createEmailClient({ driver: elasticemail() }); // ELASTICEMAIL_API_KEY, else EMAIL_API_KEY
 */
export function elasticemail(options: ElasticEmailOptions = {}): EmailDriver<ElasticEmailCapabilities> {
  const service = elasticemailService(options);
  const driver = httpDriver({ service, operations: load, capabilities: elasticEmailCapabilities });
  const webhooks = emailWebhooks('ELASTICEMAIL_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(driver, { batchKey: elasticEmailBatchKey, webhooks });
}

const load = () => import('./operations.ts');
