import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import { type MandrillCapabilities, mandrillCapabilities } from './limits.ts';
import { sendRequest as send } from './send-request.ts';
import { type MandrillOptions, mandrillService } from './service.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { MandrillCapabilities, MandrillMessageOptions } from './limits.ts';
export type { MandrillOptions } from './service.ts';

/**
 * `mandrill()` of `@org/email/mandrill` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: mandrill() });
 */
export function mandrill(options: MandrillOptions = {}): SendDriver<MandrillCapabilities, 'mandrill'> {
  const service = mandrillService(options);
  const parts = { webhookScheme: options.webhookUrl };
  const capabilities = mandrillCapabilities;
  return sendDriver(service, options, { send, classify, capabilities, parts });
}

/** Receives the service's webhooks: `createEmailClient({ driver: mandrill(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('mandrill', webhookScheme);
