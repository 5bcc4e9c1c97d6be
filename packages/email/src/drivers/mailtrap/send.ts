import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { type MailtrapCapabilities, mailtrapCapabilities } from './limits.ts';
import { createOperations, webhookScheme } from './operations.ts';
import { type MailtrapOptions, mailtrapService } from './service.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { MailtrapCapabilities } from './limits.ts';
export type { MailtrapOptions } from './service.ts';

/**
 * `mailtrap()` of `@org/email/mailtrap` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: mailtrap() });
 */
export function mailtrap(options: MailtrapOptions = {}): SendDriver<MailtrapCapabilities, 'mailtrap'> {
  const { service, inbox } = mailtrapService(options);
  const { operations, classify } = createOperations(inbox);
  const { send } = operations;
  return sendDriver(service, options, { send, classify, capabilities: mailtrapCapabilities });
}

/** Receives the service's webhooks: `createEmailClient({ driver: mailtrap(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('mailtrap', webhookScheme);
