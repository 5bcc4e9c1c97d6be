import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import { type MailerSendCapabilities, mailersendCapabilities } from './limits.ts';
import { sendRequest as send } from './send-request.ts';
import { type MailerSendOptions, mailersendService } from './service.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { MailerSendCapabilities } from './limits.ts';
export type { MailerSendMessageOptions } from './options.ts';
export type { MailerSendOptions } from './service.ts';

/**
 * `mailersend()` of `@org/email/mailersend` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: mailersend() });
 */
export function mailersend(
  options: MailerSendOptions = {},
): SendDriver<MailerSendCapabilities, 'mailersend'> {
  return sendDriver(mailersendService(options), options, {
    send,
    classify,
    capabilities: mailersendCapabilities,
  });
}

/** Receives the service's webhooks: `createEmailClient({ driver: mailersend(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('mailersend', webhookScheme);
