import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import type { SesCapabilities } from './limits.ts';
import { sendRequestOf } from './send-request.ts';
import { type SesOptions, sesService } from './service.ts';
import { createWebhookScheme } from './sns/webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { AwsCredentialsInput } from './credentials.ts';
export type { SesCapabilities } from './limits.ts';
export type { SesMessageOptions } from './options.ts';
export type { SesOptions } from './service.ts';
export type { AwsCredentials } from './sign.ts';

/**
 * `ses()` of `@org/email/ses` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: ses({ region: 'eu-west-1', maxSendRate: 14 }) });
 */
export function ses(options: SesOptions = {}): SendDriver<SesCapabilities, 'ses'> {
  const { service, settings, capabilities, webhookSettings } = sesService(options);
  const send = sendRequestOf(settings);
  const parts = { webhookScheme: webhookSettings };
  return sendDriver(service, { webhookSecret: [] }, { send, classify, capabilities, parts });
}

/** Receives the service's webhooks: `createEmailClient({ driver: ses(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart(
  'ses',
  (settings: () => Parameters<typeof createWebhookScheme>[0]) => createWebhookScheme(settings()),
);
