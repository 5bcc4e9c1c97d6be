import { headerKey, type OperationContext, type ServiceDefinition, type ServiceResponse } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { readNamedRate } from '@org/core/headers';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { brevoLimitGroups, brevoLimits } from './limits.ts';

const brevoNames: OptionNames<BrevoOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

/** The key of a Brevo account, and where its API is. @public */
export interface BrevoOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function brevoService(options: BrevoOptions): ServiceDefinition {
  refuseUnknown(options, brevoNames, 'brevo()', meantOption);
  const definition = {
    name: 'brevo',
    baseUrl: 'https://api.brevo.com/v3',
    auth: headerKey('api-key'),
    limits: brevoLimits,
    limitGroups: brevoLimitGroups,
    readRates: ({ headers }: ServiceResponse, clock: OperationContext) =>
      readNamedRate(headers, rateHeaders, clock),
  };
  return httpEmailService(definition, options);
}

const rateHeaders = {
  limit: 'x-sib-ratelimit-limit',
  remaining: 'x-sib-ratelimit-remaining',
  reset: 'x-sib-ratelimit-reset',
  resetUnit: 'seconds',
  kind: 'rate',
} as const;
