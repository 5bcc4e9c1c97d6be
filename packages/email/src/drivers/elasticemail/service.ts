import { headerKey, type ServiceDefinition } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { elasticEmailLimits } from './limits.ts';

const elasticEmailNames: OptionNames<ElasticEmailOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

/** The key and the webhook secret of an Elastic Email account. @public */
export interface ElasticEmailOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function elasticemailService(options: ElasticEmailOptions): ServiceDefinition {
  refuseUnknown(options, elasticEmailNames, 'elasticemail()', meantOption);
  const definition = {
    name: 'elasticemail',
    baseUrl: 'https://api.elasticemail.com/v4',
    auth: headerKey('X-ElasticEmail-ApiKey'),
    limits: elasticEmailLimits,
  };
  return httpEmailService(definition, options);
}
