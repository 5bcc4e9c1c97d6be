import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type BrevoCapabilities, brevoBatchKey, brevoCapabilities } from './limits.ts';
import { type BrevoOptions, brevoService } from './service.ts';
import { withUuidKeys } from './uuid-keys.ts';

export type { BrevoCapabilities } from './limits.ts';
export type { BrevoListOptions, BrevoMessageOptions } from './options.ts';
export type { BrevoOptions } from './service.ts';

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
  const service = brevoService(options);
  const driver = httpDriver({ service, operations: load, capabilities: brevoCapabilities });
  const webhooks = emailWebhooks('BREVO_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(withUuidKeys(driver), { batchKey: brevoBatchKey, webhooks });
}

const load = () => import('./operations.ts');
