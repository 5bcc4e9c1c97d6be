import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type ResendCapabilities, resendBatchKey, resendCapabilities } from './limits.ts';
import { type ResendOptions, resendService } from './service.ts';

export type { ResendCapabilities } from './limits.ts';
export type { ResendMessageOptions } from './options.ts';
export type { ResendOptions } from './service.ts';

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
  const service = resendService(options);
  const driver = httpDriver({ service, operations: load, capabilities: resendCapabilities });
  const webhooks = emailWebhooks('RESEND_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(driver, { batchKey: resendBatchKey, webhooks });
}

const load = () => import('./operations.ts');
