import type { OperationContext, ServiceResponse } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { httpDriver, meantOption } from '@org/core/driver';
import { readNamedRate } from '@org/core/headers';
import {
  defineEmailDriver,
  type EmailDriver,
  emailWebhooks,
  type HttpEmailOptions,
  httpEmailService,
  type WebhookSecretOptions,
} from '../../driver.ts';
import { type MailerSendCapabilities, mailersendCapabilities, mailersendLimitGroups } from './limits.ts';

const mailerSendNames: OptionNames<MailerSendOptions> = {
  domainId: 0,
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

export type { MailerSendCapabilities } from './limits.ts';
export type { MailerSendMessageOptions } from './options.ts';

/** The token of a MailerSend domain, and where its API is. @public */
export interface MailerSendOptions extends HttpEmailOptions, WebhookSecretOptions {
  /** The id of the domain, for `webhooks.create` and `webhooks.list`. @defaultValue none */
  readonly domainId?: string | undefined;
}

/**
 * Sends through MailerSend's HTTP API (https://developers.mailersend.com, as of August 2026), with
 * suppressions, webhooks, and the status of messages.
 *
 * Delivery: at most once. MailerSend has no idempotency keys, so an attempt without a response is never
 * repeated: its error has outcome `unknown`. @public
 *
 * @example
 * const email = createEmailClient({ driver: mailersend() }); // MAILERSEND_API_KEY, else EMAIL_API_KEY
 */
export function mailersend(options: MailerSendOptions = {}): EmailDriver<MailerSendCapabilities> {
  refuseUnknown(options, mailerSendNames, 'mailersend()', meantOption);
  const { domainId } = options;
  const definition = {
    name: 'mailersend',
    baseUrl: 'https://api.mailersend.com/v1',
    limitGroups: mailersendLimitGroups,
    readRates: ({ headers }: ServiceResponse, clock: OperationContext) => [
      ...readNamedRate(headers, rateHeaders, clock),
      ...readNamedRate(headers, quotaHeaders, clock),
    ],
  };
  const service = httpEmailService(definition, options);
  const operations = async () => {
    const { createOperations, classify } = await load();
    return { operations: createOperations(domainId), classify };
  };
  const driver = httpDriver({ service, operations, capabilities: mailersendCapabilities });
  return defineEmailDriver(driver, { webhooks: emailWebhooks('MAILERSEND_WEBHOOK_SECRET', options, load) });
}

const load = () => import('./operations.ts');

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
