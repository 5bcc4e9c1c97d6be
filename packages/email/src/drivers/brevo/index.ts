import { headerKey, type OperationContext, type ServiceResponse } from '@org/core';
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
import {
  type BrevoCapabilities,
  brevoBatchKey,
  brevoCapabilities,
  brevoLimitGroups,
  brevoLimits,
} from './limits.ts';
import { withUuidKeys } from './uuid-keys.ts';

const brevoNames: OptionNames<BrevoOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

export type { BrevoCapabilities } from './limits.ts';
export type { BrevoListOptions, BrevoMessageOptions } from './options.ts';

/** The key of a Brevo account, and where its API is. @public */
export interface BrevoOptions extends HttpEmailOptions, WebhookSecretOptions {}

/**
 * Sends through Brevo's HTTP API (https://developers.brevo.com, as of February 2025), with templates,
 * contacts, lists, blocked contacts, events and webhooks.
 *
 * Delivery: at most once within 15 minutes. Every send has an idempotency key, so an attempt without a
 * response is repeated. If Brevo knows the key by then, the error is an `IdempotencyConflictError` with
 * outcome `unknown`.
 *
 * Brevo needs HTML, has one reply address, and writes `metadata` into a header that recipients can read.
 * @public
 *
 * @example
 * const email = createEmailClient({ driver: brevo() }); // BREVO_API_KEY, else EMAIL_API_KEY
 */
export function brevo(options: BrevoOptions = {}): EmailDriver<BrevoCapabilities> {
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
  const service = httpEmailService(definition, options);
  const driver = httpDriver({ service, operations: load, capabilities: brevoCapabilities });
  const webhooks = emailWebhooks('BREVO_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(withUuidKeys(driver), { batchKey: brevoBatchKey, webhooks });
}

const load = () => import('./operations.ts');

const rateHeaders = {
  limit: 'x-sib-ratelimit-limit',
  remaining: 'x-sib-ratelimit-remaining',
  reset: 'x-sib-ratelimit-reset',
  resetUnit: 'seconds',
  kind: 'rate',
} as const;
