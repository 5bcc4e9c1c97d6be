import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import { type BrevoCapabilities, brevoCapabilities } from './limits.ts';
import { sendRequest as send } from './send-request.ts';
import { type BrevoOptions, brevoService } from './service.ts';
import { withUuidKeys } from './uuid-keys.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { BrevoCapabilities } from './limits.ts';
export type { BrevoMessageOptions } from './options.ts';
export type { BrevoOptions } from './service.ts';

/**
 * `brevo()` of `@org/email/brevo` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: brevo() });
 */
export function brevo(options: BrevoOptions = {}): SendDriver<BrevoCapabilities, 'brevo'> {
  const driver = sendDriver(brevoService(options), options, {
    send,
    classify,
    capabilities: brevoCapabilities,
  });
  return { ...driver, ...withUuidKeys(driver), name: 'brevo' };
}

/** Receives the service's webhooks: `createEmailClient({ driver: brevo(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('brevo', webhookScheme);
