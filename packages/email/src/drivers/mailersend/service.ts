import type { OperationContext, ServiceDefinition, ServiceResponse } from '@org/core';
import { readNamedRate } from '@org/core/headers';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';
import { mailersendLimitGroups } from './limits.ts';

/** The token of a MailerSend domain, and where its API is. @public */
export interface MailerSendOptions extends HttpEmailOptions, WebhookSecretOptions {
  /** The id of the domain, for `webhooks.create` and `webhooks.list`. @defaultValue none */
  readonly domainId?: string | undefined;
}

export function mailersendService(options: MailerSendOptions): ServiceDefinition {
  const definition = {
    name: 'mailersend',
    baseUrl: 'https://api.mailersend.com/v1',
    limitGroups: mailersendLimitGroups,
    readRates: ({ headers }: ServiceResponse, clock: OperationContext) => [
      ...readNamedRate(headers, rateHeaders, clock),
      ...readNamedRate(headers, quotaHeaders, clock),
    ],
  };
  return httpEmailService(definition, options, { domainId: 0, webhookSecret: 0 });
}

const rateHeaders = {
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  reset: 'x-ratelimit-reset',
  resetUnit: 'epoch-seconds',
  kind: 'rate',
} as const;

const quotaHeaders = {
  remaining: 'x-apiquota-remaining',
  reset: 'x-apiquota-reset',
  resetUnit: 'date',
  kind: 'quota',
} as const;
