import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import { type MailjetCapabilities, mailjetCapabilities } from './limits.ts';
import { sendRequest as send } from './send-request.ts';
import { type MailjetOptions, mailjetService } from './service.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { MailjetCapabilities } from './limits.ts';
export type { MailjetMessageOptions } from './options.ts';
export type { MailjetOptions } from './service.ts';

/**
 * `mailjet()` of `@org/email/mailjet` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: mailjet() });
 */
export function mailjet(options: MailjetOptions = {}): SendDriver<MailjetCapabilities, 'mailjet'> {
  return sendDriver(mailjetService(options), options, { send, classify, capabilities: mailjetCapabilities });
}

/** Receives the service's webhooks: `createEmailClient({ driver: mailjet(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('mailjet', webhookScheme);
