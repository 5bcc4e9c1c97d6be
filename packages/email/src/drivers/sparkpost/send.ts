import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { type SparkPostCapabilities, sparkpostCapabilities } from './limits.ts';
import { classify, operations, webhookScheme } from './operations.ts';
import { type SparkPostOptions, sparkpostService } from './service.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { SparkPostCapabilities, SparkPostMessageOptions } from './limits.ts';
export type { SparkPostOptions } from './service.ts';

/**
 * `sparkpost()` of `@org/email/sparkpost` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: sparkpost() });
 */
export function sparkpost(options: SparkPostOptions = {}): SendDriver<SparkPostCapabilities, 'sparkpost'> {
  const capabilities = sparkpostCapabilities;
  return sendDriver(sparkpostService(options), options, { ...operations, classify, capabilities });
}

/** Receives the service's webhooks: `createEmailClient({ driver: sparkpost(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('sparkpost', webhookScheme);
