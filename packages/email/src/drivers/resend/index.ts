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
import { type ResendCapabilities, resendBatchKey, resendCapabilities, resendLimits } from './limits.ts';

const resendNames: OptionNames<ResendOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

export type { ResendCapabilities } from './limits.ts';
export type { ResendMessageOptions } from './options.ts';

/** The key (`re_…`), the address and the webhook secret (`whsec_…`) of a Resend team. @public */
export interface ResendOptions extends HttpEmailOptions, WebhookSecretOptions {}

/**
 * Sends through Resend's HTTP API (https://resend.com/docs and its OpenAPI document, as of August 2026).
 *
 * Delivery: effectively once within 24 hours. Every send has an idempotency key, and Resend answers a known
 * key with its first response, so an attempt without a response is repeated. @public
 *
 * @example
 * const email = createEmailClient({ driver: resend() }); // RESEND_API_KEY, else EMAIL_API_KEY
 */
export function resend(options: ResendOptions = {}): EmailDriver<ResendCapabilities> {
  refuseUnknown(options, resendNames, 'resend()', meantOption);
  const definition = { name: 'resend', baseUrl: 'https://api.resend.com', limits: resendLimits };
  const service = httpEmailService(definition, options);
  const driver = httpDriver({ service, operations: load, capabilities: resendCapabilities });
  const webhooks = emailWebhooks('RESEND_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(driver, { batchKey: resendBatchKey, webhooks });
}

const load = () => import('./operations.ts');
