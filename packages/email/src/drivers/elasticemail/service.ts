import { headerKey, type ServiceDefinition } from '@org/core';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { elasticEmailLimits } from './limits.ts';

/** The key and the webhook secret of an Elastic Email account. @public */
export interface ElasticEmailOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function elasticemailService(options: ElasticEmailOptions): ServiceDefinition {
  const definition = {
    name: 'elasticemail',
    baseUrl: 'https://api.elasticemail.com/v4',
    auth: headerKey('X-ElasticEmail-ApiKey'),
    limits: elasticEmailLimits,
  };
  return httpEmailService(definition, options, { webhookSecret: 0 });
}
