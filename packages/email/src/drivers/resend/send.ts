import { readRates, sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import { type ResendCapabilities, resendCapabilities } from './limits.ts';
import { sendRequest as send } from './send-request.ts';
import { type ResendOptions, resendService } from './service.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { ResendCapabilities } from './limits.ts';
export type { ResendMessageOptions } from './options.ts';
export type { ResendOptions } from './service.ts';

/**
 * `resend()` of `@org/email/resend` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: resend() }); // RESEND_API_KEY, else EMAIL_API_KEY
 */
export function resend(options: ResendOptions = {}): SendDriver<ResendCapabilities, 'resend'> {
  return sendDriver(resendService(options), options, {
    send,
    classify,
    readRates,
    capabilities: resendCapabilities,
  });
}

/** Receives Resend's webhooks: `createEmailClient({ driver: resend(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('resend', webhookScheme);
