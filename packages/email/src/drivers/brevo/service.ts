import { headerKey, type OperationContext, type ServiceDefinition, type ServiceResponse } from '@org/core';
import { readNamedRate } from '@org/core/headers';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { brevoLimitGroups, brevoLimits } from './limits.ts';

/** The key of a Brevo account, and where its API is. @public */
export interface BrevoOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function brevoService(options: BrevoOptions): ServiceDefinition {
  const definition = {
    name: 'brevo',
    baseUrl: 'https://api.brevo.com/v3',
    auth: headerKey('api-key'),
    limits: brevoLimits,
    limitGroups: brevoLimitGroups,
    readRates: ({ headers }: ServiceResponse, clock: OperationContext) =>
      readNamedRate(headers, rateHeaders, clock),
  };
  return httpEmailService(definition, options, { webhookSecret: 0 });
}

const rateHeaders = {
  limit: 'x-sib-ratelimit-limit',
  remaining: 'x-sib-ratelimit-remaining',
  reset: 'x-sib-ratelimit-reset',
  resetUnit: 'seconds',
  kind: 'rate',
} as const;
