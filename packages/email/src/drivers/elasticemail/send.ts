import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import { type ElasticEmailCapabilities, elasticEmailCapabilities } from './limits.ts';
import { sendRequest as send } from './send-request.ts';
import { type ElasticEmailOptions, elasticemailService } from './service.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { ElasticEmailCapabilities } from './limits.ts';
export type { ElasticEmailMessageOptions } from './options.ts';
export type { ElasticEmailOptions } from './service.ts';

/**
 * `elasticemail()` of `@org/email/elasticemail` that only sends: for the `createEmailClient` of this entry.
 * @public
 *
 * @example
 * const email = createEmailClient({ driver: elasticemail() });
 */
export function elasticemail(
  options: ElasticEmailOptions = {},
): SendDriver<ElasticEmailCapabilities, 'elasticemail'> {
  return sendDriver(elasticemailService(options), options, {
    send,
    classify,
    capabilities: elasticEmailCapabilities,
  });
}

/** Receives the service's webhooks: `createEmailClient({ driver, use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('elasticemail', webhookScheme);
