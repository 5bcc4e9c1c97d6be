import { sendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { type LoopsCapabilities, loopsCapabilities } from './limits.ts';
import { classify, operations, webhookScheme } from './operations.ts';
import { type LoopsOptions, loopsService } from './service.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { LoopsCapabilities, LoopsMessageOptions } from './limits.ts';
export type { LoopsOptions } from './service.ts';

/**
 * `loops()` of `@org/email/loops` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: loops() });
 */
export function loops(options: LoopsOptions = {}): SendDriver<LoopsCapabilities, 'loops'> {
  const capabilities = loopsCapabilities;
  return sendDriver(loopsService(options), options, { ...operations, classify, capabilities });
}

/** Receives the service's webhooks: `createEmailClient({ driver: loops(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('loops', webhookScheme);
