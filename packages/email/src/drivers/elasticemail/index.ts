import { headerKey } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { httpDriver, meantOption } from '@org/core/driver';
import {
  defineEmailDriver,
  type EmailDriver,
  emailWebhooks,
  type HttpEmailOptions,
  httpEmailService,
  type WebhookSecretOptions,
} from '../../driver.ts';
import {
  type ElasticEmailCapabilities,
  elasticEmailBatchKey,
  elasticEmailCapabilities,
  elasticEmailLimits,
} from './limits.ts';

const elasticEmailNames: OptionNames<ElasticEmailOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

export type { ElasticEmailCapabilities } from './limits.ts';
export type { ElasticEmailMessageOptions } from './options.ts';

/** The key and the webhook secret of an Elastic Email account. @public */
export interface ElasticEmailOptions extends HttpEmailOptions, WebhookSecretOptions {}

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
  refuseUnknown(options, elasticEmailNames, 'elasticemail()', meantOption);
  const definition = {
    name: 'elasticemail',
    baseUrl: 'https://api.elasticemail.com/v4',
    auth: headerKey('X-ElasticEmail-ApiKey'),
    limits: elasticEmailLimits,
  };
  const service = httpEmailService(definition, options);
  const driver = httpDriver({ service, operations: load, capabilities: elasticEmailCapabilities });
  const webhooks = emailWebhooks('ELASTICEMAIL_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(driver, { batchKey: elasticEmailBatchKey, webhooks });
}

const load = () => import('./operations.ts');
