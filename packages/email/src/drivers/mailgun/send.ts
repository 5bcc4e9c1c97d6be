import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classifyMailgunFailure as classify } from './errors.ts';
import { capabilitiesFor, type MailgunCapabilities } from './limits.ts';
import { sendRequestOf } from './send-request.ts';
import { type MailgunOptions, mailgunService } from './service.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { MailgunCapabilities } from './limits.ts';
export type { MailgunMessageOptions } from './options.ts';
export type { MailgunOptions } from './service.ts';

/**
 * `mailgun()` of `@org/email/mailgun` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: mailgun({ domain: 'mg.acme.dev' }) });
 */
export function mailgun(options: MailgunOptions = {}): SendDriver<MailgunCapabilities, 'mailgun'> {
  const { domain, service } = mailgunService(options);
  const capabilities = capabilitiesFor(options.maxScheduleDays);
  return sendDriver(service, options, { send: sendRequestOf(domain), classify, capabilities });
}

/** Receives the service's webhooks: `createEmailClient({ driver: mailgun(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('mailgun', webhookScheme);
